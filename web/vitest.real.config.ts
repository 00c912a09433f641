// The tests of the page as the real program serves it, in a real Chromium.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/real/**/*.spec.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 300_000, // a first start turns the whole sample corpus into vectors
    reporters: [
      "default",
      ["junit", { outputFile: "../build/web-results/real.xml" }],
      "./tests/counts_reporter.ts",
    ],
  },
});
