"""The commands that are talked to line by line."""

from __future__ import annotations

import json
import subprocess
from types import TracebackType
from typing import Any, TypeVar

from ._command import Progress, Running
from ._data import Workspace
from ._errors import CommandFailed, UsageError

Self = TypeVar("Self", bound="_Lines")


class _Lines:
    """A command that replies to each line of JSON by one."""

    _name: str

    def __init__(self, survey: Any = None, *, progress: Progress = True, **options: Any) -> None:
        self._place = Workspace()
        try:
            words = self._place.words({"survey": survey, **options})
            self._running = Running([self._name, *words], progress, stdin=subprocess.PIPE)
        except BaseException:
            self._place.__exit__(None, None, None)
            raise

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def warnings(self) -> list[str]:
        """What the command has warned of so far."""
        return list(self._running.warnings)

    def close(self) -> None:
        """Ends the command; with ``state=``, everything that was acknowledged is kept."""
        process = self._running.process
        assert process.stdin is not None
        try:
            if not process.stdin.closed:
                process.stdin.close()
            error = self._running.error(self._place.named) if process.poll() is None else None
        except BaseException:
            self._running.stop()
            raise
        finally:
            self._running.close()
            self._place.__exit__(None, None, None)
        if error is not None:
            raise error

    def _ask(self, line: dict[str, Any]) -> dict[str, Any]:
        process = self._running.process
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps({name: value for name, value in line.items() if value is not None}) + "\n")
            process.stdin.flush()
            text = process.stdout.readline()
        except (BrokenPipeError, ValueError):
            text = ""
        if text == "":
            error = self._running.error(self._place.named)
            raise error if error is not None else CommandFailed(f"adobest {self._name} has ended")
        reply: dict[str, Any] = json.loads(text)
        if "error" in reply:
            raise UsageError(reply["error"])
        return reply


class Collection(_Lines):
    """A live collection (``adobest stream``), driven from Python.

    >>> with Collection(categories=3, epsilon=1, state="live.json") as c:  # doctest: +SKIP
    ...     asked = c.request()
    ...     c.observe(response, asked["id"])
    ...     c.estimate()["mean"]
    """

    _name = "stream"

    def request(self, group: str | None = None) -> dict[str, Any]:
        """The request of the moment, with its id."""
        return self._ask({"ask": 1, "group": group})

    def observe(
        self,
        response: Any,
        id: int | None = None,
        *,
        group: str | None = None,
        request: Any = None,
        key: str | None = None,
        weight: float | None = None,
    ) -> dict[str, Any]:
        """Counts an answer to the request with this id: with a ``key`` once, however often it is sent; with a design ``weight`` by that."""
        return self._ask(
            {"answer": response, "id": id, "request": request, "group": group, "key": key, "weight": weight}
        )

    def estimate(self) -> dict[str, Any]:
        """The estimate, with intervals that hold at every look."""
        return self._ask({"estimate": 1})

    def status(self) -> dict[str, Any]:
        """How many answers there are."""
        return self._ask({"status": 1})

    def changes(self) -> dict[str, Any]:
        """The changes that were noticed."""
        return self._ask({"changes": 1})


class Respondent(_Lines):
    """People of a simulation (``adobest respond``), whose answers follow from a seed, so that they protect nobody.

    Real respondents answer in their browser: what they hold must never reach this program.
    """

    _name = "respond"

    def respond(self, request: dict[str, Any], held: Any) -> Any:
        """The randomized answer of somebody who holds this."""
        return self._ask({"request": request, "held": held})["response"]
