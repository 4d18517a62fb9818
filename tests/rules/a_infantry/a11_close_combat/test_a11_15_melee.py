"""A11.15, A11.2: who is in CC, Melee, and withdrawal from it."""

from opfor.rules.a_infantry.a11_close_combat import a11_15_melee as melee
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.close_combat import cc, ccph, pair
from tests.rules.given.phases import unit

OPEN, WOODS = "tG5", "tE5"
MELEE = {"melee": True}


class TestA11_15Melee:
    """A11.15."""

    def test_locked(self) -> None:
        """Units of both sides that are left are in Melee, whether they attacked."""
        game = ccph("ends", units=pair())
        assert all(u.melee for u in game.state.units.values())

    def test_over(self) -> None:
        """Where one side is gone there is none any more."""
        dice = ["A11.31 DR 2,1"]
        game = ccph(cc("a", "e1"), "ends", units=pair(**MELEE), dice=dice)
        assert not game.state.units["a"].melee

    def test_exc1_concealed(self) -> None:
        """Concealed units are not locked, nor who faces but them."""
        units = [unit("a", OPEN), unit("e1", OPEN, concealed=True)]
        game = ccph("ends", units=units)
        assert not any(u.melee for u in game.state.units.values())


def test_in_melee() -> None:
    """Whether there is a Melee in a Location."""
    found: list[bool] = []

    def ask(play: Play) -> None:
        here = (LocationName(OPEN), LocationName(WOODS))
        found.extend(melee.in_melee(play, at) for at in here)

    ccph(ask, units=pair(**MELEE))
    assert found == [True, False]
