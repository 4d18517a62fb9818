"""One game of many."""

import gc
from pathlib import Path

import pytest

from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, get_ready, play_one
from opfor.state.mission import load_mission


def test_no_cycles() -> None:
    """A game leaves no cycles of objects, so none are looked for while it goes on."""
    order = BatchOrder(setup=Setup(mission=load_mission("tutorial"), seed=7), seed=7)
    play_one(order, 1)  # what a game loads is loaded then, compilers too
    gc.collect()
    play_one(order, 1)
    assert gc.isenabled()
    assert not gc.collect()


class TestReady:
    """LOS of a map is known before the first of many games."""

    def test_worked_out_and_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A map that is new is worked out, and kept for other processes."""
        monkeypatch.setattr(
            "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
        )
        setup = Setup(mission=load_mission("tutorial"), seed=690)
        world = get_ready(BatchOrder(setup=setup, seed=1))
        assert world.known_sights is not None
        assert len([*(tmp_path / "los").iterdir()]) == 1
        assert world.known_sights.shape == (len(world.spots),) * 2
