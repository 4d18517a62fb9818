"""The commands of `opfor`, one module a group; `main` is what the shell starts."""

from opfor.cli.app import app, main

__all__ = ["app", "main"]
