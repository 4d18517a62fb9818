"""B28.5: what A-T mines, and A-P ones, do to a vehicle; Infantry is in no danger."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.b_terrain.b28_mines.b28_4_mines import minefield
from opfor.rules.b_terrain.b28_mines.b28_5_at_mines import (
    at_attack,
    at_minefield,
    set_off,
)
from opfor.state.counters import Vehicle
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.mines import field
from tests.rules.given.phases import phase, unit

HERE = LocationName("tE5")
V = unit("a", HERE)
TANK = Vehicle(
    name="t", nation="t", kind="MT", mp=12, movement="tracked", front=6,
    side=3, turret="T", ma="50", cs=5,
)  # fmt: skip


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
