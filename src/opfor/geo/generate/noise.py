"""Irregularity that never varies: the same numbers on every machine and Python.

Everything comes from integer hashing and from float additions and products, which
IEEE 754 fixes to the last bit; no library function that rounds as it likes.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB


def mix(*values: int) -> int:
    """Hash whole numbers, in order, into 64 well-spread bits."""
    state = 0
    for value in values:
        state = _scramble((state ^ (value & _MASK)) + _STEP)
    return state


def unit(*values: int) -> float:
    """A hash as a number from 0 up to 1."""
    return (mix(*values) >> 11) / 2**53


def seed_of(text: str) -> int:
    """A seed from a text: FNV-1a over its UTF-8 bytes."""
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 & _MASK
    return state


def noise_plane(shape: tuple[int, int], *, cell: int, seed: int) -> Floats:
    """Smooth noise from -1 to 1 over a plane.

    Args:
        shape: width and height in pixels.
        cell: pixels between the random values that are blended into each other.
        seed: another seed, another plane.
    """
    x, u = _cells(shape[0], cell)
    y, v = _cells(shape[1], cell)
    corners = _lattice(int(x[-1]) + 2, int(y[-1]) + 2, seed)
    down = corners[:, y] + (corners[:, y + 1] - corners[:, y]) * v
    step = down[1:] - down[:-1]
    noise: Floats = step[x]
    noise *= u[:, None]
    noise += down[x]
    return noise


def _cells(length: int, cell: int) -> tuple[NDArray[np.int64], Floats]:
    """For each pixel its cell, and how far into it, eased at both ends."""
    at = np.arange(length)
    part = (at % cell) / cell
    return at // cell, part * part * (3 - 2 * part)


def _lattice(cols: int, rows: int, seed: int) -> Floats:
    """Random values from -1 to 1, shape (cols, rows)."""
    state = np.uint64(mix(seed)) + np.arange(cols * rows, dtype=np.uint64)
    state = state * np.uint64(_STEP)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(_MIX_1)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(_MIX_2)
    state = state ^ (state >> np.uint64(31))
    values: Floats = (state >> np.uint64(11)) / 2**52 - 1.0
    return values.reshape(cols, rows)


def _scramble(state: int) -> int:
    """The finishing steps of splitmix64."""
    state &= _MASK
    state = (state ^ (state >> 30)) * _MIX_1 & _MASK
    state = (state ^ (state >> 27)) * _MIX_2 & _MASK
    return state ^ (state >> 31)
