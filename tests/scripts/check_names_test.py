"""Tests of scripts/check_names.py on made trees: two types of one name are found, others are not."""

import unittest

from made_tree import make_tree

import check_names

ONE = "namespace ragsieve {\nstruct Part {\n  int a;\n};\n}\n"


class CheckNamesTest(unittest.TestCase):

    def breaks(self, files):
        return check_names.check_tree(make_tree(self, files))

    def test_a_sound_tree_holds(self):
        self.assertEqual(self.breaks({"ragsieve/base/one.h": ONE}), [])

    def test_two_types_of_one_name_are_found(self):
        for other in (ONE, "namespace ragsieve {\nclass Part final : public Base {};\n}\n",
                      "namespace ragsieve {\nenum class Part : int { kA };\n}\n"):
            found = self.breaks({"ragsieve/base/one.h": ONE, "ragsieve/text/two.cc": other})
            self.assertEqual(len(found), 1, found)
            self.assertIn("ragsieve/text/two.cc:2: ragsieve::Part", found[0])
            self.assertIn("ragsieve/base/one.h:2", found[0])

    def test_what_the_linker_does_not_see_may_share(self):
        for other in ("namespace ragsieve {\nnamespace {\nstruct Part {};\n}\n}\n",
                      "namespace ragsieve::other {\nstruct Part {};\n}\n",
                      "namespace ragsieve {\nstruct Outer {\n  struct Part {};\n};\n}\n",
                      "namespace ragsieve {\nstruct Part;\nvoid f() {\n  struct Part {};\n}\n}\n",
                      "namespace ragsieve {\nstruct Part::Inside {\n  int b;\n};\n}\n",
                      "namespace ragsieve {\n// struct Part {\nconst char* a = \"struct Part {\";\n}\n"):
            self.assertEqual(
                self.breaks({"ragsieve/base/one.h": ONE, "ragsieve/text/two.cc": other}), [], other)

    def test_tests_and_programs_are_their_own(self):
        self.assertEqual(self.breaks({"ragsieve/base/one.h": ONE, "bench/two.cc": ONE,
                                      "ragsieve/base/one_test.cc": ONE}), [])


if __name__ == "__main__":
    unittest.main()
