"""The thin client `lctx`, and what it shares with the daemon (`address`, `spawn`, `wire`)."""

__version__ = "0.1.0"
