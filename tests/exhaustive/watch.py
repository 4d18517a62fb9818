"""Notes which rules run, queries too. To be imported before any module of rules."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from opfor.core import rule as core

RUN: set[str] = set()
"""The numbers of the rules that have run so far."""

_plain = core._on_stack


def _noted(number: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        RUN.add(number)
        return function(*args, **kwargs)

    return _plain(number, run)


core._on_stack = _noted
