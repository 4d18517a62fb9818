"""S2: which way the vehicles and Guns that a player sets up point."""

from types import SimpleNamespace
from typing import Any

from opfor.core.ask import Choose
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import inward
from opfor.rules.s_solitaire.s02_set_up.a02_9_facing import face
from opfor.state.play import FrozenView, Play
from tests.rules.given.armor import PZ4
from tests.rules.given.set_up import heavy
from tests.rules.given.world import game


class TestA2_9_facing:
    """A2.9/facing."""

    def test_vehicles(self) -> None:
        """A vehicle and its turret point where the player says."""
        state, _ = heavy("4")
        tanks = [u.vehicle for u in state.units.values() if u.vehicle]
        assert [(tank.vca, tank.tca) for tank in tanks] == [(4, 4)] * 2

    def test_guns(self) -> None:
        """A Gun points where the player says, and is emplaced for all that."""
        state, _ = heavy("4")
        assert [w.gun.ca for w in state.weapons.values() if w.gun] == [4] * 3
        assert any(w.gun.emplaced for w in state.weapons.values() if w.gun)

    def test_inward_first(self) -> None:
        """The first hexspine that is offered points into the map."""
        state, world = heavy()
        inside = inward(FrozenView(state, world), "FRIENDLY")
        assert {w.gun.ca for w in state.weapons.values() if w.gun} == {inside}

    def test_hexes(self) -> None:
        """A hexspine is shown by its two hexes, at the corner of the map too."""
        asked: list[Choose] = []

        def ask(request: Choose) -> str:
            asked.append(request)
            return request.options[0].key

        def run(play: Play) -> None:
            table: Any = SimpleNamespace(world=play.world, state=play.state, ask=ask)
            face(table, play.state.units["tank"])

        game(vehicles={"tank": (PZ4, "tA2", {})}, run=run)
        shown = {option.key: option.hexes for option in asked[0].options}
        assert "tA1" in shown["0"]
        assert "tA1" in shown["1"]
        assert shown["5"] == ()
