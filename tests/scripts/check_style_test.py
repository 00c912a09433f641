"""Tests of scripts/check_style.py on made trees, and of its scanners on awkward sources."""

import unittest

from made_tree import make_tree

import check_style
import function_lengths


def body(n_lines):
    return "  work();\n" * n_lines


class CheckStyleTest(unittest.TestCase):

    def breaks(self, files):
        root = make_tree(self, files)
        (root / ".clang-format").write_text("BasedOnStyle: Google\nColumnLimit: 100\n")
        return check_style.check_tree(root)

    def assert_one_break(self, files, *pieces):
        found = self.breaks(files)
        self.assertEqual(len(found), 1, found)
        for piece in pieces:
            self.assertIn(piece, found[0])

    def test_a_sound_tree_holds(self):
        self.assertEqual(self.breaks({}), [])

    def test_a_file_of_400_lines_passes_and_of_401_fails(self):
        self.assertEqual(self.breaks({"scripts/a.py": "a = 1\n" * 400}), [])
        self.assert_one_break({"scripts/a.py": "a = 1\n" * 401}, "401 lines")

    def test_a_function_of_70_lines_passes_and_of_71_fails(self):
        self.assertEqual(self.breaks({"cli/a.cc": f"void f() {{\n{body(68)}}}\n"}), [])
        self.assert_one_break({"cli/a.cc": f"void f() {{\n{body(69)}}}\n"}, "cli/a.cc:1: f has 71")

    def test_a_long_python_function_fails(self):
        self.assert_one_break({"scripts/a.py": "def f():\n" + "    a = 1\n" * 70}, "f has 71")

    def test_a_long_shell_function_fails(self):
        self.assert_one_break({"scripts/a.sh": "f() {\n" + "  work\n" * 69 + "}\n"}, "f has 71")

    def test_unformatted_code_fails(self):
        self.assert_one_break({"cli/a.cc": "int  a;\n"}, "cli/a.cc:1:")

    def test_a_mark_in_code_fails(self):
        self.assert_one_break({"cli/a.cc": "// TO" + "DO: more\n"}, "cli/a.cc:1:")

    def test_a_path_of_one_machine_fails(self):
        self.assert_one_break({"docs/a.md": "see /ho" + "me/someone/notes\n"}, "docs/a.md:1:")

    def test_a_public_header_without_a_comment_fails(self):
        self.assert_one_break({"ragsieve/text/b.h": "#pragma once\n"}, "opens with what it is")

    def test_binary_files_are_left_alone(self):
        self.assertEqual(self.breaks({"fuzz/seeds/a/one": "\0 TO" + "DO"}), [])


class CxxFunctionsTest(unittest.TestCase):

    def functions(self, text):
        return function_lengths.cxx_functions(text)

    def test_a_class_is_no_function_but_its_members_are(self):
        text = "class A final : public B {\n public:\n  int f() const {\n    return 1;\n  }\n};\n"
        self.assertEqual([n for _, _, n in self.functions(text)], [4])

    def test_braces_in_literals_and_comments_do_not_count(self):
        text = 'void f() {\n  a("}");  // }\n  b(\'}\');\n  c(R"x(}})x");\n  d(1\'000);\n}\n'
        self.assertEqual(self.functions(text), [("f", 1, 6)])

    def test_brace_initialisers_of_a_constructor_are_no_body(self):
        text = "A::A(int a) : a_{a}, b_{1} {\n  if (a) {\n    f();\n  }\n}\n"
        self.assertEqual(self.functions(text), [("A::A", 1, 5)])

    def test_a_test_case_is_a_function(self):
        self.assertEqual(self.functions("TEST(Noun, Does) {\n}\n"), [("TEST(Noun, Does)", 1, 2)])

    def test_a_table_is_no_function(self):
        self.assertEqual(self.functions("const int kA[] = {\n  1,\n};\nint b{f(1)};\n"), [])

    def test_a_template_and_a_trailing_return_are_functions(self):
        text = "template <class T>\nauto f(T t) -> int {\n  return t;\n}\n"
        self.assertEqual([n for _, _, n in self.functions(text)], [4])

    def test_an_extern_c_entry_is_a_function(self):
        text = 'extern "C" int Entry(const char* d) {\n  return *d;\n}\n'
        self.assertEqual(self.functions(text), [("Entry", 1, 3)])


if __name__ == "__main__":
    unittest.main()
