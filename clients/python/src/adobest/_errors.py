"""What can go wrong, each as an exception of its own."""

from __future__ import annotations


class AdobestError(Exception):
    """Base of all errors of this package."""


class UsageError(AdobestError):
    """The command refused an option or the data; the message is its sentence."""


class CommandFailed(AdobestError):
    """The command failed for another reason, such as a full disk."""


class CommandNotFound(AdobestError):
    """There is no Node.js, or no command adobest."""


class VersionMismatch(AdobestError):
    """The command is of another major version than this package."""


class Interrupted(AdobestError):
    """A signal ended the command before it was done."""


class AdobestWarning(UserWarning):
    """What the command warns of."""
