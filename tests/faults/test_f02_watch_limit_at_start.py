"""F02: more directories than the kernel has watches for; the root is polled, and it is said."""

from __future__ import annotations

from pathlib import Path

from tests.support.namespaces import run_with_inotify_limit

CODE = """
    import asyncio, json, sys
    from pathlib import Path
    from tests.support.spaces import workspace

    root = Path(sys.argv[1])

    async def run():
        async with workspace(root) as space:
            watched, wanted = space.coverage()
            new = [f"d{i}/polled.py" for i in range(80)]
            for path in new:
                (root / path).write_text("polled = 1")
            async with asyncio.timeout(30):
                while not space.root.snapshot.files.keys() >= set(new):
                    await asyncio.sleep(0.05)
            print(json.dumps({
                "watched": watched, "wanted": wanted, "state": space.state(),
                "is_fresh": space.is_fresh, "notes": space.notes(),
            }))

    asyncio.run(run())
"""


def test_forty_watches_for_eighty_directories(tmp_path: Path) -> None:
    for i in range(80):
        (tmp_path / f"d{i}").mkdir()
        (tmp_path / f"d{i}" / "old.py").write_text("old = 1")
    result = run_with_inotify_limit("watches", 40, CODE, str(tmp_path))
    assert (result["watched"], result["wanted"]) == (40, 81)
    assert (result["state"], result["is_fresh"]) == ("degraded", False)
    (note,) = result["notes"]
    for part in ("40 of 81", "fs.inotify.max_user_watches (now 40)"):
        assert part in note
