"""C13.8: backblast."""

import pytest

from opfor.rules.c_ordnance.c13_light_at_weapons.c13_8_backblast import blasts
from tests.rules.given.ordnance import looked
from tests.rules.given.shots_fired import fire
from tests.rules.given.weapons import piece
from tests.rules.given.world import notes

HOUSES = """
board: t
size: 40x10
stone building: D7+D8
"""


class TestC13_8Backblast:
    """C13.8."""

    @staticmethod
    def caught(name: str, at: str) -> bool:
        """Whether backblast is caught where R is."""
        kind = "RCL" if "RCL" in name else "LATW" if name != "45L AT" else "AT"
        weapon = piece(kind=kind, name=name)
        return bool(
            looked(lambda play: blasts(play, play.state.units["R"], weapon), at=at)
        )

    @pytest.mark.parametrize("name", ["PSK", "BAZ45", "75* RCL"])
    def test_in_a_building(self, name: str) -> None:
        """A RCL, BAZ or PSK in a building; not in the open."""
        assert self.caught(name, "tD7")
        assert not self.caught(name, "tD5")

    @pytest.mark.parametrize("name", ["PIAT", "MOL-P", "45L AT"])
    def test_exc1_a_piat_has_none(self, name: str) -> None:
        """A PIAT, MOL and a Gun have none."""
        assert not self.caught(name, "tD7")


class TestC13_8BackblastInPlay:
    """C13.8 in play."""

    def test_borne(self) -> None:
        """Out of a house without Case C3: 1 FP on everybody there."""
        played = fire(
            "C3.3 DR 4,5",
            "A7.3 DR 5,5",
            weapon="german/psk",
            unit="german/4-6-7",
            at="tD7",
            target="tD8",
            board=HOUSES,
            date="1944-08",
            order={"backblast": True},
        )
        assert any("backblast" in note for note in notes(played))

    def test_avoided(self) -> None:
        """With Case C3 there is none."""
        played = fire(
            "C3.3 DR 4,5",
            weapon="german/psk",
            unit="german/4-6-7",
            at="tD7",
            target="tD8",
            board=HOUSES,
            date="1944-08",
        )
        assert not any("backblast" in note for note in notes(played))
