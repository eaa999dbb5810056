"""Task text as comparable words: case, accents and apostrophes folded, scripts kept apart.

What it does not: stem, translate or judge. Latin, Greek, Cyrillic, Hebrew and Arabic letters lose
their marks (people type without them); in other scripts marks are letters and stay. Scripts
written without spaces, or with endings that grow on the word, come as runs, one word a run and
its spaces dropped, for the lexicon to look inside.

Tests: tests/core/intent/test_words.py
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_MARKED_SCRIPTS_END: Final = 0x0780  # below: Latin, Greek, Cyrillic, Hebrew, Arabic, Syriac
UNSPACED: Final = (  # a regex character class, without its brackets
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\uac00-\ud7a3"  # Hangul: spaced, but its endings grow on the word
)
_SEPARATORS: Final = (
    r"\s\x00-/:-@\[-^`{-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\u2000-\u206f\u2190-\u2bff"
    "\u0964\u0965\u060c\u061b\u061f\u3000-\u3004\u3008-\u303f\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20"
)
_WORD: Final = re.compile(f"[{UNSPACED}]+(?:\x20+[{UNSPACED}]+)*|[^{UNSPACED}{_SEPARATORS}]+")
_CONTRACTION: Final = re.compile(r"(?<=\w)'(?=(?:t|s|re|ve|ll|m|d)\b)")
_UNSPACED_WORD: Final = re.compile(f"[{UNSPACED}]")


class _Folding(dict[int, str]):
    """A translation table that fills itself: each character is folded once per process."""

    def __missing__(self, code: int) -> str:
        # Twice: what a compatibility form decomposes into may have marks or a case of its own.
        once = _folded_character(chr(code))
        self[code] = "".join(map(_folded_character, once))
        return self[code]


def _folded_character(character: str) -> str:
    if character in "\u2018\u2019\u02bc":
        return "'"
    if character == "\u0131":  # the dotless i of Turkish, often typed as i
        return "i"
    parts = unicodedata.normalize("NFKD", character)
    if ord(parts[0]) >= _MARKED_SCRIPTS_END:
        return unicodedata.normalize("NFKC", character).casefold()
    kept = (part for part in parts if unicodedata.category(part) != "Mn")
    return "".join(kept).casefold()  # a mathematical letter has a case only now


_FOLDING: Final = _Folding()


def folded(text: str) -> str:
    """`text` in one case and without marks; for Latin text 'Lösche' becomes 'losche'."""
    return _CONTRACTION.sub("", text.casefold().translate(_FOLDING))


def words(text: str) -> list[str]:
    """Words of `text` in order, folded: `don't` is `dont`, `l'app` is `l`, `app`."""
    return [word.replace(" ", "") for word in _WORD.findall(folded(text))]


def is_unspaced(word: str) -> bool:
    """Whether `word` is a run of a script in which words are not separated by spaces."""
    return _UNSPACED_WORD.match(word) is not None
