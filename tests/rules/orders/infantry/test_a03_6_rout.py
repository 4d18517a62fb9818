"""A10.5 in play: the orders of the RtPh, and what follows from each step."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import EndMove, Rout
from opfor.state.play import Play
from opfor.state.units import Acquired, LocationName, Weapon
from tests.rules.given.phases import offered, phase, unit
from tests.rules.given.routs import asked, rout

HERE, THERE = LocationName("tG5"), LocationName("tF5")
A = {"broken": True, "dm": True}


class TestA3_6RoutPhase:
    """A3.6."""

    def test_step_by_step(self) -> None:
        """A rout goes on Location by Location and ends in cover without MF."""
        a, e = unit("a", "tG5", **A), unit("e1", "tK5")
        game = phase("RtPh", rout("tF5"), rout("tE5"), units=[a, e])
        left = game.state.units["a"]
        assert left.location == "tE5"
        assert left.did("routed")

    @pytest.mark.parametrize(("states", "to"), [({}, "tE5"), (A, "tG5")])
    def test_what_has_acquired_it_follows(
        self, states: dict[str, Any], to: str
    ) -> None:
        """C6.51, S6.3143: a Target that routs in the LOS of Good Order is tracked."""
        a, e = unit("a", "tG5", **A), unit("e1", "tK5", **states)
        foe = unit("e2", "tK6")
        mortar = Weapon(
            id="m",
            counter="russian/50-mtr",
            owner="e1",
            acquired=Acquired(at=HERE, drm=-2),
        )
        steps = [rout("tF5"), rout("tE5")]
        game = phase("RtPh", *steps, units=[a, e, foe], weapons=[mortar])
        held = game.state.weapons["m"].acquired
        assert held == Acquired(at=LocationName(to), drm=-2)

    def test_one_after_the_other(self) -> None:
        """Nobody else begins while a rout is in hand, and it is kept in the state."""
        a, b = unit("a", "tG5", **A), unit("b", "tG4", **A)
        both = (a, b, unit("e1", "tK5"))
        with pytest.raises(Illegal, match=r"A10\.5"):
            phase("RtPh", rout("tF5"), rout("tF4", "b"), units=both)

    def test_the_attacker_first(self) -> None:
        """The DEFENDER routs once the ATTACKER is done."""
        a, e = unit("a", "tG5", **A), unit("e1", "tK5", **A)
        assert asked(offered("ENEMY", Rout), a, e) == []
        done = phase("RtPh", rout("tL5", "e1"), units=[a, e])
        assert done.state.units["e1"].location == "tL5"

    def test_no_halt_on_the_way(self) -> None:
        """A rout does not stop short of its goal; in cover it may."""
        a, e = unit("a", "tG5", **A), unit("e1", "tK5")
        end = ("FRIENDLY", EndMove())
        with pytest.raises(Illegal, match=r"A10\.51"):
            phase("RtPh", rout("tF5"), end, units=[a, e])
        game = phase("RtPh", rout("tF5"), rout("tE5"), end, units=[a, e])
        assert game.state.move is None

    def test_on_into_more_cover(self) -> None:
        """From woods it may go on into woods, and nowhere else."""
        a, e = unit("a", "tF5", **A), unit("e1", "tK5")
        found: list[Any] = []

        def view(play: Play) -> None:
            found.extend(o.to for o in offered("FRIENDLY", Rout)(play))
            found.extend(offered("FRIENDLY", EndMove)(play))

        phase("RtPh", rout("tE5"), view, units=[a, e])
        assert found == ["tE6", EndMove()]
