"""What opfor would do in the player's place: it Overstacks nothing without need."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.core.ask import Context
from opfor.ports.session import resume
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.sim.steady import Steady
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.web.staged import friendly, ours, staged


class TestOverstacking:
    """A5.1: where there is a way about as good, a hint Overstacks nothing."""

    @pytest.mark.parametrize("place", ["R10", "K9"])
    def test_another_way(self, tmp_path: Path, place: str) -> None:
        """The first step is another one if that Location has no room left."""
        units = (ours("8-1", place), ours("4-6-7", place), ours("5-4-8", "A10", 3))
        session = resume(staged(tmp_path, "crowd", *units, until=friendly("MPh")))
        asked = session.game.run()
        assert asked

        def step(state: State, *, roomy: bool) -> LocationName:
            steady = Steady(session.world, "a hint", roomy=roomy)
            to: LocationName = steady.answer(asked, Context(state))["to"]
            return to

        def crowded(state: State, to: LocationName) -> bool:
            stack = [u for u in state.units.values() if u.location == f"o1{place}"]
            there = state.units_at(to, "FRIENDLY")
            return excess(FrozenView(state, session.world), [*there, *stack]) > 0

        free = parked(session.game.state, LocationName("o1A10"))
        first = step(free, roomy=True)
        assert first == step(free, roomy=False)
        full = parked(session.game.state, first)
        assert crowded(full, step(full, roomy=False))
        assert not crowded(full, step(full, roomy=True))
        session.close()


def parked(state: State, where: LocationName) -> State:
    """Three squads, which have moved, in a Location."""
    units = dict(state.units)
    for id_, unit in state.units.items():
        if id_.startswith("548"):
            units[id_] = replace(unit, location=where, moved=True)
    return replace(state, units=units)
