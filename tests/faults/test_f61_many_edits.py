"""F61: hundreds of edits do not make the daemon grow."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.support.processes import address, daemon_pid, instance, run_client
from tests.support.serving import json_peer
from tests.support.spaces import repository

N_FILES, N_EDITS, N_WARM = 50, 500, 200
# Ours is 1 MB per 1,000 edits, once the caches are full: after some 1,500. Until then they fill; a
# snapshot or a reply kept for each edit would take ten times as much.
MAX_GROWTH_KIB = 5 * 1024


def resident_kib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1])


def text(i: int, edit: int) -> str:
    return "".join(f"def token_{i}_{j}(a):\n    return a + {edit}\n\n\n" for j in range(30))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="resident size is read from /proc")
def test_five_hundred_edits(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {f"m{i}.py": text(i, -1) for i in range(N_FILES)})
    seen: list[int] = []

    async def run(home: str) -> None:
        async with json_peer(address(home)) as peer:
            await peer.ask("ctx_root", action="add", path=str(folder))
            await peer.ask("ctx_sync", root=str(folder))
            for edit in range(N_WARM + N_EDITS):
                i = edit % N_FILES
                (folder / f"m{i}.py").write_text(text(i, edit))
                reply = await peer.ask("ctx_rank", task=f"fix token_{i}_3", root=str(folder))
                assert reply["result"]["files"]
                if edit >= N_WARM and edit % 50 == 0:
                    seen.append(resident_kib(daemon_pid(home)))

    with instance() as home:
        run_client(home, "ping").check_returncode()
        asyncio.run(run(home))
    growth_kib = seen[-1] - seen[0]
    sys.stdout.write(f"resident KiB, every 50 edits: {seen}\n")
    assert growth_kib < MAX_GROWTH_KIB
