"""A process that writes generations of the same records until it is killed.

The nursery reads a delay in seconds from each line of its input, forks a writer, kills it that long
after it has begun, and answers with the last generation that the writer knew to be on disk.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
import time

from lean_ctx_daemon.store import RootFile, RootId, RootState, Store, filefacts
from tests.store.samples import key_for, some_facts

N_RECORDS = 6
N_LINES = 3_000  # records of some KB each: a transaction of many pages
FACTS = [some_facts(i, N_LINES) for i in range(N_RECORDS)]
KEYS = [key_for(facts) for facts in FACTS]
ROOT = RootId("/a/root", 1, 2)


def write(folder: str, first: int, acknowledged: int) -> None:
    """Write generation after generation; each is noted in the records as `n_tokens`."""
    store = Store.open(folder)
    for generation in range(first, sys.maxsize):
        for key, facts in zip(KEYS, FACTS, strict=True):
            newer = dataclasses.replace(facts, n_tokens=generation)
            store.put_record(key, filefacts.encoded(key, newer), facts.n_bytes)
        store.save_root(ROOT, RootState({"a": RootFile(None, generation.to_bytes(8, "big"))}))
        if not store.flush():
            raise SystemExit(store.degraded)
        os.write(acknowledged, generation.to_bytes(8, "big"))


def main() -> None:
    """See the module. The cache folder is the only argument."""
    generation = 0
    for line in sys.stdin:
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                write(sys.argv[1], generation + 1, writing)
            finally:
                os._exit(1)
        os.close(writing)
        time.sleep(float(line))
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        assert os.WIFSIGNALED(status), "the writer ended by itself"
        with open(reading, "rb") as pipe:
            generations = pipe.read()
        generation = int.from_bytes(generations[-8:], "big") or generation
        sys.stdout.write(f"{generation}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
