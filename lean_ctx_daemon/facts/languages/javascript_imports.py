"""Which files a JavaScript or TypeScript import means: paths, aliases, packages of a monorepo.

What it does not: look into node_modules or run a bundler's configuration. In this order: relative
paths, `#imports` of the own package, `paths` and `baseUrl` of the nearest tsconfig or jsconfig,
packages of the repository by their package.json's name. Source that was written in TypeScript and
is imported as `.js`, and built output (`dist/…`) whose source lies in `src/…`, are followed to the
source.

Tests: tests/facts/test_javascript_imports.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from posixpath import dirname, normpath
from typing import Final

from lean_ctx_daemon.core.types import ImportRef, Roster
from lean_ctx_daemon.facts.languages.loose_json import loose_json

_EXTENSIONS: Final = (
    ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".json", ".vue",
    ".svelte",
)  # fmt: skip

# What a compiled name may have been written as (TypeScript's own rule for ESM imports).
_SOURCES: Final = {
    ".js": (".ts", ".tsx", ".jsx"),
    ".jsx": (".tsx",),
    ".mjs": (".mts",),
    ".cjs": (".cts",),
}

_BUILD_FOLDERS: Final = ("dist", "lib", "build", "out", "esm", "cjs")

# package.json conditions, the source first where a package says it.
_CONDITIONS: Final = (
    "source",
    "types",
    "import",
    "module",
    "require",
    "default",
    "node",
    "browser",
)

# tsconfig files that extend one another: a chain longer than this is a mistake or a cycle.
_MAX_EXTENDS: Final = 8


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The file of the root that `ref` in `importer` means, without the importer itself."""
    module = ref.module.partition("?")[0].removeprefix("node:")
    for candidate in _candidates(importer, module, roster):
        path = _file(candidate, roster)
        if path is not None:
            return (path,) if path != importer else ()
    return ()


def _candidates(importer: str, module: str, roster: Roster) -> Iterator[str]:
    """Paths, without extension perhaps, that the module may mean, likeliest first."""
    folder = dirname(importer)
    if module.startswith("."):
        path = _joined(folder, module)
        if path is not None:
            yield path
        return
    if module.startswith("#"):
        manifest = _nearest(folder, "package.json", roster)
        if manifest is not None:
            imports = _json(manifest, roster).get("imports")
            if isinstance(imports, dict):
                yield from _exported(dirname(manifest), module, imports)
        return
    yield from _aliased(folder, module, roster)
    yield from _of_package(module, roster)


def _joined(folder: str, relative: str) -> str | None:
    """A path below the root, None where it leaves it; "" is the root itself."""
    path = normpath(f"{folder}/{relative}" if folder else relative)
    if path.startswith(("..", "/")):
        return None
    return "" if path == "." else path


def _file(path: str, roster: Roster) -> str | None:
    """The file that a path without extension, or with a compiled one, stands for."""
    if path in roster:
        return path
    for extension in _EXTENSIONS:
        if path + extension in roster:
            return path + extension
    dot = path.rfind(".")
    for source in _SOURCES.get(path[dot:], ()) if dot > 0 else ():
        if path[:dot] + source in roster:
            return path[:dot] + source
    if roster.is_dir(path):
        return _folder_file(path, roster)
    return None


def _folder_file(folder: str, roster: Roster) -> str | None:
    """What importing a folder means: its package's entry, else its index file."""
    prefix = f"{folder}/" if folder else ""
    manifest = _json(f"{prefix}package.json", roster)
    for key in ("source", "module", "main", "types"):
        entry = manifest.get(key)
        if isinstance(entry, str):
            path = _joined(folder, entry)
            if path is not None and path != folder:
                for candidate in (path, *_unbuilt(path)):
                    found = _file(candidate, roster)
                    if found is not None:
                        return found
    for extension in _EXTENSIONS:
        for index in (f"{prefix}index{extension}", f"{prefix}src/index{extension}"):
            if index in roster and (manifest or "src/" not in index[len(prefix) :]):
                return index
    return None


def _unbuilt(path: str) -> Iterator[str]:
    """Where the source of a built file may lie: dist/a.js → src/a.js, a.js."""
    parts = path.split("/")
    for i, part in enumerate(parts):
        if part in _BUILD_FOLDERS:
            stem = "/".join(parts[i + 1 :])
            before = "/".join(parts[:i])
            prefix = f"{before}/" if before else ""
            yield f"{prefix}src/{stem}"
            yield f"{prefix}{stem}"


def _nearest(folder: str, name: str, roster: Roster) -> str | None:
    """The file of that name in the folder or the nearest one above."""
    while True:
        path = f"{folder}/{name}" if folder else name
        if path in roster:
            return path
        if not folder:
            return None
        folder = dirname(folder)


def _json(path: str, roster: Roster) -> Mapping[str, object]:
    text = roster.text(path)
    return loose_json(text) if text is not None else {}


def _aliased(folder: str, module: str, roster: Roster) -> Iterator[str]:
    """`paths` and `baseUrl` of the nearest tsconfig or jsconfig, and of what it extends."""
    config = _nearest(folder, "tsconfig.json", roster) or _nearest(folder, "jsconfig.json", roster)
    for _ in range(_MAX_EXTENDS):
        if config is None:
            return
        content = _json(config, roster)
        options = content.get("compilerOptions")
        if isinstance(options, dict):
            yield from _by_options(dirname(config), module, options)
        parent = content.get("extends")
        if isinstance(parent, list) and parent:
            parent = parent[0]
        config = _extended(config, parent, roster) if isinstance(parent, str) else None


def _extended(config: str, parent: str, roster: Roster) -> str | None:
    path = _joined(dirname(config), parent)
    if path is None:
        return None
    return next((p for p in (path, f"{path}.json", f"{path}/tsconfig.json") if p in roster), None)


def _by_options(folder: str, module: str, options: Mapping[str, object]) -> Iterator[str]:
    base_url = options.get("baseUrl")
    base = _joined(folder, base_url) if isinstance(base_url, str) else folder
    if base is None:
        return
    paths = options.get("paths")
    for pattern, targets in paths.items() if isinstance(paths, dict) else ():
        star = _matched(str(pattern), module)
        if star is not None and isinstance(targets, list):
            for target in targets:
                path = _joined(base, str(target).replace("*", star))
                if path is not None:
                    yield path
    if isinstance(base_url, str):
        path = _joined(base, module)
        if path is not None:
            yield path


def _matched(pattern: str, module: str) -> str | None:
    """What the pattern's `*` stands for in the module ("" without a star), None: no match."""
    head, star, tail = pattern.partition("*")
    if not star:
        return "" if module == pattern else None
    is_match = (
        module.startswith(head) and module.endswith(tail) and len(module) >= len(head) + len(tail)
    )
    return module[len(head) : len(module) - len(tail)] if is_match else None


def _of_package(module: str, roster: Roster) -> Iterator[str]:
    """A package of this repository, by the name that its package.json gives it."""
    parts = module.split("/")
    n_name = 2 if module.startswith("@") else 1
    name, below = "/".join(parts[:n_name]), "/".join(parts[n_name:])
    for manifest in roster.named("package.json"):
        content = _json(manifest, roster)
        if content.get("name") != name:
            continue
        folder = dirname(manifest)
        exports = content.get("exports")
        if isinstance(exports, str):
            exports = {".": exports}
        if isinstance(exports, dict):
            if not any(str(key).startswith(".") for key in exports):
                exports = {".": exports}
            yield from _exported(folder, f"./{below}" if below else ".", exports)
        prefix = f"{folder}/" if folder else ""
        if below:
            yield f"{prefix}{below}"
            yield f"{prefix}src/{below}"
        else:
            yield folder


def _exported(folder: str, key: str, exports: Mapping[str, object]) -> Iterator[str]:
    """Targets of a key of package.json's `exports` or `imports`, sources before built files."""
    for pattern, target in exports.items():
        star = _matched(pattern, key)
        if star is None:
            continue
        for leaf in _leaves(target):
            path = _joined(folder, leaf.replace("*", star))
            if path is not None:
                yield path
                yield from _unbuilt(path)


def _leaves(target: object) -> Iterator[str]:
    """The paths in a conditional target, at most two conditions deep."""
    if isinstance(target, str):
        yield target
    elif isinstance(target, dict):
        for condition in _CONDITIONS:
            inner = target.get(condition)
            if isinstance(inner, str):
                yield inner
            elif isinstance(inner, dict):
                yield from (leaf for leaf in inner.values() if isinstance(leaf, str))
    elif isinstance(target, list):
        yield from (leaf for leaf in target if isinstance(leaf, str))
