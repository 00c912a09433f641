// The last line of a run, as every script of the tree ends: `N passed, N failed`.
import type { Reporter, TestModule } from "vitest/node";

export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) counts[test.result().state] += 1;
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed"))
        counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    process.stdout.write(`${counts.passed} passed, ${counts.failed + counts.pending} failed${skipped}\n`);
  }
}
