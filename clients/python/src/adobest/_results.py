"""What commands have found: their JSON, and the same as tidy tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

#: A data frame where pandas is installed, else a list of dictionaries.
Table = Any
Row = dict[str, Any]

#: Rows of the small table that notebooks show.
_SHOWN = 20


def table(rows: Sequence[Row]) -> Table:
    try:
        import pandas
    except ImportError:
        return list(rows)
    return pandas.DataFrame(list(rows))


class Result:
    """The outcome of a command."""

    def __init__(self, raw: dict[str, Any], warnings: Sequence[str] = (), draws: dict[str, Any] | None = None) -> None:
        #: The JSON of the command.
        self.raw = raw
        #: What the command warns of, in its words.
        self.warnings: list[str] = list(dict.fromkeys([*raw.get("warnings", []), *warnings]))
        #: The draws, as ``arviz.from_dict`` takes them; None unless they were asked for.
        self.draws = draws

    @property
    def queries(self) -> Table:
        """What ``show=`` asked: one row a query, with mean, sd, lower, upper and, where it is known, the truth."""
        return table(self._queries())

    def _queries(self) -> list[Row]:
        return [
            {
                "query": query["query"],
                "mean": query["mean"],
                "sd": query["sd"],
                "lower": query["interval"][0],
                "upper": query["interval"][1],
                **({"truth": query["truth"]} if "truth" in query else {}),
            }
            for query in self.raw.get("queries", [])
        ]

    def to_arviz(self) -> Any:
        """The draws as ArviZ has them (``draws=True`` keeps them)."""
        if self.draws is None:
            raise ValueError("draws: expected draws=True in the call, which keeps them")
        import arviz

        groups = {name: value for name, value in self.draws.items() if name not in ("coords", "dims")}
        more = {"coords": self.draws.get("coords", {}), "dims": self.draws.get("dims", {})}
        if int(arviz.__version__.split(".")[0]) >= 1:
            return arviz.from_dict(groups, **more)
        return arviz.from_dict(**groups, **more)

    def _rows(self) -> list[Row]:
        return self._queries()

    def _title(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        rows = self._rows()
        body = _text_table(rows[:_SHOWN])
        more = f"\n… {len(rows) - _SHOWN} more rows" if len(rows) > _SHOWN else ""
        said = "".join(f"\nwarning: {warning}" for warning in self.warnings)
        return f"{self._title()}\n{body}{more}{said}"

    def _repr_html_(self) -> str:
        rows = self._rows()
        names = _names(rows)
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_cell(row.get(name)))}</td>" for name in names) + "</tr>" for row in rows[:_SHOWN]
        )
        more = f"<p>… {len(rows) - _SHOWN} more rows</p>" if len(rows) > _SHOWN else ""
        said = "".join(f"<p>⚠ {escape(warning)}</p>" for warning in self.warnings)
        return f"<p>{escape(self._title())}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}{said}"


class Estimate(Result):
    """What ``estimate`` and ``decode`` have found."""

    @property
    def laws(self) -> Table:
        """One row a cell: about, group and labels where there are some, mean, sd, lower, upper and, where it is known, the truth."""
        return table(self._laws())

    def _laws(self) -> list[Row]:
        if "laws" not in self.raw:
            return list(_cells({**self.raw, "labels": self.raw["categories"]}))
        return [row for law in self.raw["laws"] for row in _cells(law)]

    def _rows(self) -> list[Row]:
        return self._laws()

    def _title(self) -> str:
        people = self.raw.get("users", self.raw.get("answers"))
        return f"{people} people, audited epsilon {_cell(self.raw['auditedEpsilon'])}"


class Regression(Result):
    """What ``regress`` has found."""

    @property
    def coefficients(self) -> Table:
        """One row a coefficient, with mean, sd, lower, upper, rhat and effective draws."""
        return table(self.raw["coefficients"])

    @property
    def effects(self) -> Table:
        """How much a share, a mean or a median changes, on average over the people, by one unit more or by a level of a factor."""
        return table(self.raw["effects"])

    @property
    def predictions(self) -> Table:
        """For each row of ``predict=`` the probability of each category, or mean and quantiles of a scale or a number."""
        return table(self.raw.get("predictions", []))

    def _rows(self) -> list[Row]:
        return list(self.raw["coefficients"])

    def _title(self) -> str:
        return f"{self.raw['formula']}: {self.raw['people']} people, audited epsilon {_cell(self.raw['epsilon'])}"


class Plan(Result):
    """What ``power`` has found: how many people, which ε or which width."""

    @property
    def statement(self) -> str:
        """The plan in words."""
        return str(self.raw.get("statement", ""))

    def _rows(self) -> list[Row]:
        return [{"": name, "value": value} for name, value in self.raw.items() if isinstance(value, (int, float))] + [
            {"": f"{name} {part}", "value": value}
            for name, parts in self.raw.items()
            if isinstance(parts, dict)
            for part, value in parts.items()
            if isinstance(value, (int, float))
        ]

    def _title(self) -> str:
        return self.statement or "Plan"


class Comparison(Result):
    """What ``compare`` has found."""

    @property
    def results(self) -> Table:
        """One row a strategy and level."""
        return table([_flat(row) for row in self.raw["results"]])

    @property
    def differences(self) -> Table:
        """How much each strategy differs from the reference, on the same people."""
        return table([_flat(row) for row in self.raw["differences"]])

    def _rows(self) -> list[Row]:
        return [_flat(row) for row in self.raw["results"]]

    def _title(self) -> str:
        return f"{self.raw['runs']} runs of {self.raw['users']} people"


def _cells(law: dict[str, Any]) -> Iterator[Row]:
    about, group, labels = law.get("about"), law.get("group"), law["labels"]
    head: Row = {} if about is None else {"about": about if isinstance(about, str) else ":".join(about)}
    if group is not None:
        head["group"] = group
    if isinstance(about, list):
        rows, columns = labels
        places = [((u, v), {"label": a, "label2": b}) for u, a in enumerate(rows) for v, b in enumerate(columns)]
    else:
        places = [((x,), {"label": label}) for x, label in enumerate(labels)]
    numbers = {"mean": law["estimate"], "sd": law["sd"], "lower": law["interval"]["lower"], "upper": law["interval"]["upper"]}
    if "truth" in law:
        numbers["truth"] = law["truth"]
    for place, named in places:
        yield {**head, **named, **{name: _at(values, place) for name, values in numbers.items()}}


def _at(values: Any, place: tuple[int, ...]) -> Any:
    for index in place:
        values = values[index]
    return values


def _flat(row: Row, before: str = "") -> Row:
    flat: Row = {}
    for name, value in row.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{before}{name}_"))
        else:
            flat[f"{before}{name}"] = value
    return flat


def _names(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _text_table(rows: Sequence[Row]) -> str:
    names = _names(rows)
    cells = [names, *([_cell(row.get(name)) for name in names] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(names))]
    return "\n".join("  ".join(text.rjust(width) for text, width in zip(line, widths)) for line in cells)
