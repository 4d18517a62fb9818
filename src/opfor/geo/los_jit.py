"""Compiling with numba, with a cache on disk wherever one can be written.

numba keeps compiled code beside the source, or in the user's cache folder where the
install is read-only, or in $NUMBA_CACHE_DIR. Where none of them can be written,
the code is compiled anew in each run; nothing fails.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_F = TypeVar("_F", bound=Callable[..., Any])


def compiled(function: _F) -> _F:
    """Compile a function; its Python form stays at `function.py_func`."""
    try:
        return _jit(function, cache=True)
    except (OSError, RuntimeError):  # no folder that a cache could be written to
        return _jit(function, cache=False)


def _jit(function: _F, *, cache: bool) -> _F:
    return cast("_F", numba.njit(cache=cache, error_model="numpy")(function))
