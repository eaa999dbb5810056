"""JSON as tsconfig files are written: with comments and trailing commas.

What it does not: fail. What cannot be read is an empty object, as if the file were absent.

Tests: tests/facts/test_loose_json.py
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

# A string is matched first, so that `//` in "https://…" is no comment.
_COMMENT: Final = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA: Final = re.compile(r'("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])')


@lru_cache(maxsize=512)
def loose_json(text: str) -> Mapping[str, object]:
    """The object in `text`, or an empty one. Cached: each import of a file asks again."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        without = _COMMENT.sub(lambda match: match.group(1) or "", text)
        without = _TRAILING_COMMA.sub(lambda match: match.group(1) or "", without)
        try:
            value = json.loads(without.removeprefix("\ufeff"))
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}
