"""What the tests share."""

import json
import os
import shlex
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "clients" / "data"
PEOPLE = DATA / "people.csv"
ANSWERS = DATA / "answers.csv"

#: Few draws: what is tested is not the posterior.
FEW = {"draws": 20, "progress": False}

try:
    import pandas
except ImportError:
    pandas = None

needs_pandas = unittest.skipIf(pandas is None, "pandas is not here")


def by_hand(*args):
    """The JSON of the command, run without the package."""
    words = ["node", os.environ["ADOBEST"], *args, "--json"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, f"{shlex.join(words)}: {done.stderr}"
    return json.loads(done.stdout)
