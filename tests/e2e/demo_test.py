"""scripts/demo.sh ends as its five steps say, with the program and the assistant of this build."""

import os
import subprocess
import tempfile
import unittest

import harness


@harness.needs_models
class DemoTest(unittest.TestCase):
    def test_all_five_steps(self):
        with tempfile.TemporaryDirectory() as state:
            run = subprocess.run(
                [harness.ROOT / "scripts" / "demo.sh"], capture_output=True, check=False,
                env={**os.environ, "RAGSIEVE_BIN": harness.BIN, "XDG_STATE_HOME": state})
        out = run.stdout.decode()
        self.assertEqual(run.returncode, 0, out[-2000:] + run.stderr.decode()[-2000:])
        self.assertIn("The demonstration showed all five.", out)
        self.assertIn("- Unused leave may be carried into the next year only up to a limit of six days",
                      out)
        self.assertIn("DOES NOT VERIFY", out)


if __name__ == "__main__":
    unittest.main()
