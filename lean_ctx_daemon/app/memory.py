"""What this process does about its memory: pauses of the garbage collector, and giving back.

A full collection looks at every object that lives, 0.1 s for the facts of a large root, and it
begins in the middle of whatever runs. So what has come to stay is *frozen* (never looked at
again: counting references still frees it, only cycles in it would stay, and facts have none), and
full collections are left to `tidied`, called when nobody waits.

glibc keeps what a first index freed, 100 MB of it; `tidied` hands that back to the system. One
arena for all threads, since they take turns anyway, leaves fewer holes.

What it does not: measure, or evict.

Tests: tests/app/test_memory.py
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

SWITCH_INTERVAL_S: Final = 0.0005  # the loop waits that long for each thread that computes
# The usual ones but for the last, which makes automatic full collections so rare that `tidied`
# comes first. The first two bound a pause: 20,000 objects are looked at in 10 ms.
GC_THRESHOLDS: Final = (2_000, 10, 100_000)
# More new objects than this are the facts of a large root, not worth a pause of 30 ms and more.
MANY_OBJECTS: Final = 50_000


_M_ARENA_MAX: Final = -8  # of malloc.h


def prepared() -> None:
    """Make this process answer without long pauses; call once, when everything is imported."""
    if (mallopt := _libc("mallopt")) is not None:
        mallopt(_M_ARENA_MAX, 1)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@contextmanager
def filling() -> Iterator[None]:
    """No collections while a large root is taken in, which is a fifth of the time it takes.

    What comes in has no cycles; it is frozen afterwards, with all else that lives.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def tidied() -> None:
    """Collect, freeze what is left, and give free memory back. Blocks for up to 30 ms."""
    if len(gc.get_objects()) < MANY_OBJECTS:
        gc.collect()
    gc.freeze()
    if (trim := _libc("malloc_trim")) is not None:
        trim(0)  # without the interpreter lock


def _libc(name: str) -> Callable[..., int] | None:
    """A function of glibc's allocator; None where there is another one."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
