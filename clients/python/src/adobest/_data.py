"""Arguments as the words of a command line, and data as files that are removed afterwards."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

#: Options that take one text each time they are given; other lists have commas in between.
_REPEATED = {"show", "goal", "use"}
#: Options that are switched off by a name of their own.
_SWITCHED_OFF = {"header", "count_column"}
#: Options whose pairs are written NAME=VALUE.
_PAIRS = {"shares", "design_columns"}


class Workspace:
    """A folder for what a command reads, removed at the end whatever happens."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="adobest-")
        #: What messages call the files.
        self.named: dict[str, str] = {}

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._folder.cleanup()

    def path(self, name: str) -> str:
        return str(Path(self._folder.name) / name)

    def file(self, data: Any, name: str) -> str:
        """The path of some data: as it is, or that of a temporary CSV file."""
        if isinstance(data, (str, os.PathLike)):
            return os.fspath(data)
        path = self.path(f"{name}.csv")
        self.named[path] = f"the {name}"
        _write_table(data, path)
        return path

    def json(self, value: Any, name: str) -> str:
        path = self.path(f"{name}.json")
        self.named[path] = f"the {name}"
        Path(path).write_text(json.dumps(value), encoding="utf-8")
        return path

    def words(self, options: Mapping[str, Any]) -> list[str]:
        """Options as they are typed."""
        return [word for name, value in options.items() for word in self._option(name.rstrip("_"), value)]

    def _option(self, name: str, value: Any) -> list[str]:
        flag = f"--{name.replace('_', '-')}"
        if value is None:
            return []
        if isinstance(value, bool):
            if value:
                return [flag]
            return [f"--no-{flag[2:]}"] if name in _SWITCHED_OFF else []
        if isinstance(value, Mapping):
            if name in _PAIRS:
                return [f"{flag}={','.join(f'{key}={_text(part)}' for key, part in value.items())}"]
            if name == "predict":
                return [f"{flag}={self.file(value, name)}"]
            if name == "survey":
                return [f"{flag}={self.json(value, name)}"]
            return [f"{flag}={json.dumps(value)}"]
        if isinstance(value, (str, os.PathLike)) or not _is_list(value):
            if hasattr(value, "to_csv") or hasattr(value, "write_csv"):
                return [f"{flag}={self.file(value, name)}"]
            return [f"{flag}={_text(value)}"]
        values = list(value)
        if name == "labels":
            return [f"{flag}={self.file({'category': values}, name)}"]
        if name == "truth":
            return [f"{flag}={json.dumps(values)}"]
        if name in _REPEATED:
            return [f"{flag}={_text(one)}" for one in values]
        return [f"{flag}={','.join(_quoted(one) for one in values)}"]


def _is_list(value: Any) -> bool:
    return isinstance(value, Iterable) and not hasattr(value, "to_csv") and not hasattr(value, "write_csv")


def _text(value: Any) -> str:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    # Numbers of numpy say their type where plain ones do not.
    return str(value.item()) if hasattr(value, "item") else str(value)


def _quoted(value: Any) -> str:
    text = _text(value)
    return '"' + text.replace('"', '""') + '"' if isinstance(value, str) and ("," in text or '"' in text) else text


def _write_table(data: Any, path: str) -> None:
    if hasattr(data, "convert_dtypes"):
        # Whole numbers beside missing ones are floating-point in pandas; their categories are called 1, not 1.0.
        data.convert_dtypes(convert_string=False, convert_boolean=False).to_csv(path, index=False)
    elif hasattr(data, "to_csv"):
        data.to_csv(path, index=False)
    elif hasattr(data, "write_csv"):
        data.write_csv(path)
    elif isinstance(data, Mapping):
        columns = [list(column) for column in data.values()]
        if len({len(column) for column in columns}) > 1:
            raise ValueError(f"data: expected columns of one length; got {', '.join(str(len(column)) for column in columns)}")
        _write_rows(path, list(data), zip(*columns))
    elif _is_list(data):
        rows = list(data)
        if not all(isinstance(row, Mapping) for row in rows):
            raise TypeError("data: expected a path, a data frame, a mapping of columns or a list of mappings")
        names = list(dict.fromkeys(name for row in rows for name in row))
        _write_rows(path, names, ([row.get(name) for name in names] for row in rows))
    else:
        raise TypeError(f"data: expected a path, a data frame, a mapping of columns or a list of mappings; got {type(data).__name__}")


def _write_rows(path: str, names: list[Any], rows: Iterable[Iterable[Any]]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(["" if value is None or value != value else value for value in row] for row in rows)
