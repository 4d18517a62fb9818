"""Masks: which pixels of a plane, and how such a set grows, shrinks and softens.

A mask is a boolean array of shape (width, height), x first, as the planes are.
"""

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Field = NDArray[np.float32]


def window(mask: Mask, margin: int) -> tuple[slice, slice] | None:
    """The part of the plane that holds the mask and a margin; None if it is empty."""
    xs = np.flatnonzero(mask.any(axis=1))
    if not len(xs):
        return None
    ys = np.flatnonzero(mask.any(axis=0))
    return (
        slice(max(0, int(xs[0]) - margin), int(xs[-1]) + margin + 1),
        slice(max(0, int(ys[0]) - margin), int(ys[-1]) + margin + 1),
    )


def grown(mask: Mask, steps: int) -> Mask:
    """The mask with all pixels within about `steps` of it (an octagon, not a box)."""
    view = window(mask, steps + 1)
    if view is None or steps < 1:
        return mask.copy()
    out = np.zeros_like(mask)
    out[view] = _grown(mask[view], steps)
    return out


def shrunk(mask: Mask, steps: int) -> Mask:
    """The mask without the pixels within `steps` of its edge, but for the map's."""
    view = window(mask, 1)
    if view is None or steps < 1:
        return mask.copy()
    out = np.zeros_like(mask)
    out[view] = ~_grown(~mask[view], steps)
    return out


def closed(mask: Mask, steps: int) -> Mask:
    """The mask with gaps narrower than twice `steps` filled, such as drawn stripes."""
    padded = np.pad(mask, steps)
    return shrunk(grown(padded, steps), steps)[steps:-steps, steps:-steps] | mask


def depth(mask: Mask, limit: int) -> NDArray[np.uint8]:
    """How many pixels deep inside the mask each pixel lies, up to `limit`."""
    deep = mask.astype(np.uint8)
    view = window(mask, 1)
    if view is None:
        return deep
    outside, inner = ~mask[view], deep[view]
    for step in range(1, limit):
        outside = _grown_once(outside, corners=step % 2 == 0)
        inner += ~outside
    return deep


def softened(mask: Mask, rounds: int) -> Field:
    """The mask as a field from 0 to 1 with its edge blurred; 0.5 is the edge."""
    field = mask.astype(np.float32)
    for _ in range(rounds):
        field = _blur(field)
    return field


def _grown(mask: Mask, steps: int) -> Mask:
    for step in range(steps):
        mask = _grown_once(mask, corners=step % 2 == 1)
    return mask


def _grown_once(mask: Mask, *, corners: bool) -> Mask:
    """The mask and its neighbours, those across corners too if asked."""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    last = out.copy() if corners else mask
    out[:, 1:] |= last[:, :-1]
    out[:, :-1] |= last[:, 1:]
    return out


def _blur(field: Field) -> Field:
    """Weights 1, 2, 1 along both axes; beyond the edge lies what is on it."""
    out = field * np.float32(2)
    out[1:] += field[:-1]
    out[0] += field[0]
    out[:-1] += field[1:]
    out[-1] += field[-1]
    field = out
    out = field * np.float32(2)
    out[:, 1:] += field[:, :-1]
    out[:, 0] += field[:, 0]
    out[:, :-1] += field[:, 1:]
    out[:, -1] += field[:, -1]
    out *= np.float32(1 / 16)
    return out
