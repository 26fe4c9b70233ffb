"""Checks that plant.py finds a text in spite of comments and line breaks, and nowhere else."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "simulation"))
sys.dont_write_bytecode = True
import plant  # noqa: E402

SOURCE = """
void begin() // begins
{
    list_.clear(); // a new attempt
    name_ = "a  b"; /* a remark */ count_ = 0;
}
"""


def found(find):
    return [SOURCE[begin:end] for begin, end in plant.places(SOURCE, find)]


class Plant(unittest.TestCase):
    def test_comments_and_line_breaks_make_no_difference(self):
        self.assertEqual(found("list_.clear(); name_"), ["list_.clear(); // a new attempt\n    name_"])
        self.assertEqual(found("void begin() { list_"), ["void begin() // begins\n{\n    list_"])
        self.assertEqual(found('"a  b";\n\n  count_ = 0;'), ['"a  b"; /* a remark */ count_ = 0;'])

    def test_what_a_compiler_sees_makes_a_difference(self):
        for text in ['"a b"', "list_.clear()()", "list", "a new attempt", "remark", "begins"]:
            self.assertEqual(found(text), [], text)

    def test_a_text_that_is_there_twice_is_found_twice(self):
        self.assertEqual(len(found("_")), 0)
        self.assertEqual(len(found(";")), 3)


if __name__ == "__main__":
    unittest.main()
