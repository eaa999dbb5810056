"""A local daemon that decides what code a language model should see. ARCHITECTURE.md is the map."""

from lctx import __version__

__all__ = ["__version__"]
