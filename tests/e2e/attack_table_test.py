"""The attack table on the smallest public set (rgb_fact, 10 queries): the figures that were
measured, and a second run that measures nothing again."""

import json
import os
import pathlib
import subprocess
import unittest

import harness

SHARED = pathlib.Path(os.environ.get("RAGSIEVE_SHARED", harness.ROOT / "../shared"))
TABLE = os.environ.get("RAGSIEVE_ATTACK_TABLE",
                       str(harness.ROOT / "build/release/bench/attack_table/attack_table"))
# AUROC and detection at 5 % clean removal, and how far another CPU's kernels may move them.
EXPECTED = {"audit": (0.548, 0.077, 0.01), "filter": (0.536, 0.0, 0.07)}


@harness.needs_models
@unittest.skipUnless((SHARED / "data/rgb_fact").is_dir(), "RAGSIEVE_SHARED is absent")
class AttackTableTest(harness.Case):

    def make_table(self, results):
        run = subprocess.run([TABLE, "--data", SHARED / "data", "--results", results,
                              "rgb_fact:10"], env=self.environment, cwd=harness.ROOT,
                             capture_output=True, text=True, timeout=200, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_figures_and_resumption(self):
        results = self.path("results.jsonl")
        first = self.make_table(results)
        self.assertIn("| rgb_fact | counterfactual_swap |", first)
        lines = pathlib.Path(results).read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(lines), 2)
        for row in map(json.loads, lines):
            auroc, detection, tolerance = EXPECTED[row["command"]]
            self.assertAlmostEqual(row["auroc"], auroc, delta=tolerance, msg=row)
            self.assertAlmostEqual(row["detection"], detection, delta=tolerance, msg=row)
        self.assertEqual(self.make_table(results), first)
        self.assertEqual(pathlib.Path(results).read_text(encoding="utf-8").splitlines(), lines)


if __name__ == "__main__":
    unittest.main()
