"""B24.7: Flames put out, mines lifted; B28.42, B28.5: mines and vehicles."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.b_terrain.b28_at_mines import (
    ap_attack,
    at_attack,
    at_minefield,
    set_off,
)
from opfor.rules.b_terrain.b28_mines import minefield
from opfor.rules.choices.orders import ClearFlame
from opfor.state.counters import Vehicle
from opfor.state.events import FortificationAdded, MarkerAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Marker, MarkerKind
from tests.rules.given.phases import offered, phase, unit

HERE = LocationName("tE5")
FLAME: MarkerKind = "flame"
V = unit("a", HERE)
TANK = Vehicle(
    name="t", nation="t", kind="MT", mp=12, movement="tracked", front=6,
    side=3, turret="T", ma="50", cs=5,
)  # fmt: skip


def field(**given: Any) -> Fortification:
    """A minefield."""
    return Fortification(id="m", kind="minefield", location=HERE, **given)


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


def fate(ask: Any, *dice: str) -> Any:
    """What a query with dice gives."""
    found: list[Any] = []
    phase("MPh", lambda play: found.append(ask(play)), units=[V], dice=dice)
    return found[0]


class TestB28_5ATMines:
    """B28.5."""

    @pytest.mark.parametrize(("dr", "off"), [(3, True), (4, False)])
    def test_set_off(self, dr: int, off: bool) -> None:
        """A dr of its factors or less sets them off."""
        ask = lambda play: set_off(play, field(factors=3))  # noqa: E731 - short
        assert fate(ask, f"B28.5 dr {dr}") is off

    def test_exc1_infantry(self) -> None:
        """They are no minefield to Infantry."""

        def ask(play: Play) -> tuple[bool, bool]:
            play.emit(FortificationAdded(field(factors=3)))
            return bool(minefield(play, HERE)), bool(at_minefield(play, HERE))

        assert fate(ask) == (False, True)


class TestB28_52ATAttack:
    """B28.52."""

    @pytest.mark.parametrize(
        ("side", "dice", "what"),
        [
            (1, "1,1", "burns"),
            (3, "1,1", "eliminated"),
            (3, "6,6", "immobilized"),
            (8, "1,1", "immobilized"),
        ],
    )
    def test_afv(self, side: int, dice: str, what: str) -> None:
        """A 4KIA burns it, a KIA eliminates it; the lowest AF is added to the DR."""
        tank = replace(TANK, side=side, front=9)
        assert fate(lambda p: at_attack(p, tank), f"B28.52 DR {dice}") == what

    @pytest.mark.parametrize(
        ("dice", "what"), [("3,3", "burns"), ("3,4", "eliminated")]
    )
    def test_unarmored(self, dice: str, what: str) -> None:
        """An unarmored vehicle is lost, and burns on 6 or less."""
        truck = Vehicle(
            name="t", nation="t", kind="tr", mp=30, movement="truck",
            unarmored=True, turret="NT", ma="", cs=0,
        )  # fmt: skip
        assert fate(lambda p: at_attack(p, truck), f"B28.52 DR {dice}") == what


class TestB28_42APMines:
    """B28.42."""

    @pytest.mark.parametrize(("dice", "what"), [("1,1", "immobilized"), ("6,5", "")])
    def test_afv(self, dice: str, what: str) -> None:
        """A KIA immobilizes an AFV."""
        ask = lambda play: ap_attack(play, field(fp=12), TANK)  # noqa: E731 - short
        assert fate(ask, f"B28.42 DR {dice}") == what

    def test_unarmored(self) -> None:
        """Just the number immobilizes, less eliminates, half burns."""
        truck = Vehicle(
            name="t", nation="t", kind="tr", mp=30, movement="truck",
            unarmored=True, turret="NT", ma="", cs=0,
        )  # fmt: skip
        ask = lambda play: ap_attack(play, field(fp=12), truck)  # noqa: E731 - short
        rolls = ["1,1", "1,2", "2,2", "2,3", "3,3", "3,4", "4,4", "4,5", "5,5"]
        found = [fate(ask, f"B28.42 DR {dice}") for dice in rolls]
        assert found == sorted(
            found, key=["burns", "eliminated", "immobilized", ""].index
        )
        assert set(found) == {"burns", "eliminated", "immobilized", ""}
