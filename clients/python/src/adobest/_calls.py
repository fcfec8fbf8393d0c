"""The commands that take data and end."""

from __future__ import annotations

import json
import warnings as _warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ._command import Progress, run
from ._data import Workspace
from ._errors import AdobestWarning
from ._results import Comparison, Estimate, Plan, Regression


def estimate(
    data: Any,
    *,
    column: str | None = None,
    columns: Sequence[str] | None = None,
    epsilon: float | None = None,
    draws: bool | int = False,
    progress: Progress = True,
    **options: Any,
) -> Estimate:
    """Simulates the private collection of columns, and estimates what people hold (``adobest estimate``).

    ``data`` is a path, a data frame, a mapping of columns or a list of mappings. An ordered categorical column is a scale. ``draws=True``
    keeps the draws for ``to_arviz()``; a number is that of the draws of each chain. ``survey=``, a path or a dictionary, says what people hold,
    and ``epsilon``. Other options are those of the command, with
    underscores for hyphens.

    :raises UsageError: if the command refuses an option or the data, with its sentence
    """
    steps = _steps_of(data, column) if column is not None and not _has_type(options) else None
    given = {"column": column, "columns": columns, "epsilon": epsilon, "ordered": steps, **options}
    return Estimate(*_run("estimate", data, given, draws, progress))


def decode(data: Any, *, draws: bool | int = False, progress: Progress = True, **options: Any) -> Estimate:
    """Estimates what people hold from randomized answers that were collected (``adobest decode``).

    ``request=`` is a dictionary, where all rows answer the same request; ``labels=`` a list of names or a table.

    :raises UsageError: if the command refuses an option or the data, with its sentence
    """
    return Estimate(*_run("decode", data, options, draws, progress))


def regress(formula: str, data: Any, *, draws: bool | int = False, progress: Progress = True, **options: Any) -> Regression:
    """Regresses what is private on public covariates (``adobest regress``).

    Categories are the default; ``whole="0:12"``, ``ordered=[…]`` or ``from_=``, ``to=`` and ``bins=`` say that the left side is a whole
    number, a scale or a number. ``predict=`` is a table of covariates for which predictions are wanted, in ``predictions``.

    :raises UsageError: if the command refuses an option or the data, with its sentence
    """
    return Regression(*_run("regress", data, {"formula": formula, **options}, draws, progress))


def power(data: Any = None, *, progress: Progress = True, **options: Any) -> Plan:
    """How many people, which ε or which width (``adobest power``).

    :raises UsageError: if the command refuses an option or the data, with its sentence
    """
    return Plan(*_run("power", data, options, False, progress))


def compare(data: Any = None, *, progress: Progress = True, **options: Any) -> Comparison:
    """Plays strategies on the same people, and compares their errors (``adobest compare``).

    :raises UsageError: if the command refuses an option or the data, with its sentence
    """
    return Comparison(*_run("compare", data, options, False, progress))


def _run(
    name: str, data: Any, options: Mapping[str, Any], draws: bool | int, progress: Progress
) -> tuple[dict[str, Any], list[str], dict[str, Any] | None]:
    with Workspace() as place:
        words = [name, "--json"]
        if data is not None:
            words.append(place.file(data, "data"))
        words += place.words(options)
        if draws is not False:
            kept = place.path("draws.json")
            words.append(f"--draws-file={kept}")
            if draws is not True:
                words.append(f"--draws={draws}")
        out, warnings = run(words, progress, place.named)
        raw = json.loads(out)
        for text in dict.fromkeys([*raw.get("warnings", []), *warnings]):
            _warnings.warn(text, AdobestWarning, stacklevel=3)
        if draws is False:
            return raw, warnings, None
        # The file of the draws is gone in a moment.
        raw["files"] = [file for file in raw.get("files", []) if file != kept]
        return raw, warnings, json.loads(Path(kept).read_text(encoding="utf-8"))


#: Options that say what a column holds.
_TYPES = ("ordered", "whole", "edges", "from_", "to", "bins", "survey")


def _has_type(options: Mapping[str, Any]) -> bool:
    return any(options.get(name) is not None for name in _TYPES)


def _steps_of(data: Any, column: str) -> list[str] | None:
    """The labels of an ordered categorical column of pandas, from the lowest."""
    if isinstance(data, Mapping) or not hasattr(data, "dtypes") or column not in data:
        return None
    kind = data[column].dtype
    return [str(label) for label in kind.categories] if getattr(kind, "ordered", False) else None
