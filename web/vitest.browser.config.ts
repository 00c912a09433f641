// The tests of the built page in a real Chromium, against the mock server of tests/mock.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/browser/**/*.spec.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: [
      "default",
      ["junit", { outputFile: "../build/web-results/browser.xml" }],
      "./tests/counts_reporter.ts",
    ],
  },
});
