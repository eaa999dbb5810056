"""What a file name tells: its language, and whether it is a test, a document, a configuration.

Names only; nothing here looks at a disk. A name with an unknown extension is not a file name
(`v2.3`, `queryset.count`), unless the caller knows that it exists.

Tests: tests/core/intent/test_files.py
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from lean_ctx_daemon.core.types import TaskType


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_LANGUAGES: Final[Mapping[str, str]] = {
    "Ada": "adb ads",
    "Assembly": "asm s",
    "C": "c h",
    "C#": "cs csx",
    "C++": "cc cpp cxx hh hpp hxx ipp",
    "CSS": "css scss sass less",
    "Clojure": "clj cljs cljc edn",
    "CoffeeScript": "coffee",
    "Crystal": "cr",
    "Cython": "pyx pxd",
    "D": "d",
    "Dart": "dart",
    "Elixir": "ex exs heex eex",
    "Elm": "elm",
    "Erlang": "erl hrl yrl",
    "F#": "fs fsi fsx",
    "Fortran": "f90 f95 f03 for",
    "Go": "go",
    "GraphQL": "graphql gql",
    "Groovy": "groovy",
    "HTML": "html htm xhtml",
    "Haskell": "hs lhs",
    "Java": "java",
    "JavaScript": "js mjs cjs jsx",
    "Julia": "jl",
    "Jupyter": "ipynb",
    "Kotlin": "kt kts",
    "Lua": "lua",
    "Nim": "nim",
    "Nix": "nix",
    "OCaml": "ml mli",
    "Objective-C": "m mm",
    "PHP": "php phtml",
    "Pascal": "pas dpr",
    "Perl": "pl pm",
    "PowerShell": "ps1 psm1",
    "Protocol Buffers": "proto",
    "Python": "py pyi pyw",
    "R": "r rmd",
    "Ruby": "rb erb rake gemspec",
    "Rust": "rs",
    "SQL": "sql",
    "Scala": "scala sc",
    "Shell": "sh bash zsh fish",
    "Solidity": "sol",
    "Svelte": "svelte",
    "Swift": "swift",
    "Tcl": "tcl",
    "Terraform": "tf tfvars hcl",
    "TypeScript": "ts tsx mts cts",
    "Vim script": "vim",
    "Vue": "vue",
    "Zig": "zig",
}
_LANGUAGE_BY_EXTENSION: Final = {
    extension: language for language, listed in _LANGUAGES.items() for extension in listed.split()
}
_DOCUMENT_EXTENSIONS: Final = _set("adoc md mdx rst tex txt")
_CONFIG_EXTENSIONS: Final = _set(
    "cfg cmake conf config env ini json json5 jsonc lock mk plist properties toml xml yaml yml bzl "
    "gradle csproj sln vcxproj gyp ac am in gyp gypi nuspec"
)
_OTHER_EXTENSIONS: Final = _set(
    "csv diff ejs hbs j2 jinja jinja2 jsonl log patch pdf plantuml png po pot pug svg tmpl tpl tsv "
    "y l out bat cmd service socket desktop pem snap wasm"
)
_KNOWN_NAMES: Final[Mapping[str, TaskType]] = {
    ".babelrc": TaskType.CONFIG,
    ".dockerignore": TaskType.DEPLOY,
    ".editorconfig": TaskType.CONFIG,
    ".env": TaskType.CONFIG,
    ".env.example": TaskType.CONFIG,
    ".eslintrc": TaskType.CONFIG,
    ".gitattributes": TaskType.CONFIG,
    ".gitignore": TaskType.CONFIG,
    ".npmrc": TaskType.CONFIG,
    ".nvmrc": TaskType.CONFIG,
    ".prettierrc": TaskType.CONFIG,
    "authors": TaskType.DOCUMENT,
    "changelog": TaskType.DOCUMENT,
    "contributing": TaskType.DOCUMENT,
    "dockerfile": TaskType.DEPLOY,
    "gemfile": TaskType.CONFIG,
    "go.mod": TaskType.CONFIG,
    "go.sum": TaskType.CONFIG,
    "jenkinsfile": TaskType.DEPLOY,
    "justfile": TaskType.CONFIG,
    "license": TaskType.DOCUMENT,
    "makefile": TaskType.CONFIG,
    "procfile": TaskType.DEPLOY,
    "rakefile": TaskType.CONFIG,
    "readme": TaskType.DOCUMENT,
    "requirements.txt": TaskType.CONFIG,
    "vagrantfile": TaskType.CONFIG,
    "cmakelists.txt": TaskType.CONFIG,
}
# Names of products that look like file names.
PRODUCTS: Final = _set(
    "alpine.js angular.js backbone.js chart.js d3.js ember.js express.js handlebars.js knex.js "
    "moment.js next.js node.js nuxt.js p5.js react.js require.js socket.io three.js underscore.js "
    "vue.js asp.net vb.net"
)
_TEST_NAME: Final = re.compile(r"(?:^|[/_.\-])(?:tests?|spec|specs|e2e)(?:[/_.\-]|$)")


def extension(name: str) -> str:
    """The extension of a path's last part, lower-case and without the dot; "" if there is none."""
    base = name.rpartition("/")[2]
    return base.rpartition(".")[2].lower() if "." in base.lstrip(".") else ""


def language_of(name: str) -> str | None:
    """The programming language that a file name implies."""
    return _LANGUAGE_BY_EXTENSION.get(extension(name))


def is_file_name(name: str) -> bool:
    """Whether `name`, as written in prose, can only be a file's name or path."""
    written = name.rpartition("/")[2]
    base, end = written.lower(), extension(name)
    if base in _KNOWN_NAMES:
        # "license" is a word, LICENSE and Makefile are files
        return end != "" or written.startswith(".") or written[:1].isupper() or "/" in name
    if base in PRODUCTS or not base.strip("."):
        return False
    return (
        end in _LANGUAGE_BY_EXTENSION
        or end in _DOCUMENT_EXTENSIONS
        or end in _CONFIG_EXTENSIONS
        or end in _OTHER_EXTENSIONS
    )


def task_type_of(name: str) -> TaskType | None:
    """The task type that changing a file of this name speaks for, None for source code."""
    path = name.lower()
    base = path.rpartition("/")[2]
    stem, end = base.partition(".")[0], extension(base)
    known = _KNOWN_NAMES.get(base) or (_KNOWN_NAMES.get(stem) if stem else None)
    if known is not None:
        return known
    if ".github/workflows" in path or base.startswith("dockerfile"):
        return TaskType.DEPLOY
    if end in _DOCUMENT_EXTENSIONS:
        return TaskType.DOCUMENT
    if end in _CONFIG_EXTENSIONS or "config" in stem.split("-"):
        return TaskType.CONFIG
    return TaskType.TEST if _TEST_NAME.search(path) else None
