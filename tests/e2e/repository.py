"""A small repository with Python, TypeScript and Go files and a git history, always the same bytes.

Big enough for every mode to differ, small enough to read a transcript with the files in mind. The
dates of its commits are fixed, so that its history is, too.

Tests: tests/e2e/test_repository.py
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_SESSION: Final = '''\
"""Sessions: who is logged in, and until when."""

import time

from shop.db import connect

TTL_S = 3600


class Session:
    """One login."""

    def __init__(self, user, started_s):
        self.user = user
        self.started_s = started_s

    def is_expired(self, now_s):
        """Whether the session has ended at now_s."""
        return now_s - self.started_s > TTL_S


def create_session(user):
    """A new session, stored."""
    session = Session(user, time.time())
    connect().execute("insert into sessions values (?, ?)", (user, session.started_s))
    return session


def refresh_session(session):
    """Start the session's time anew."""
    session.started_s = time.time()
    return session
'''
_DB: Final = '''\
"""The database connection."""

import sqlite3

_connection = None


def connect():
    """The one connection of this process."""
    global _connection
    if _connection is None:
        _connection = sqlite3.connect("shop.db")
    return _connection
'''
_CART: Final = '''\
"""The cart and its total."""

from shop.db import connect


class Cart:
    """What a customer is about to buy."""

    def __init__(self, customer):
        self.customer = customer
        self.items = []

    def add(self, item, price, quantity=1):
        """Put an item into the cart."""
        self.items.append((item, price, quantity))

    def total(self):
        """The sum of all prices."""
        return sum(price * quantity for _, price, quantity in self.items)


def save_cart(cart):
    """Store the cart."""
    connect().execute("insert into carts values (?)", (cart.customer,))
'''
_TESTS: Final = """\
from shop.cart import Cart


def test_total():
    cart = Cart("ada")
    cart.add("book", 10, 2)
    assert cart.total() == 20
"""
_API: Final = """\
import { formatPrice } from "./format";

export interface CartItem {
  name: string;
  price: number;
}

/** Load the cart from the server. */
export async function loadCart(customer: string): Promise<CartItem[]> {
  const response = await fetch(`/cart/${customer}`);
  if (!response.ok) {
    throw new Error(`cart of ${customer}: ${response.status}`);
  }
  return response.json();
}

export function cartLabel(items: CartItem[]): string {
  const total = items.reduce((sum, item) => sum + item.price, 0);
  return formatPrice(total);
}
"""
_FORMAT: Final = """\
export function formatPrice(cents: number): string {
  return (cents / 100).toFixed(2) + " EUR";
}
"""
_MAIN_GO: Final = """\
package main

import "fmt"

// retry runs f until it succeeds, at most n times.
func retry(n int, f func() error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = f(); err == nil {
			return nil
		}
	}
	return fmt.Errorf("after %d tries: %w", n, err)
}

func main() {
	fmt.Println(retry(3, func() error { return nil }))
}
"""
_README: Final = """\
# Shop

A shop with sessions, a cart and a worker.

## Install

    pip install .
"""

COMMITS: Final[tuple[tuple[str, Mapping[str, str]], ...]] = (
    ("Start the shop", {"README.md": _README, "shop/__init__.py": "", "shop/db.py": _DB}),
    ("Add sessions that expire", {"shop/session.py": _SESSION}),
    ("Add the cart and its total", {"shop/cart.py": _CART, "tests/test_cart.py": _TESTS}),
    ("Show the cart in the browser", {"web/api.ts": _API, "web/format.ts": _FORMAT}),
    ("Add a worker that retries", {"worker/main.go": _MAIN_GO, ".gitignore": "build/\n"}),
)
_STARTED_S: Final = 1_700_000_000  # a time in 2023; a commit a day from then on


def build_repository(folder: Path) -> Path:
    """The repository, in the new folder `folder`."""
    folder.mkdir(parents=True)
    _git(folder, "init", "-q", "--template=", "-b", "main")
    for day, (subject, files) in enumerate(COMMITS):
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        _git(folder, "add", "-A", when_s=_STARTED_S + day * 86_400)
        _git(folder, "commit", "-q", "-m", subject, when_s=_STARTED_S + day * 86_400)
    return folder


def add_oddities(folder: Path) -> None:
    """Files beyond ordinary use: binary, secret, not UTF-8, FIFO, huge, shut, a link out."""
    (folder / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (folder / ".env").write_text("API_KEY=correct-horse\n", "utf-8")
    (folder / "latin1.py").write_bytes('NAME = "Müller"\n'.encode("latin-1"))
    (folder / "empty.py").touch()
    (folder / "long.py").write_bytes(b"x = 1  # " + b"y" * 3_000_000 + b"\n")
    os.mkfifo(folder / "pipe")
    (folder / "shut.py").write_text("x = 1\n", "utf-8")
    (folder / "shut.py").chmod(0)
    (folder / "link.py").symlink_to("/etc/hostname")


def _git(folder: Path, *arguments: str, when_s: int = _STARTED_S) -> None:
    who = {"NAME": "Ada", "EMAIL": "ada@example.invalid", "DATE": f"{when_s} +0000"}
    environment = {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        **{f"GIT_AUTHOR_{key}": value for key, value in who.items()},
        **{f"GIT_COMMITTER_{key}": value for key, value in who.items()},
    }
    subprocess.run(["git", "-C", str(folder), *arguments], env=environment, check=True)
