"""S9.2: the ENEMY moves in stacks where it may do so safely."""

from typing import Any

import pytest

from opfor.rules.s_solitaire.s09_movement.s09_2_stack import parted
from opfor.state.events import Moved
from tests.rules.given.moves import at, enemy, friend, phase, scene
from tests.rules.given.world import events


class TestS9_2_stackStacks:
    """S9.2/stack."""

    def test_together_out_of_fire(self) -> None:
        """All units of a Location go together where nobody can fire at them."""
        units = [enemy("tC3"), enemy("tC3", "e2")]
        assert [m.ids for m in parted(scene(*units), units)] == [("e1", "e2")]

    def test_apart_under_fire(self) -> None:
        """Under fire each MMC goes by itself, the leader with the first."""
        leader = enemy("tC3", "e3", counter="russian/8-0")
        units = [enemy("tC3"), enemy("tC3", "e2"), leader]
        view = scene(*units, friend("tC7"))
        assert [m.ids for m in parted(view, units)] == [("e1", "e3"), ("e2",)]

    @pytest.mark.parametrize(
        ("said", "first"), [("together", ("e1", "e2")), ("apart", ("e1",))]
    )
    def test_discretion(self, said: str, first: tuple[str, ...]) -> None:
        """Its policy has the last word: together, or one by one."""
        two = {"e1": "tC3", "e2": "tC3"}
        vpo = (at("tC8"),)
        held: Any = {"vpo": vpo, "held_by": "FRIENDLY"}
        played = phase(enemies=two, command=4, choices=(said,), **held)
        assert events(played, Moved)[0].move.units == first
