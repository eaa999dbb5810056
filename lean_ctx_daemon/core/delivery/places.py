"""What a file's name says about its part in a repository: manifest or way in.

Names only, no content. Used by the overview; a table to extend when a language is added.

Tests: tests/core/delivery/test_places.py
"""

from __future__ import annotations

import posixpath
from typing import Final

from lean_ctx_daemon.core.types import NO_PARENT, FileFacts, SymbolKind

MANIFESTS: Final = {
    "pyproject.toml": "Python project: pip install -e ., pytest",
    "setup.py": "Python project: pip install -e .",
    "tox.ini": "Python test environments: tox",
    "noxfile.py": "Python sessions: nox",
    "package.json": "Node package: npm install, npm test",
    "deno.json": "Deno project: deno task",
    "Cargo.toml": "Rust crate: cargo build, cargo test",
    "go.mod": "Go module: go build ./..., go test ./...",
    "pom.xml": "Maven project: mvn verify",
    "build.gradle": "Gradle project: gradle build",
    "build.gradle.kts": "Gradle project: gradle build",
    "build.sbt": "sbt project: sbt test",
    "CMakeLists.txt": "CMake project: cmake -B build, cmake --build build, ctest",
    "meson.build": "Meson project: meson setup build, meson test -C build",
    "configure.ac": "Autotools project: autoreconf -i, ./configure, make check",
    "BUILD.bazel": "Bazel package: bazel build, bazel test",
    "Makefile": "make targets",
    "justfile": "just recipes",
    "Rakefile": "Ruby tasks: rake",
    "Gemfile": "Ruby dependencies: bundle install",
    "mix.exs": "Elixir project: mix compile, mix test",
    "composer.json": "PHP package: composer install",
    "Package.swift": "Swift package: swift build, swift test",
    "Dockerfile": "container image: docker build",
    "docker-compose.yml": "services: docker compose up",
    "compose.yaml": "services: docker compose up",
}
_SUFFIX_MANIFESTS: Final = {
    ".sln": ".NET solution: dotnet build, dotnet test",
    ".csproj": ".NET project: dotnet build",
    ".gemspec": "Ruby gem: bundle install, rake",
    ".cabal": "Haskell package: cabal build, cabal test",
}
_WAYS_IN: Final = frozenset(
    {
        "__main__.py",
        "main.py",
        "manage.py",
        "app.py",
        "wsgi.py",
        "asgi.py",
        "main.go",
        "main.rs",
        "main.c",
        "main.cc",
        "main.cpp",
        "main.swift",
        "main.dart",
        "main.zig",
        "Main.java",
        "Program.cs",
        "index.js",
        "index.mjs",
        "index.ts",
        "index.php",
    }
)


def manifest_meaning(path: str) -> str:
    """What the manifest `path` stands for and how it is built and tested; "" for other files."""
    name = posixpath.basename(path)
    return MANIFESTS.get(name) or _SUFFIX_MANIFESTS.get(posixpath.splitext(name)[1], "")


def is_way_in(path: str, facts: FileFacts) -> bool:
    """A program starts here: by the file's name, or by a function `main` at its top."""
    if posixpath.basename(path) in _WAYS_IN:
        return bool(facts.symbols) or facts.n_lines > 1
    return any(
        symbol.name == "main" and symbol.kind is SymbolKind.FUNCTION and symbol.parent == NO_PARENT
        for symbol in facts.symbols
    )
