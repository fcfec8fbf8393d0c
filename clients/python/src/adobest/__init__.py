"""Adaptive Bayesian estimation under local differential privacy.

Each function runs the command of the same name and reads its JSON: nothing is computed here. Every option of the command is an
argument, with underscores for hyphens (``sort_by=`` is ``--sort-by``; ``from_=`` is ``--from``).

>>> import adobest
>>> found = adobest.estimate("people.csv", column="job", epsilon=1)  # doctest: +SKIP
>>> found.laws  # doctest: +SKIP
"""

from ._calls import compare, decode, estimate, power, regress
from ._errors import (
    AdobestError,
    AdobestWarning,
    CommandFailed,
    CommandNotFound,
    Interrupted,
    UsageError,
    VersionMismatch,
)
from ._lines import Collection, Respondent
from ._results import Comparison, Estimate, Plan, Regression, Result
from ._version import __version__

__all__ = [
    "AdobestError",
    "AdobestWarning",
    "Collection",
    "CommandFailed",
    "CommandNotFound",
    "Comparison",
    "Estimate",
    "Interrupted",
    "Plan",
    "Regression",
    "Respondent",
    "Result",
    "UsageError",
    "VersionMismatch",
    "__version__",
    "compare",
    "decode",
    "estimate",
    "power",
    "regress",
]
