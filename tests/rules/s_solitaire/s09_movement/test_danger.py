"""D-155: what the FRIENDLY side could do to a Location, as it weighs on a route."""

import pytest

from opfor.rules.s_solitaire.s09_movement.danger import (
    FireThreat,
    best_tem,
    own_tem,
    reach,
    threats,
)
from opfor.rules.s_solitaire.s09_movement.movers import Mover
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import Fortification, FortificationKind
from tests.rules.given.drivers import armed, at, scene, squad, tank
from tests.rules.given.enemies import ask


class TestTem:
    """What TEM a Location has where the ENEMY compares some."""

    @pytest.mark.parametrize(
        ("kind", "more"), [("fortified building", 1), ("foxhole", 0)]
    )
    def test_fortified(self, kind: FortificationKind, more: int) -> None:
        """D-183: one more in a Fortified Building, nothing for a foxhole."""
        fort = Fortification(id="f", kind=kind, location=at("K5"), capacity=1)

        def both(play: Play) -> tuple[int, int]:
            before = own_tem(play, at("K5"))
            play.emit(FortificationAdded(fort))
            return own_tem(play, at("K5")) - before, best_tem(play, at("K5")) - before

        assert ask([squad("K5")], both) == (more, more)


class TestThreats:
    """Who could fire, how hard, and how far."""

    @pytest.mark.parametrize(
        ("counter", "fire"),
        [("german/4-6-7", (4, 6, 12)), ("any/dummy", (0, 0, 0))],
    )
    def test_infantry(self, counter: str, fire: tuple[int, ...]) -> None:
        """A squad by its FP and range; a dummy does nothing."""
        unit = squad("K5", counter=counter)
        assert ask([unit], threats) == (FireThreat(at("K5"), *fire, known=True),)

    def test_vehicle(self) -> None:
        """An armed vehicle as 8 FP up to 12 hexes, and what is mounted beside."""
        unit = tank("K5", id_="f", counter="german/pzkpfw-ivf2")

        def own(play: Play) -> object:
            return threats(play)[0]

        found = ask([unit, *armed((unit,))], own)
        assert found == FireThreat(at("K5"), 8, 12, 24, known=True)


class TestReach:
    """How far a mover fires."""

    @pytest.mark.parametrize(
        ("suspect", "normal", "hexes"),
        [(False, True, 6), (False, False, 12), (True, True, 8), (True, False, 16)],
    )
    def test_normal(self, *, suspect: bool, normal: bool, hexes: int) -> None:
        """D-875: what a S? brings is not known: 8 hexes are its normal range."""
        one = squad("C5", "e1")
        mover = Mover(
            ids=("e1",), location=at("C5"), attitude="Advance", suspect=suspect
        )
        assert reach(scene(one), mover, normal=normal) == hexes
