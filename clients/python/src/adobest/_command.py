"""Finds the command, runs it, and turns its exit status into exceptions."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Union

from ._errors import AdobestError, CommandFailed, CommandNotFound, Interrupted, UsageError, VersionMismatch
from ._version import __version__

#: What is called with each line of progress; True prints it, False keeps silent.
Progress = Union[bool, Callable[[str], Any]]

BAD_INPUT = 2
#: Added by the command to the number of the signal that ended it.
SIGNALLED = 128
#: Seconds that an interrupted command has to clean up.
PATIENCE = 5.0

_WARNING = "warning: "
_ERROR = "error: "
_checked: set[tuple[str, ...]] = set()


def find() -> list[str]:
    """The words that start the command.

    In this order: ``ADOBEST`` in the environment, which is a path or a command line such as ``npx adobest``; ``adobest`` on the path;
    ``node_modules/.bin/adobest`` of this folder or one above, which is what ``npx adobest`` starts; a built checkout that this folder or
    this package is in.
    """
    given = os.environ.get("ADOBEST", "").strip()
    if given:
        return _started(given)
    on_path = shutil.which("adobest")
    if on_path:
        return [on_path]
    here = [Path.cwd(), *Path.cwd().parents]
    for folder in here:
        # On Windows npm writes a .cmd, which can be started; the other file is for a shell.
        installed = folder / "node_modules" / ".bin" / ("adobest.cmd" if os.name == "nt" else "adobest")
        if installed.is_file():
            return [str(installed)]
    for folder in [*here, *Path(__file__).resolve().parents]:
        main = folder / "dist" / "cli" / "main.mjs"
        if main.is_file() and (folder / "src" / "cli" / "main.ts").is_file():
            return [_node(), str(main)]
    raise CommandNotFound(
        "the command adobest was not found: set ADOBEST to its path, put it on the path, install it with npm in this folder or one above, "
        "or build a checkout (npm ci)"
    )


def _started(given: str) -> list[str]:
    if Path(given).suffix in (".mjs", ".js"):
        if not Path(given).is_file():
            raise CommandNotFound(f"ADOBEST: expected the command or its path; there is no file {given!r}")
        return [_node(), given]
    words = [given] if Path(given).is_file() else shlex.split(given, posix=os.name != "nt")
    program = shutil.which(words[0])
    if program is None:
        raise CommandNotFound(f"ADOBEST: expected the command or its path; got {given!r}")
    return [program, *words[1:]]


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        raise CommandNotFound("the command adobest needs Node.js 20.19 or newer (https://nodejs.org), but there is no node on the path")
    return node


def command() -> list[str]:
    """The words that start the command, once its version is known to be that of this package."""
    words = find()
    if tuple(words) not in _checked:
        # A script that npm has installed finds node by itself; without it, the error would be the shell's.
        _node()
        done = _started_process([*words, "--version"], stdin=subprocess.DEVNULL)
        out, err = done.communicate()
        found = out.strip()
        if done.returncode != 0 or not re.fullmatch(r"\d+\.\d+\.\d+\S*", found):
            said = f"{err}{out}".strip().splitlines()
            raise CommandNotFound(f"{shlex.join(words)}: expected the command adobest; it said {said[0] if said else 'nothing'!r}")
        if found.split(".")[0] != __version__.split(".")[0]:
            raise VersionMismatch(
                f"{shlex.join(words)} is adobest {found}; this package is {__version__} and needs a command of the same major version"
            )
        _checked.add(tuple(words))
    return words


def _started_process(words: Sequence[str], **more: Any) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", **more)
    except OSError as error:
        raise CommandNotFound(f"{shlex.join(words[:-1])}: could not be started ({error.strerror})") from error


class Running:
    """A command that runs. What it writes to standard error is read as it comes: progress, warnings and at last an error."""

    def __init__(self, args: Sequence[str], progress: Progress, stdin: int = subprocess.DEVNULL) -> None:
        self.warnings: list[str] = []
        self._said: list[str] = []
        self._tell = _teller(progress)
        self.process = _started_process([*command(), *args], stdin=stdin)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            text = line.rstrip("\n")
            if text.startswith(_WARNING):
                self.warnings.append(text[len(_WARNING) :])
            elif text.startswith(_ERROR) or self._said:
                self._said.append(text)
            elif text:
                self._tell(text)

    def stop(self) -> None:
        """Ends the command, at first politely."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def close(self) -> None:
        """Closes the pipes of a command that has ended."""
        self._reader.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None and not pipe.closed:
                pipe.close()

    def error(self, named: dict[str, str]) -> AdobestError | None:
        """The error of a command that has ended; None if it was done. Temporary files are called what they stand for."""
        status = self.process.wait()
        self._reader.join(PATIENCE)
        if status == 0:
            return None
        said = "\n".join(self._said).removeprefix(_ERROR) or f"adobest ended with status {status}"
        for path, name in named.items():
            said = said.replace(path, name)
        if status == BAD_INPUT:
            return UsageError(said)
        if status < 0 or status > SIGNALLED:
            return Interrupted(said)
        return CommandFailed(said)


def run(args: Sequence[str], progress: Progress, named: dict[str, str]) -> tuple[str, list[str]]:
    """What the command writes, and what it warns of. An interruption ends the command, too."""
    running = Running(args, progress)
    assert running.process.stdout is not None
    try:
        out = running.process.stdout.read()
        error = running.error(named)
    except BaseException:
        running.stop()
        raise
    finally:
        running.close()
    if error is not None:
        raise error
    return out, running.warnings


def _teller(progress: Progress) -> Callable[[str], Any]:
    if callable(progress):
        return progress
    if progress:
        return lambda line: print(line, file=sys.stderr, flush=True)
    return lambda line: None
