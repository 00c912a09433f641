// The tests of the pure parts: no browser, no network.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
    reporters: [
      "default",
      ["junit", { outputFile: "../build/web-results/unit.xml" }],
      "./tests/counts_reporter.ts",
    ],
  },
});
