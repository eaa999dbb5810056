"""The vocabulary every room shares: the nouns of the product, frozen and without behaviour.

What it does not: read, parse, compute or compare anything. A value here is a fact somebody
else established. Paths are root-relative, with `/`, and text; bytes that are not UTF-8 appear
escaped (`%FF`). Lines are 1-based and inclusive.

Tests: tests/core/test_types.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

NO_PARENT: Final = -1
NO_SYMBOL: Final = -1


class LctxError(Exception):
    """What can go wrong in a way the user is told about. `hint` says the way out."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadRequest(LctxError):
    """Wrong usage: an unknown option, mode or method, a value out of range. Exit code 2."""


class Refused(LctxError):
    """The answer is no, or the file has a problem (missing, binary, secret …). Exit code 1.

    `reason` is set where the problem is one that a file is listed with.
    """

    def __init__(self, message: str, *, hint: str = "", reason: SkipReason | None = None) -> None:
        super().__init__(message, hint=hint)
        self.reason = reason


class Unavailable(LctxError):
    """The daemon cannot serve at the moment. Exit code 75."""


# --------------------------------------------------------------------------- intent


class TaskType(StrEnum):
    """What a task wants done."""

    EXPLORE = "Explore"
    GENERATE = "Generate"
    FIX_BUG = "FixBug"
    REFACTOR = "Refactor"
    TEST = "Test"
    REVIEW = "Review"
    CONFIG = "Config"
    DEPLOY = "Deploy"
    DOCUMENT = "Document"


class Scope(StrEnum):
    """How much of a root a task is about."""

    SINGLE_FILE = "SingleFile"
    MULTI_FILE = "MultiFile"
    CROSS_MODULE = "CrossModule"
    PROJECT_WIDE = "ProjectWide"


@dataclass(frozen=True, slots=True)
class StructuredIntent:
    """Layer 2's result. `specificity` in [0, 1] sets Boltzmann's β = 0.8 + 4·s."""

    task_type: TaskType
    confidence: float
    targets: tuple[str, ...]
    scope: Scope
    language: str | None
    urgency: float
    action_verb: str
    specificity: float


# --------------------------------------------------------------------------- reading


class ModeName(StrEnum):
    """How a file is rendered; `lines` carries its ranges as `lines:A-B[,C-D]`."""

    AUTO = "auto"
    FULL = "full"
    MAP = "map"
    SIGNATURES = "signatures"
    TASK = "task"
    REFERENCE = "reference"
    LINES = "lines"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Lines first..last, 1-based, inclusive."""

    first: int
    last: int


# --------------------------------------------------------------------------- facts


class SymbolKind(StrEnum):
    """What a definition defines."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"
    INTERFACE = "interface"
    STRUCT = "struct"
    ENUM = "enum"
    TRAIT = "trait"
    TYPE = "type"
    MODULE = "module"
    CONSTANT = "constant"
    VARIABLE = "variable"
    FIELD = "field"
    MACRO = "macro"
    HEADING = "heading"
    KEY = "key"


class NodeKind(IntEnum):
    """What an outline node is. The order has no meaning."""

    STATEMENT = 0
    DEFINITION = 1  # function, method, macro: has a symbol
    TYPE = 2  # class, interface, struct, enum, trait, impl, namespace …: has a symbol
    IMPORT = 3
    CONSTANT = 4  # module- or class-level assignment: has a symbol
    COMMENT = 5  # comments, and documentation strings
    BLOCK = 6  # a statement with statements inside: if, for, try, with, a call with a callback …


@dataclass(frozen=True, slots=True)
class Symbol:
    """One definition. `parent` indexes the file's symbols, or is NO_PARENT.

    `first` counts decorators, attributes and annotations, not the comment above. `header_last` is
    the last line of the header (up to where the body opens). `qualname` joins with `.`.
    """

    name: str
    qualname: str
    kind: SymbolKind
    first: int
    header_last: int
    last: int
    parent: int = NO_PARENT
    exported: bool = True


@dataclass(frozen=True, slots=True)
class ImportRef:
    """One import as written.

    `module` is the spelled module or path, with its leading dots; `names` what is bound or picked
    from it (`*` for all).
    """

    module: str
    names: tuple[str, ...]
    line: int
    is_type_only: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """The statement tree of a file, as arrays in pre-order (all of equal length).

    Laws (tests/core/test_outline.py): siblings are disjoint and ascend; a child starts after its
    parent's first line and ends within it; a node's *own lines* are its lines that no child covers
    (header, `else:`, closing brace), and they are shown all or none.
    Shapes: first, last, parent, symbol int32; kind uint8. Roots have parent NO_PARENT.
    """

    first: NDArray[np.int32]
    last: NDArray[np.int32]
    parent: NDArray[np.int32]
    kind: NDArray[np.uint8]
    symbol: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True, slots=True)
class Chunks:
    """The units that are ranked and packed: consecutive, disjoint, ascending runs of lines.

    Together they cover every non-blank line of the file. `symbol` is the innermost definition that
    the chunk is (or is a part of), or NO_SYMBOL (imports, loose logic). `tokens` is the o200k
    count of the chunk's lines as they stand in the file.
    Shapes: all int32, equal length.
    """

    first: NDArray[np.int32]
    last: NDArray[np.int32]
    symbol: NDArray[np.int32]
    tokens: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.first)


class Field(IntEnum):
    """Where in a file a term stands. Each has its own length normalisation."""

    BODY = 0
    NAME = 1  # the chunk's defined name and its qualifiers
    DOC = 2  # documentation strings and comments


@dataclass(frozen=True, slots=True)
class Bag:
    """The terms of a file by chunk and field: what the lexical index is made of.

    `terms` are distinct, normalised (core/relevance/terms.py). Row i says that terms[term[i]]
    occurs tf[i] times in field[i] of chunk[i]; rows are sorted by (term, chunk, field).
    Shapes: `text` has a term a line: one string instead of hundreds, since bags only travel, from
    a worker or the store to the index; term, chunk int32; field, tf uint8 (tf saturates at 255).
    """

    text: str
    term: NDArray[np.int32]
    chunk: NDArray[np.int32]
    field: NDArray[np.uint8]
    tf: NDArray[np.uint8]

    @property
    def terms(self) -> list[str]:
        """The terms, by number."""
        return self.text.split("\n") if self.text else []


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Everything derived from one file's bytes, and from nothing else: path-free.

    `language` is a key of facts.languages ("" = plain text without a grammar). `line_tokens[i]`
    is the o200k count of line i+1. `calls` and `bases` are distinct names referred to. `package`
    is what the file declares itself to belong to (Go package, Java package, C# namespace …).
    """

    language: str
    digest: bytes
    n_bytes: int
    n_lines: int
    n_tokens: int
    line_tokens: NDArray[np.int32]
    symbols: tuple[Symbol, ...]
    imports: tuple[ImportRef, ...]
    calls: tuple[str, ...]
    bases: tuple[str, ...]
    package: str
    outline: Outline
    chunks: Chunks
    bag: Bag
    has_errors: bool = False


class SkipReason(StrEnum):
    """Why a file of the tree has no facts. The file is listed, never silently left out."""

    BINARY = "binary"
    SIZE = "size"
    SECRET = "secret"  # noqa: S105 — the reason why a file is not read
    NOT_REGULAR = "not a regular file"
    PERMISSION = "permission denied"
    SYMLINK = "symlink"
    IO = "read error"
    CRASH = "analysis failed"


# --------------------------------------------------------------------------- ranking


@dataclass(frozen=True, slots=True)
class FileRelevance:
    """One ranked file: relevance = 0.7·heat + 0.3·pagerank (then raised by community)."""

    path: str
    relevance: float
    heat: float
    pagerank: float
    community: int


@dataclass(frozen=True, slots=True)
class Metric:
    """What one layer of the pipeline did."""

    layer: str
    tokens_in: int
    tokens_out: int
    ms: float


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file (or part of it) as it is shown. `ranges` are the source lines that `text` shows."""

    text: str
    ranges: tuple[Span, ...]
    tokens: int
    mode: str


class TokenCounter(Protocol):
    """Exact o200k counts, handed into core by whoever owns a tokenizer."""

    def __call__(self, text: str, /) -> int:
        """The number of tokens of `text`."""
        ...


class Roster(Protocol):
    """The set of files of a root, as import resolution needs it; only `text` touches the disk."""

    def __contains__(self, path: object, /) -> bool:
        """Whether a file of this path is known."""
        ...

    def children(self, directory: str) -> tuple[str, ...]:
        """Paths of the files directly in `directory` ("" = the root), sorted."""
        ...

    def is_dir(self, directory: str) -> bool:
        """Whether a known file lies somewhere below `directory`."""
        ...

    def named(self, basename: str) -> tuple[str, ...]:
        """Paths of all files with this base name, sorted."""
        ...

    def text(self, path: str) -> str | None:
        """Text of a small manifest (go.mod, tsconfig.json, package.json), None if absent."""
        ...


# --------------------------------------------------------------------------- disk


@dataclass(frozen=True, slots=True)
class Signature:
    """What `lstat` says of one file: equal signatures, most likely the same bytes.

    Most likely only: a write of equal length within the clock's granularity changes nothing here,
    so whoever saw an event reads again. Units: size in bytes, times in nanoseconds.
    """

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    device: int
