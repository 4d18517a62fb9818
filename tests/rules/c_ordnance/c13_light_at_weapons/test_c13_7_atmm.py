"""C13.7: ATMM."""

from fractions import Fraction

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import evaluate, plan_combat
from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import atmm_of
from opfor.rules.choices.orders import CloseCombat
from opfor.state.play import Play
from tests.rules.given.close_combat import cc, gone
from tests.rules.given.phases import unit
from tests.rules.given.vehicles_in_close_combat import ccph, seen, tank

HERE, LATE = "tG5", "1944-06"


class TestC13_7Atmm:
    """C13.7."""

    def test_date(self) -> None:
        """Not before 1944, nor Russians, nor against Personnel."""
        with pytest.raises(Illegal, match=r"C13\.7"):
            ccph(cc("a", "e1", atmm=True), units=[unit("a", HERE), tank()])
        units = unit("a", HERE), unit("e1", HERE)
        with pytest.raises(Illegal, match=r"C13\.7"):
            ccph(cc("a", "e1", atmm=True), units=units, date=LATE)

    @pytest.mark.parametrize(("dr", "lost"), [(3, True), (4, False)])
    def test_check(self, dr: int, lost: bool) -> None:
        """-3 on a dr of 3 or less."""
        dice = [f"C13.7 dr {dr}", "A11.31 DR 3,4"]
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1", atmm=True), "ends", units=units, dice=dice, date=LATE)
        assert (gone(game) == ["e1"]) == lost

    @pytest.mark.parametrize(
        ("nation", "counter", "month", "drm"),
        [
            ("romanian", "axis-minor/4-4-7", "1943-07", -2),
            ("romanian", "axis-minor/3-4-7", "1943-07", -2),
            ("romanian", "axis-minor/3-3-6", "1943-07", 0),
            ("romanian", "axis-minor/8-0", "1943-07", 0),
            ("romanian", "axis-minor/3-4-7", "1943-06", 0),
            ("hungarian", "axis-minor/3-4-7", "1944-06", 0),
            ("german", "german/4-4-7", "1943-12", 0),
            ("german-engineers", "german/8-3-8", "1944-01", -3),
        ],
    )
    def test_whose(self, nation: str, counter: str, month: str, drm: int) -> None:
        """D-389: -2 of Romanian elite and first line from 7/43, -3 of Germans 1/44."""

        def ask(play: Play) -> int:
            found = atmm_of(play, play.state.units["a"])
            return found.drm if found else 0

        units = unit("a", HERE, counter), tank()
        assert seen(ask, *units, date=month, friendly=nation) == drm

    def test_romanian(self) -> None:
        """A Romanian squad attacks at -2 after its check."""
        dice = ["C13.7 dr 3", "A11.31 DR 3,3"]
        units = unit("a", HERE, "axis-minor/3-4-7"), tank()
        order = cc("a", "e1", atmm=True)
        more = {"date": "1943-08", "friendly": "romanian"}
        game = ccph(order, "ends", units=units, dice=dice, **more)
        assert gone(game) == ["e1"]

    def test_pins(self) -> None:
        """An Original 6 pins, which costs one CCV."""
        dice = ["C13.7 dr 6", "A11.31 DR 2,3"]
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1", atmm=True), "ends", units=units, dice=dice, date=LATE)
        assert game.state.units["a"].pinned
        assert not game.state.units["e1"].vehicle.immobile

    def test_odds(self) -> None:
        """The chances count the check: three of six with it, one pinned."""
        units = unit("a", HERE), tank()
        order = CloseCombat(("a",), ("e1",), atmm=True)
        ask = lambda p: evaluate(p, plan_combat(p, "FRIENDLY", order))  # noqa: E731
        found = seen(ask, *units, date=LATE)
        assert found.chances.kill == Fraction(3 * 21 + 2 * 6 + 3, 6)
