"""A12.121: the Concealment Table."""

import pytest

from opfor.rules.a_infantry.a12_concealment.a12_121_concealment_table import (
    GAINED,
    LOST,
    Kind,
    cell,
)
from opfor.state.play import Play
from opfor.state.units import GunState
from tests.rules.given.concealment import play_with
from tests.rules.given.ordnance import CREW, GUN
from tests.rules.given.shots_fired import fire


def codes(at: str, enemy: str, *, gain: bool = False) -> str:
    """The cell of the table for Infantry."""
    found: list[str] = []

    def run(play: Play) -> None:
        found.append(cell(play, play.state.units["V"], gain=gain))

    play_with(run, at=at, enemy=enemy)
    return found[0]


class TestA12_121Table:
    """A12.121."""

    @pytest.mark.parametrize(
        ("kind", "lost", "gained"),
        [
            ("Infantry", "ABCD ABCD E E F F", "NA NA I NA J K"),
            ("Gun", "ACDG ACDG AG AG F F", "NA NA NA NA J K"),
            ("vehicle", "ABCD H AB H F F", "NA NA NA NA J K"),
            ("fortification", "HL HL L HL L L", "NA NA NA NA NA NA"),
        ],
    )
    def test_cells(self, kind: Kind, lost: str, gained: str) -> None:
        """Cell for cell as the chart has them."""
        assert " ".join(LOST[kind]) == lost
        assert " ".join(GAINED[kind]) == gained

    @pytest.mark.parametrize(
        ("at", "enemy", "lost", "gained"),
        [
            ("D5", "F4", "ABCD", "NA"),
            ("D4", "F4", "ABCD", "NA"),
            ("D4", "T4", "ABCD", "NA"),
            ("D4", "U4", "E", "NA"),
            ("D5", "U4", "E", "I"),
            ("D5", "", "F", "J"),
            ("D4", "", "F", "K"),
        ],
    )
    def test_columns(self, at: str, enemy: str, lost: str, gained: str) -> None:
        """By range (16, 17), LOS and Concealment Terrain."""
        assert codes(at, enemy) == lost
        assert codes(at, enemy, gain=True) == gained


class TestA12_121AConcealedGunFires:
    """A12.121: what a concealed Gun's crew gives away as it fires."""

    @pytest.mark.parametrize(("ca", "seen"), [(2, False), (5, True)])
    def test_turning(self, ca: int, seen: bool) -> None:
        """A coloured 4 keeps its "?", unless it had to change its CA."""
        state = {"gun": GunState(ca=ca, emplaced=True)}
        played = fire(
            "C3.3 DR 4,6",
            weapon=GUN,
            unit=CREW,
            at="tD3",
            weapon_state=state,
            state={"concealed": True},
        )
        assert played.state.units["R"].concealed is not seen
