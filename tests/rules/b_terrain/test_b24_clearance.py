"""B24.7: Clearance in the PFPh: Flames that are put out, mines that are lifted."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.choices.orders import ClearFlame
from opfor.state.events import FortificationAdded, MarkerAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Marker, MarkerKind
from tests.rules.given.mines import field
from tests.rules.given.phases import offered, phase, unit

HERE = LocationName("tE5")
FLAME: MarkerKind = "flame"
V = unit("a", HERE)


def cleared(
    *dice: str,
    order: ClearFlame | None = None,
    mines: Fortification | None = None,
    kind: MarkerKind = FLAME,
    **states: Any,
) -> Game[State]:
    """A try to clear a Flame, or mines."""

    def put(play: Play) -> None:
        play.emit(MarkerAdded(Marker(id="f", kind=kind, location=HERE)))
        if mines:
            play.emit(FortificationAdded(mines))

    wanted = order or ClearFlame("a", "m" if mines else "f")
    leader = unit("l", HERE, "german/9-1")
    units = [unit("a", HERE, **states), leader]
    return phase("PFPh", put, ("FRIENDLY", wanted), units=units, dice=dice)


class TestB24_7Clearance:
    """B24.7."""

    @pytest.mark.parametrize(
        "states", [{"broken": True}, {"pinned": True}, {"ti": True}, {"fired": "prep"}]
    )
    def test_who(self, states: dict[str, Any]) -> None:
        """A Good Order MMC that could fire."""
        with pytest.raises(Illegal, match=r"B24\.7"):
            cleared(**states)

    def test_exc1_blaze(self) -> None:
        """Nobody puts out a Blaze."""
        with pytest.raises(Illegal, match="no Flame"):
            cleared(kind="blaze")

    def test_hidden_mines(self) -> None:
        """Nobody lifts mines that he does not know."""
        with pytest.raises(Illegal, match="no Flame or known minefield"):
            cleared(mines=field(fp=6, hidden=True))

    def test_offered(self) -> None:
        """Alone, and with a leader."""
        found: list[Any] = []

        def view(play: Play) -> None:
            play.emit(MarkerAdded(Marker(id="f", kind=FLAME, location=HERE)))
            found.extend(offered("FRIENDLY", ClearFlame)(play))

        phase("PFPh", view, units=[V, unit("l", HERE, "german/9-1")])
        assert found == [ClearFlame("a", "f"), ClearFlame("a", "f", "l")]


class TestB24_7_drAttempt:
    """B24.7/dr."""

    @pytest.mark.parametrize(("dice", "out"), [("2,3", True), ("2,4", False)])
    def test_flame(self, dice: str, out: bool) -> None:
        """A Final 5 puts it out; TI either way, with labor after a failure."""
        state = cleared(f"B24.7/dr DR {dice}").state
        assert ("f" not in state.markers) is out
        assert state.units["a"].ti
        assert state.units["a"].labor == (0 if out else 1)

    def test_led(self) -> None:
        """A leader's DRM counts, and he is TI."""
        order = ClearFlame("a", "f", "l")
        state = cleared("B24.7/dr DR 2,4", order=order).state
        assert "f" not in state.markers
        assert state.units["l"].ti

    @pytest.mark.parametrize(("fp", "then"), [(12, 8), (8, 6)])
    def test_mines(self, fp: int, then: int) -> None:
        """A Final 2 makes an A-P minefield weaker; a 3 does not."""
        assert (
            cleared("B24.7/dr DR 1,1", mines=field(fp=fp)).state.fortifications["m"].fp
            == then
        )
        state = cleared("B24.7/dr DR 1,2", mines=field(fp=fp)).state
        assert state.fortifications["m"].fp == fp

    def test_last_factor(self) -> None:
        """6 FP, or the last A-T factor, are gone for good; A-T factors go first."""
        for mines in (field(fp=6), field(factors=1)):
            assert not cleared("B24.7/dr DR 1,1", mines=mines).state.fortifications
        both = cleared("B24.7/dr DR 1,1", mines=field(fp=6, factors=2)).state
        assert both.fortifications["m"] == field(fp=6, factors=1)
