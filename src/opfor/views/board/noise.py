"""Chance that is none: the same place always draws the same tree."""

import msgspec
import numpy as np
from numpy.typing import NDArray

from opfor.views.board.masks import Mask

Numbers = NDArray[np.float64]


class ScatteredSpots(msgspec.Struct, frozen=True, eq=False):
    """Scattered places.

    Args:
        x: where across, in pixels.
        y: where down, in pixels.
        luck: an even number from 0 to 1 for each, to vary size or shape by.
        batch: 0 to 3; neighbours never share one, so that they can overlap in order.
    """

    x: Numbers
    y: Numbers
    luck: Numbers
    batch: NDArray[np.int64]

    def points(self) -> list[tuple[float, float]]:
        """The places as pairs."""
        return list(zip(self.x.tolist(), self.y.tolist(), strict=True))

    def where(self, chosen: NDArray[np.bool_]) -> "ScatteredSpots":
        """Only the chosen places."""
        return ScatteredSpots(
            self.x[chosen], self.y[chosen], self.luck[chosen], self.batch[chosen]
        )


def chance(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Numbers:
    """An even number from 0 to 1 for each pair of whole numbers."""
    mix = (x * 374761393 + y * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    mix = ((mix ^ (mix >> 13)) * 1274126177) & 0xFFFFFFFF
    mix = ((mix ^ (mix >> 15)) * 2654435761) & 0xFFFFFFFF
    return np.asarray((mix ^ (mix >> 16)) / 2**32)


def scattered(
    mask: Mask, spacing: float, *, seed: int, jitter: float = 0.85
) -> ScatteredSpots:
    """Places inside a mask, about one in each square of `spacing` pixels."""
    cols = np.arange(int(mask.shape[0] / spacing) + 1)
    rows = np.arange(int(mask.shape[1] / spacing) + 1)
    i, j = (part.ravel() for part in np.meshgrid(cols, rows, indexing="ij"))
    x = (i + 0.5 + (chance(i, j, seed) - 0.5) * jitter) * spacing
    y = (j + 0.5 + (chance(i, j, seed + 1) - 0.5) * jitter) * spacing
    spots = ScatteredSpots(x, y, chance(i, j, seed + 2), (i & 1) + 2 * (j & 1))
    return spots.where(inside(mask, x, y))


def inside(mask: Mask, x: Numbers, y: Numbers) -> NDArray[np.bool_]:
    """Whether each place lies on the mask; places off the plane do not."""
    px, py = x.astype(np.int64), y.astype(np.int64)
    on = (px >= 0) & (py >= 0) & (px < mask.shape[0]) & (py < mask.shape[1])
    out = np.zeros(len(px), np.bool_)
    out[on] = mask[px[on], py[on]]
    return out
