"""The notebook and the guide are played from beginning to end."""

import contextlib
import io
import json
import os
import re
import unittest
import warnings

import adobest

from .support import ANSWERS, PEOPLE, ROOT, by_hand, needs_pandas


def play(blocks):
    """Runs blocks of code one after another in the checkout; what they name, and what they print."""
    names = {}
    printed = io.StringIO()
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore", adobest.AdobestWarning)
            for block in blocks:
                exec(compile(block, "block", "exec"), names)
    finally:
        os.chdir(before)
    return names, printed.getvalue()


@needs_pandas
class Pages(unittest.TestCase):
    def test_the_notebook_has_the_numbers_of_the_command(self):
        notebook = json.loads((ROOT / "clients/python/survey.ipynb").read_text())
        names, _ = play("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
        jobs = by_hand("estimate", str(PEOPLE), "--column", "job", "--epsilon", "2")
        self.assertEqual(list(names["jobs"].laws["mean"]), jobs["estimate"])
        scale = by_hand("estimate", str(PEOPLE), "--column", "overtime", "--ordered", "never,rarely,often", "--epsilon", "2")
        self.assertEqual(list(names["overtime"].laws["lower"]), scale["laws"][0]["interval"]["lower"])
        smokes = by_hand("regress", str(PEOPLE), "--formula", "smokes ~ age + (1 | region)", "--epsilon", "2")
        self.assertEqual(names["smokes"].raw, smokes)
        decoded = by_hand("decode", str(ANSWERS), "--count-column", "count", "--epsilon", "1")
        self.assertEqual(names["decoded"].raw["estimate"], decoded["estimate"])

    def test_the_guide_runs(self):
        guide = (ROOT / "site/guides/in-python.md").read_text()
        blocks = re.findall(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
        self.assertEqual(len(blocks), 7)
        _, printed = play(blocks)
        self.assertIn('the data: no column "jobs"; expected one of "job"', printed)
        self.assertIn("coefficients.svg", printed)
        with self.assertRaises(ZeroDivisionError):
            play([blocks[0], "1 / 0"])
