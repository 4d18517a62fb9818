"""One game of many."""

import gc

from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, play_one
from opfor.state.mission import load_mission


def test_no_cycles() -> None:
    """A game leaves no cycles of objects, so none are looked for while it goes on."""
    order = BatchOrder(setup=Setup(mission=load_mission("tutorial"), seed=7), seed=7)
    play_one(order, 0)
    gc.collect()
    play_one(order, 1)
    assert gc.isenabled()
    assert not gc.collect()
