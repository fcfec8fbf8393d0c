"""Every way in which a call can fail, once."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import adobest
from adobest import _command

from .support import FEW, PEOPLE, ROOT


class Errors(unittest.TestCase):
    def setUp(self):
        _command._checked.clear()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def script(self, text):
        path = self.folder / "adobest"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IEXEC)
        return str(path)

    def estimate(self, **more):
        return adobest.estimate(PEOPLE, **{"column": "job", "epsilon": 1, **FEW, **more})

    def test_no_node(self):
        with mock.patch.dict(os.environ, {"PATH": str(self.folder)}), self.assertRaisesRegex(adobest.CommandNotFound, "needs Node.js 20.19"):
            self.estimate()

    def test_no_command(self):
        with mock.patch.dict(os.environ, {"ADOBEST": "/nowhere/main.mjs"}), self.assertRaisesRegex(adobest.CommandNotFound, "there is no file '/nowhere/main.mjs'"):
            self.estimate()
        with mock.patch.dict(os.environ, {"ADOBEST": "no-such-command --flag"}), self.assertRaisesRegex(adobest.CommandNotFound, "got 'no-such-command --flag'"):
            self.estimate()

    def test_the_checkout_is_found_without_a_word(self):
        with mock.patch.dict(os.environ):
            del os.environ["ADOBEST"]
            if not any(os.path.exists(os.path.join(folder, "adobest")) for folder in os.environ["PATH"].split(":")):
                self.assertEqual(_command.find()[1:], [str(ROOT / "dist/cli/main.mjs")])

    def test_wrong_version(self):
        with mock.patch.dict(os.environ, {"ADOBEST": self.script("echo 99.0.0")}), self.assertRaisesRegex(adobest.VersionMismatch, "is adobest 99.0.0; this package is"):
            self.estimate()

    def test_another_command(self):
        with mock.patch.dict(os.environ, {"ADOBEST": self.script("echo something else")}), self.assertRaisesRegex(adobest.CommandNotFound, "it said 'something else'"):
            self.estimate()

    def test_missing_column(self):
        with self.assertRaises(adobest.UsageError) as caught:
            adobest.estimate({"job": ["cook", "baker"]}, column="jobs", epsilon=1, progress=False)
        self.assertEqual(str(caught.exception), 'the data: no column "jobs"; expected one of "job". Did you mean "job"?')

    def test_epsilon_refused(self):
        with self.assertRaisesRegex(adobest.UsageError, 'epsilon must be a number above 0; got "-1"'):
            self.estimate(epsilon=-1)

    def test_an_unknown_option_and_a_query_with_its_caret(self):
        with self.assertRaisesRegex(adobest.UsageError, "unknown option '--stratgy=auto'"):
            self.estimate(stratgy="auto")
        with self.assertRaisesRegex(adobest.UsageError, r"did you mean \"sales\"\?\n  share\(salez\)\n +\^"):
            self.estimate(show="share(salez)")

    def test_a_command_that_fails_or_is_killed(self):
        for text, error in [("echo error: the disk is full >&2; exit 1", adobest.CommandFailed), ("kill -TERM $$", adobest.Interrupted)]:
            _command._checked.clear()
            version = f'if [ "$1" = --version ]; then echo {adobest.__version__}; exit; fi\n'
            with mock.patch.dict(os.environ, {"ADOBEST": self.script(version + text)}), self.assertRaises(error):
                self.estimate()

    def test_progress_is_passed_on_as_it_comes(self):
        version = f'if [ "$1" = --version ]; then echo {adobest.__version__}; exit; fi\n'
        text = "echo 'estimate [==] 50%, 1 s to go' >&2; echo 'warning: w' >&2; echo '{}'"
        lines = []
        with mock.patch.dict(os.environ, {"ADOBEST": self.script(version + text)}):
            with self.assertWarnsRegex(adobest.AdobestWarning, "^w$"):
                found = adobest.estimate(PEOPLE, column="job", epsilon=1, progress=lines.append)
        self.assertEqual((lines, found.warnings), (["estimate [==] 50%, 1 s to go"], ["w"]))

    def test_an_interrupted_run_ends_the_command_and_leaves_no_file(self):
        program = (
            "import adobest\n"
            "adobest.compare({'job': ['a', 'b'] * 20000}, column='job', epsilon=1, runs=500, strategies=['srr', 'fisher'], progress=False)\n"
        )
        words = [sys.executable, "-c", program]
        # What a shell starts in the background ignores Ctrl-C, and so would its children.
        listen = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
        environment = {**os.environ, "TMPDIR": str(self.folder)}
        child = subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=listen)
        self.addCleanup(child.kill)
        deadline = time.monotonic() + 30
        while not self.commands_of(child.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        [command] = self.commands_of(child.pid)
        self.assertTrue(list(self.folder.iterdir()))
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=30)
        self.assertIn("KeyboardInterrupt", said)
        self.assertEqual(list(self.folder.iterdir()), [])
        self.assertFalse(Path(f"/proc/{command}").exists())

    def commands_of(self, parent):
        """The processes that compare, below this one."""
        found = []
        for one in Path("/proc").glob("[0-9]*"):
            try:
                is_child = int((one / "stat").read_text().rsplit(")", 1)[1].split()[1]) == parent
                if is_child and b"compare" in (one / "cmdline").read_bytes():
                    found.append(int(one.name))
            except (OSError, IndexError):
                pass
        return found
