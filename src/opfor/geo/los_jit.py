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
    """Compile a function; its Python form stays at `.py_func`."""
    try:
        return cast("_F", numba.njit(cache=True, error_model="numpy")(function))
    except (OSError, RuntimeError):  # no folder that a cache could be written to
        return cast("_F", numba.njit(error_model="numpy")(function))


def inlined(function: _F) -> _F:
    """Compile a function into its compiled callers: a call would copy every array."""
    return cast("_F", numba.njit(forceinline=True, error_model="numpy")(function))
