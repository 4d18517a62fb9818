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
    out = mask.copy()
    for step in range(steps):
        last = out
        out = last.copy()
        out[1:] |= last[:-1]
        out[:-1] |= last[1:]
        if step % 2 == 0:
            last = out.copy()
        out[:, 1:] |= last[:, :-1]
        out[:, :-1] |= last[:, 1:]
    return out


def shrunk(mask: Mask, steps: int) -> Mask:
    """The mask without the pixels within `steps` of its edge, but for the map's."""
    return ~grown(~mask, steps)


def closed(mask: Mask, steps: int) -> Mask:
    """The mask with gaps narrower than twice `steps` filled, such as drawn stripes."""
    padded = np.pad(mask, steps)
    return shrunk(grown(padded, steps), steps)[steps:-steps, steps:-steps] | mask


def depth(mask: Mask, limit: int) -> NDArray[np.uint8]:
    """How many pixels deep inside the mask each pixel lies, up to `limit`."""
    deep = mask.astype(np.uint8)
    inner = mask
    for _ in range(1, limit):
        inner = shrunk(inner, 1)
        deep += inner
    return deep


def softened(mask: Mask, rounds: int) -> Field:
    """The mask as a field from 0 to 1 with its edge blurred; 0.5 is the edge."""
    field = mask.astype(np.float32)
    for _ in range(rounds):
        field = _blur(_blur(field).T).T
    return field


def _blur(field: Field) -> Field:
    out = field.copy()
    out[1:-1] = field[1:-1] / 2 + (field[:-2] + field[2:]) / 4
    out[0] = (3 * field[0] + field[1]) / 4
    out[-1] = (3 * field[-1] + field[-2]) / 4
    return out
