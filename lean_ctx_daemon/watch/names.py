"""What file names alone say: never source, never to be read, or not text.

Three lists, each with its own consequence: *ignored* names do not exist for the daemon (nobody
misses them, and nobody can name them); *secret* and *binary* names are listed with the reason
and never opened. Only unambiguous names stand here: `build`, `dist`, `out` and `vendor` hold real
sources in many repositories, so the repository's own ignore files decide about them.

Tests: tests/watch/test_names.py
"""

from __future__ import annotations

from typing import Final

from lean_ctx_daemon.core.types import SkipReason

# Version control, installed dependencies, caches and tools' own state.
IGNORED_DIRECTORIES: Final = frozenset({
    ".git", ".hg", ".svn", ".jj", ".sl", ".bzr", "_darcs", "CVS",
    "node_modules", "bower_components", "jspm_packages", ".pnpm-store", ".yarn", ".bundle",
    "__pycache__", "__pypackages__", ".venv", ".eggs", ".tox", ".nox", ".mypy_cache", ".pytype",
    ".ruff_cache", ".pytest_cache", ".hypothesis", ".ipynb_checkpoints", "htmlcov",
    ".next", ".nuxt", ".svelte-kit", ".parcel-cache", ".turbo", ".angular", ".nyc_output",
    ".sass-cache", ".gradle", ".idea", ".vs", ".metals", ".bloop", ".terraform", ".dart_tool",
    ".stack-work", ".elixir_ls", ".direnv", ".cache", "DerivedData", ".Trash", ".fleet",
})  # fmt: skip
IGNORED_DIRECTORY_SUFFIXES: Final = (".egg-info", ".xcuserdatad")

# Locked dependency versions: long, generated, and never what a task edits.
IGNORED_FILES: Final = frozenset({
    ".git", ".DS_Store", "Thumbs.db", "desktop.ini",
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock",
    "bun.lockb", "deno.lock", "Cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "pixi.lock",
    "Pipfile.lock", "conda-lock.yml", "go.sum", "go.work.sum", "Gemfile.lock", "composer.lock",
    "mix.lock", "pubspec.lock", "Podfile.lock", "Package.resolved", "packages.lock.json",
    "gradle.lockfile", "flake.lock", ".terraform.lock.hcl", "Cartfile.resolved", "rebar.lock",
})  # fmt: skip
# Generated from another file that is there, or an editor's copy of one.
IGNORED_FILE_SUFFIXES: Final = (
    ".min.js", ".min.mjs", ".min.css", ".js.map", ".css.map", ".mjs.map", ".cjs.map", ".ts.map",
    "~", ".swp", ".swo", ".swx", "___jb_tmp___", "___jb_old___",
)  # fmt: skip

# A directory with one of these is not part of the tree around it: an installed Python, or a
# cache by the Cache Directory Tagging Specification (cargo, pytest, ruff, mypy write it).
GENERATED_MARKERS: Final = frozenset({"pyvenv.cfg", "CACHEDIR.TAG"})
# Beside one of these, `target` is what a build wrote.
TARGET_MANIFESTS: Final = frozenset({"Cargo.toml", "pom.xml"})

_SECRET_DIRECTORIES: Final = frozenset({".git", ".ssh", ".gnupg", ".aws", ".azure", ".kube"})
_SECRET_FILES: Final = frozenset({
    ".env", ".envrc", ".netrc", "_netrc", ".npmrc", ".yarnrc", ".pypirc", ".pgpass", ".my.cnf",
    ".htpasswd", ".git-credentials", ".dockercfg", ".s3cfg", ".boto", "kubeconfig", "credentials",
    "credentials.json", "credentials.yml", "credentials.yaml", "credentials.toml",
    "credentials.xml", "client_secret.json", "client_secrets.json", "service-account.json",
    "service_account.json", "secrets.json", "secrets.yml", "secrets.yaml", "secrets.toml",
    "master.key", ".vault-token", ".vault_pass", "terraform.tfstate", "terraform.tfstate.backup",
})  # fmt: skip
_SECRET_SUFFIXES: Final = (
    ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".p8", ".gpg", ".tfstate",
)  # fmt: skip
_SECRET_PREFIXES: Final = ("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519")
# `.env.example` is written to be read.
_SAMPLE_WORDS: Final = frozenset({"example", "sample", "template", "dist", "tpl", "tmpl", "schema"})

_BINARY_WORDS: Final = (
    # images, fonts, sound and film
    "png jpg jpeg jpe jfif gif bmp ico icns tif tiff webp avif heic psd ai eps xcf sketch fig "
    "ttf otf woff woff2 eot ttc pfb mp3 wav ogg oga flac aac m4a mid midi mp4 m4v mov avi mkv "
    "webm wmv flv swf "
    # archives, packages, disk images
    "zip gz tgz bz2 tbz tbz2 xz txz zst lz4 lzma 7z rar tar jar war ear aar apk ipa whl egg gem "
    "nupkg vsix deb rpm dmg iso img cab crate "
    # compiled code and its tables
    "o obj a lib so dylib dll exe pdb ilk com sys ko elf wasm class pyc pyo pyd beam node nib "
    "bc rlib rmeta dex odex "
    # documents and data
    "pdf doc docx xls xlsx ppt pptx odt ods odp epub djvu db sqlite sqlite3 mdb ldb parquet orc "
    "avro arrow feather npy npz pkl pickle joblib h5 hdf5 mat rds rdata onnx pt pth ckpt "
    "safetensors gguf tflite pb bin dat pack idx mo gmo shp dbf las laz blend fbx glb stl 3ds "
    "unitypackage snap jpgz p7b der cer crt pcap pcapng"
)  # fmt: skip
BINARY_EXTENSIONS: Final = frozenset(_BINARY_WORDS.split())


def is_ignored_name(name: str, *, is_dir: bool) -> bool:
    """Whether an entry of this name is nothing the daemon knows of, in any repository."""
    if is_dir:
        return name in IGNORED_DIRECTORIES or name.endswith(IGNORED_DIRECTORY_SUFFIXES)
    return name in IGNORED_FILES or name.endswith(IGNORED_FILE_SUFFIXES)


def is_secret(path: str) -> bool:
    """Whether the path names something that may hold a password, a key or a token."""
    *parents, name = path.lower().split("/")
    if name in _SECRET_FILES or name.endswith(_SECRET_SUFFIXES):
        return True
    if name.startswith(_SECRET_PREFIXES) and not name.endswith(".pub"):
        return True
    if _is_environment(name):
        return True
    return not _SECRET_DIRECTORIES.isdisjoint(parents)


def _is_environment(name: str) -> bool:
    """`.env.local`, `prod.env`, but not `.env.example` and not `env.py`."""
    words = name.split(".")
    is_environment = name.startswith(".env.") or (len(words) > 1 and words[-1] == "env")
    return is_environment and not _SAMPLE_WORDS.intersection(words)


def skip_reason_of_name(path: str) -> SkipReason | None:
    """Why a file of this path is never opened, or None."""
    if is_secret(path):
        return SkipReason.SECRET
    name = path.rpartition("/")[2]
    stem, dot, extension = name.rpartition(".")
    if stem and dot and extension.lower() in BINARY_EXTENSIONS:
        return SkipReason.BINARY
    return None
