"""Tests of scripts/check_layers.py on made trees: each break is found, and sound trees pass."""

import unittest

from made_tree import LAYERS, folder_call, make_tree

import check_layers


class CheckLayersTest(unittest.TestCase):

    def breaks(self, files):
        return check_layers.check_tree(make_tree(self, files))

    def assert_one_break(self, files, *pieces):
        found = self.breaks(files)
        self.assertEqual(len(found), 1, found)
        for piece in pieces:
            self.assertIn(piece, found[0])

    def test_a_sound_tree_holds(self):
        self.assertEqual(self.breaks({}), [])

    def test_an_upward_include_fails(self):
        self.assert_one_break({"ragsieve/base/b.cc": '#include "ragsieve/text/a.h"\n'},
                              "ragsieve/base/b.cc:1:", "'base' may not include 'text'")

    def test_an_upward_include_of_a_test_fails(self):
        self.assert_one_break({"ragsieve/base/a_test.cc": '\n#include "ragsieve/text/a.h"\n'},
                              "a_test.cc:2:")

    def test_app_may_include_everything(self):
        self.assertEqual(self.breaks({"app/main.cc": '#include "ragsieve/text/a.h"\n'}), [])

    def test_an_include_in_a_comment_is_none(self):
        text = '// #include "ragsieve/text/a.h"\n/*\n#include "ragsieve/text/a.h"\n*/\n'
        self.assertEqual(self.breaks({"ragsieve/base/b.cc": text}), [])

    def test_a_folder_that_nobody_named_fails(self):
        self.assert_one_break({"ragsieve/cloud/a.cc": "int a;\n"}, "'cloud' is missing")

    def test_a_header_that_is_not_there_fails(self):
        self.assert_one_break({"ragsieve/text/b.cc": '#include "ragsieve/base/none.h"\n'},
                              "does not exist")

    def test_a_relative_include_fails(self):
        self.assert_one_break({"ragsieve/text/b.cc": '#include "a.h"\n'}, "'a.h'")

    def test_a_third_party_header_outside_its_owner_fails(self):
        self.assert_one_break({"ragsieve/base/b.cc": "#include <unicode/uchar.h>\n"},
                              "'base' may not include 'unicode/uchar.h'", "owners: text")

    def test_the_owner_includes_it_in_a_source(self):
        self.assertEqual(self.breaks({"ragsieve/text/b.cc": "#include <unicode/uchar.h>\n"}), [])

    def test_the_owner_hides_it_from_headers(self):
        self.assert_one_break({"ragsieve/text/b.h": "// B.\n#include <unicode/uchar.h>\n"},
                              "a header that other folders see")

    def test_an_internal_header_may_show_it(self):
        self.assertEqual(
            self.breaks({"ragsieve/text/b_internal.h": "#include <unicode/uchar.h>\n"}), [])

    def test_an_unknown_library_fails(self):
        self.assert_one_break({"ragsieve/text/b.cc": "#include <boost/any.hpp>\n"},
                              "[third_party] of layers.toml names no owner")

    def test_posix_and_standard_headers_are_free(self):
        text = "#include <sys/mman.h>\n#include <unistd.h>\n#include <span>\n"
        self.assertEqual(self.breaks({"ragsieve/base/b.cc": text}), [])

    def test_an_upward_cmake_dependency_fails(self):
        self.assert_one_break({"ragsieve/base/CMakeLists.txt": folder_call("base", "text")},
                              "'base' may not link 'text'")

    def test_a_dependency_that_cmake_does_not_name_fails(self):
        files = {"ragsieve/detect/a.cc": '#include "ragsieve/text/a.h"\n',
                 "ragsieve/detect/CMakeLists.txt": folder_call("detect", "base")}
        self.assert_one_break(files, "the sources include 'text'")

    def test_a_dependency_of_a_dependency_is_brought(self):
        files = {"ragsieve/detect/a.cc": '#include "ragsieve/base/a.h"\n',
                 "ragsieve/detect/CMakeLists.txt": folder_call("detect", "text")}
        self.assertEqual(self.breaks(files), [])

    def test_a_circle_of_floors_fails(self):
        layers = LAYERS.replace("base = []", 'base = ["detect"]')
        self.assert_one_break({"layers.toml": layers}, "a circle")


if __name__ == "__main__":
    unittest.main()
