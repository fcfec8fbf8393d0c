"""The version of this package, which is that of the command it belongs to."""

__version__ = "2.0.0"
