"""ragsieve-eval on the smallest public set (rgb_fact): the figures of every offline detector and of
those online ones that need no language model, as measured, a second run that measures nothing again, a run that measures a line again that was
cut off, and the report of the lines."""

import json
import os
import pathlib
import subprocess
import unittest

import harness

SHARED = pathlib.Path(os.environ.get("RAGSIEVE_SHARED", harness.ROOT / "../shared"))
EVAL = os.environ.get("RAGSIEVE_EVAL", str(harness.ROOT / "build/release/eval/ragsieve-eval"))
# AUROC and detection at 5 % clean removal; another CPU's kernels may move a vector's last bits.
TOLERANCE = .01
EXPECTED = {"rsg": (.548, .077), "audit_default": (.363, .072),
            "audit_default_reference": (.432, .043), "clean_base": (.502, .005),
            "clean_base_published": (.502, .005), "ahd": (.623, .056),
            "isolation_forest": (.512, .049), "knn_distance": (.456, .031), "lof": (.406, .003)}
EXPECTED_ONLINE = {"filter_default": (.358, .007), "filter_default_reference": (.342, .007),
                   "trust_rag": (.708, .000), "rag_defender": (.593, .116)}

# Of the answers to ten queries without defence; one query more or less is .1.
ANSWERS = [("clean", "holds_reference", .7), ("clean", "attack_success", 0),
           ("poisoned", "holds_reference", .4), ("poisoned", "attack_success", .3)]


@harness.needs_models
@unittest.skipUnless((SHARED / "data/rgb_fact").is_dir(), "RAGSIEVE_SHARED is absent")
class EvalTest(harness.Case):

    def run_eval(self, *arguments):
        run = subprocess.run([EVAL, *arguments], env=self.environment, cwd=harness.ROOT,
                             capture_output=True, text=True, timeout=200, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run

    def measure(self, command, results, *arguments):
        return self.run_eval(command, "--results", results, "--data", SHARED / "data",
                             "--datasets", "rgb_fact", *arguments)

    def lines(self, results):
        return pathlib.Path(results).read_text(encoding="utf-8").splitlines()

    def check_figures(self, lines, expected):
        rows = [row for row in map(json.loads, lines) if row["family"]]
        self.assertEqual({row["detector"] for row in rows}, set(expected))
        for row in rows:
            auroc, detection = expected[row["detector"]]
            self.assertAlmostEqual(row["auroc"], auroc, delta=TOLERANCE, msg=row["detector"])
            self.assertAlmostEqual(row["detection"], detection, delta=TOLERANCE,
                                   msg=row["detector"])
            self.assertLessEqual(row["auroc_interval"][0], row["auroc"])

    def check_cut_line(self, results, lines):
        pathlib.Path(results).write_text("\n".join(lines)[:-20], encoding="utf-8")
        self.measure("run", results)
        for row, before in zip(map(json.loads, self.lines(results)), map(json.loads, lines),
                               strict=True):
            row.pop("seconds")
            before.pop("seconds")
            self.assertEqual(row, before)

    def check_made_poisons(self, results):
        command = ["attack", "--data", SHARED / "data", "--dataset", "rgb_fact", "--kind",
                   "fact_flip,camouflage", "--targets", "3", "--seed", "5", "--out"]
        made, again = self.path("made.jsonl"), self.path("again.jsonl")
        self.assertIn("fact_flip: 3 poisons for 3 targets, ", self.run_eval(*command, made).stderr)
        self.run_eval(*command, again)
        self.assertEqual(self.lines(made), self.lines(again))
        self.assertEqual(len(self.lines(made)), 3 + 15)
        plan = self.measure("plan", results, "--poisons", made, "--detectors", "rsg").stdout
        self.assertIn("done  rgb_fact counterfactual_swap 0 rsg", plan)  # whatever lies beside it
        self.assertIn("to do rgb_fact fact_flip 0 rsg", plan)
        self.assertIn("to do rgb_fact camouflage 0 rsg", plan)

    def test_answers_under_a_defence(self):
        results = self.path("results.jsonl")
        options = ["--table", "answers", "--queries", "10", "--detectors", "none,rsg"]
        self.assertIn("2 rows, 0 done", self.measure("plan", results, *options).stdout)
        self.measure("run", results, *options)
        rows = {row["detector"]: row for row in map(json.loads, self.lines(results))}
        self.assertEqual(set(rows), {"none", "rsg"})
        for side, measure, expected in ANSWERS:
            figure = rows["none"][side][measure]
            self.assertEqual(figure["n"], 10)
            self.assertAlmostEqual(figure["value"], expected, delta=.11, msg=(side, measure))
        self.assertLess(rows["rsg"]["poisoned"]["poison_share"]["value"],
                        rows["none"]["poisoned"]["poison_share"]["value"])
        self.assertEqual(self.measure("run", results, *options).stderr, "")
        report = self.run_eval("report", "--results", results).stdout
        self.assertIn("| attack | use | none | rsg |", report)

    def test_figures_resumption_and_report(self):
        results = self.path("results.jsonl")
        self.assertIn("18 rows, 0 done", self.measure("plan", results).stdout)
        self.measure("run", results)
        lines = self.lines(results)
        self.check_figures(lines, EXPECTED)
        self.assertIn("18 rows, 18 done", self.measure("plan", results).stdout)
        self.assertEqual(self.measure("run", results).stderr, "")
        self.assertEqual(self.lines(results), lines)
        self.check_cut_line(results, lines)
        self.check_made_poisons(results)
        report = self.run_eval("report", "--results", results).stdout
        self.assertIn("| counterfactual_swap | report | 391 (100) |", report)
        online = self.path("online.jsonl")
        self.measure("run", online, "--table", "filter", "--detectors", ",".join(EXPECTED_ONLINE))
        self.check_figures(self.lines(online), EXPECTED_ONLINE)
        charts = self.path("charts")
        self.run_eval("report", "--results", online, "--svg", charts)
        self.assertIn("trust_rag", (charts / "plane_filter.svg").read_text(encoding="utf-8"))

    def test_wrong_use_is_told(self):
        run = subprocess.run([EVAL, "plan", "--data", self.path("none"), "--results",
                              self.path("results.jsonl")], env=self.environment,
                             capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("ragsieve-eval: ", run.stderr)
        self.assertIn("corpus.jsonl", run.stderr)


if __name__ == "__main__":
    unittest.main()
