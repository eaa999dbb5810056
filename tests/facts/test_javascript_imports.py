from __future__ import annotations

from tests.facts.samples import Files, files, resolved


def test_relative_paths_find_extensions_and_index_files() -> None:
    roster = files("src/a.ts", "src/lib/index.js", "src/main.ts")
    assert resolved("typescript", "src/main.ts", "./a", roster) == ("src/a.ts",)
    assert resolved("typescript", "src/main.ts", "./lib", roster) == ("src/lib/index.js",)
    assert resolved("typescript", "src/lib/index.js", "../a.js", roster) == ("src/a.ts",)
    assert resolved("typescript", "src/main.ts", "../../out", roster) == ()


def test_aliases_of_tsconfig_with_comments_and_inheritance() -> None:
    roster = Files(
        {
            "tsconfig.base.json": """{ // shared
              "compilerOptions": {"baseUrl": ".", "paths": {"@app/*": ["src/app/*"],},},
            }""",
            "web/tsconfig.json": '{"extends": "../tsconfig.base.json"}',
            "src/app/user.ts": "",
            "web/main.ts": "",
        }
    )
    assert resolved("typescript", "web/main.ts", "@app/user", roster) == ("src/app/user.ts",)
    assert resolved("typescript", "web/main.ts", "src/app/user", roster) == ("src/app/user.ts",)


def test_packages_of_a_monorepo_by_name() -> None:
    roster = Files(
        {
            "packages/core/package.json": """{"name": "@x/core", "exports": {
              ".": {"import": "./dist/index.js"}, "./*": "./dist/*.js"}}""",
            "packages/core/src/index.ts": "",
            "packages/core/src/deep.ts": "",
            "packages/old/package.json": '{"name": "old", "main": "lib/old.js"}',
            "packages/old/lib/old.js": "",
            "app/main.ts": "",
        }
    )
    assert resolved("typescript", "app/main.ts", "@x/core", roster) == (
        "packages/core/src/index.ts",
    )
    assert resolved("typescript", "app/main.ts", "@x/core/deep", roster) == (
        "packages/core/src/deep.ts",
    )
    assert resolved("javascript", "app/main.ts", "old", roster) == ("packages/old/lib/old.js",)


def test_imports_map_of_the_own_package() -> None:
    roster = Files(
        {"package.json": '{"imports": {"#db": "./src/db.js"}}', "src/db.js": "", "m.js": ""}
    )
    assert resolved("javascript", "m.js", "#db", roster) == ("src/db.js",)


def test_foreign_packages_mean_no_file() -> None:
    assert resolved("javascript", "a.js", "react", files("a.js", "package.json")) == ()
