"""The open stretches that a thread leaps over."""

import numpy as np
import pytest

from opfor.geo.los.words import FARTHEST, distances


class TestDistances:
    """How far the nearest marked cell is, in steps in eight directions."""

    @pytest.mark.parametrize("count", [1, 2, 9, 60])
    def test_as_measured(self, count: int) -> None:
        """Each cell has the range to the nearest of all, measured one by one."""
        random = np.random.default_rng(count)
        marked = np.zeros((31, 17), np.bool_)
        marked.flat[random.integers(0, marked.size, count)] = True
        places, found = np.argwhere(marked), distances(marked)
        for x, y in np.ndindex(*marked.shape):
            nearest = np.abs(places - (x, y)).max(axis=1).min()
            assert found[x, y] == nearest

    def test_far(self) -> None:
        """What is farther than can be told is as far as can be told."""
        marked = np.zeros((300, 3), np.bool_)
        marked[0, 1] = True
        found = distances(marked)
        assert found[254, 0] == 254
        assert found[299, 2] == FARTHEST

    def test_none(self) -> None:
        """Where nothing is marked everything is open."""
        assert (distances(np.zeros((4, 5), np.bool_)) == FARTHEST).all()
