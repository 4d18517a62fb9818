"""Compiling with numba, with a cache on disk wherever one can be written.

numba keeps compiled code beside the source, or in the user's cache folder where the
install is read-only, or in $NUMBA_CACHE_DIR. Where none of them can be written,
the code is compiled anew in each run; nothing fails.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_F = TypeVar("_F", bound=Callable[..., Any])


_OPTIONS: Any = {"error_model": "numpy", "_nrt": False}
"""Nothing compiled here makes an array, so none are counted while they are passed on:
that took half of the time of a thread."""


def compiled(function: _F) -> _F:
    """Compile a function that Python calls; its own form stays at `.py_func`."""
    try:
        return cast("_F", numba.njit(cache=True, **_OPTIONS)(function))
    except (OSError, RuntimeError):  # no folder that a cache could be written to
        return cast("_F", numba.njit(**_OPTIONS)(function))


def inner(function: _F) -> _F:
    """Compile a function that only compiled ones call; saves half the compiling."""
    return _bare(function, forceinline=False)


def inlined(function: _F) -> _F:
    """Compile a function into its callers: in the thread's loop, calls cost most."""
    return _bare(function, forceinline=True)


def _bare(function: _F, *, forceinline: bool) -> _F:
    bare: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    jit = numba.njit(forceinline=forceinline, **bare, **_OPTIONS)
    return cast("_F", jit(function))
