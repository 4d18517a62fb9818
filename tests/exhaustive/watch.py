"""Notes which rules run, queries too. To be imported before any module of rules."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from opfor.core import rule as core

RUN: set[str] = set()
"""The numbers of the rules that have run so far."""

_on_stack, _only_looks = core._on_stack, core._only_looks


def _noted(number: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        RUN.add(number)
        return function(*args, **kwargs)

    return run if _only_looks(function) else _on_stack(number, run)


core._on_stack = _noted
core._only_looks = lambda _function: False
