"""C1.2: Radio Contact and Battery Access."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import (
    access_odds,
    battery_access,
    contact_number,
    contact_odds,
    extra_draw,
    pile,
    radio_contact,
)
from opfor.state.artillery import Battery
from opfor.state.play import Play
from tests.rules.given.artillery import oba, order

CONTACT = ("contact",)


def tried(*dice: str, **battery: Any) -> Battery:
    """The battery after a try for Radio Contact."""
    played = oba(
        *dice,
        battery=battery,
        run=lambda play: radio_contact(play, play.state.batteries["b"]),
    )
    return played.state.batteries["b"]


class TestC1_2RadioContact:
    """C1.2."""

    @pytest.mark.parametrize(("dice", "contact"), [("4,4", True), ("4,5", False)])
    def test_number(self, dice: str, contact: bool) -> None:
        """A German radio makes contact with 8 or less."""
        assert tried(f"C1.2 DR {dice}").contact is contact

    def test_maintains(self) -> None:
        """Contact that was had is kept with one more."""
        assert tried("C1.2 DR 4,5", contact=True).contact

    def test_original_12(self) -> None:
        """An Original 12 breaks the radio, though contact is to be maintained."""
        played = oba("C1.2 DR 6,6", run=lambda play: order(play, "contact"))
        assert played.state.weapons["r"].malfunctioned
        assert not played.state.batteries["b"].contact

    def test_phone(self) -> None:
        """A phone has 11; an Original 12 ends it."""
        assert tried("C1.2 DR 5,6", device="phone").contact
        played = oba(
            "C1.2 DR 6,6",
            battery={"device": "phone"},
            run=lambda play: order(play, "contact"),
        )
        assert "r" not in played.state.weapons

    def test_offboard(self) -> None:
        """An offboard Observer needs no DR."""
        assert tried(device="offboard", weapon="", post="tA1").contact

    @pytest.mark.parametrize(
        ("date", "number"),
        [("1942-06", 6), ("1942-07", 7), ("1943-06", 7), ("1943-07", 8)],
    )
    def test_russian(self, date: str, number: int) -> None:
        """Russian radios get better as the war goes on."""
        found = []

        def view(play: Play) -> None:
            enemy = replace(play.state.batteries["b"], side="ENEMY")
            found.append(contact_number(play, enemy))

        oba(run=view, date=date)
        assert found == [number]

    def test_on_table(self) -> None:
        """On the player's table he says what came of it."""
        played = oba(
            results=("contact", "black"),
            on_table=("artillery",),
            run=lambda play: order(play, "contact"),
        )
        assert played.state.batteries["b"].access


class TestC1_2_oddsContact:
    """C1.2/odds."""

    def test_exact(self) -> None:
        """26 of 36 DR are 8 or less, 30 are 9 or less; 11 by phone leaves out 12."""
        found: list[Fraction] = []

        def view(play: Play) -> None:
            radio = play.state.batteries["b"]
            phone = replace(radio, device="phone", contact=True)
            kinds = (radio, replace(radio, contact=True), phone)
            found.extend(contact_odds(play, kind) for kind in kinds)

        oba(run=view)
        assert found == [Fraction(26, 36), Fraction(30, 36), Fraction(35, 36)]


class TestC1_21BatteryAccess:
    """C1.21."""

    def drawn(self, chit: str, **battery: Any) -> Battery:
        """The battery after a draw."""
        played = oba(
            f"C1.21 chit {chit}",
            battery=battery,
            run=lambda play: battery_access(play, play.state.batteries["b"]),
        )
        return played.state.batteries["b"]

    def test_black(self) -> None:
        """A black chit gives access, and is out of the pile."""
        battery = self.drawn("black")
        assert (battery.access, battery.black, battery.red) == (True, 7, 3)

    def test_red(self) -> None:
        """A red chit gives nothing, and is out of the pile, too."""
        battery = self.drawn("red")
        assert (battery.access, battery.red, battery.reds) == (False, 2, 1)
        assert not battery.over

    def test_second_red(self) -> None:
        """The second red chit ends the battery."""
        assert self.drawn("red", red=2, reds=1).over

    def test_no_black_left(self) -> None:
        """Without a black chit left a red one ends it at once."""
        assert self.drawn("red", black=0).over


class TestC1_21_oddsAccess:
    """C1.21/odds."""

    def test_share(self) -> None:
        """The share of black chits; none without chits."""
        battery = Battery(id="b", side="ENEMY", calibre=80, black=8, red=3)
        assert access_odds(battery) == Fraction(8, 11)
        assert access_odds(replace(battery, black=0, red=0)) == 0


class TestC1_211DrawPile:
    """C1.211."""

    @pytest.mark.parametrize(
        ("friendly", "more", "chits"),
        [
            ("german", {}, (8, 3)),
            ("german", {"plentiful": True}, (9, 3)),
            ("german", {"scarce": True}, (8, 4)),
            ("german", {"registered": True}, (9, 3)),
            ("american", {"plentiful": True}, (10, 3)),
            ("russian", {}, (5, 2)),
            ("british", {}, (8, 2)),
            ("canadian", {}, (8, 2)),
            ("axis-minor", {}, (6, 3)),
            ("romanian", {}, (6, 3)),
            ("chinese", {}, (5, 2)),
            ("partisan", {}, (5, 2)),
        ],
    )
    def test_pile(
        self, friendly: str, more: dict[str, bool], chits: tuple[int, int]
    ) -> None:
        """By nation, with what the ammunition adds; Americans have plenty already."""
        usual = {"plentiful": False, "scarce": False, "registered": False}
        found = []
        oba(
            run=lambda play: found.append(pile(play, "FRIENDLY", **(usual | more))),
            friendly=friendly,
            date="1943-08",
        )
        assert found == [chits]


class TestC1_212ExtraDraw:
    """C1.212."""

    @pytest.mark.parametrize("chit", ["black", "red"])
    def test_goes_back(self, chit: str) -> None:
        """Black lets it fire; either chit goes back into the pile."""
        found = []
        played = oba(
            f"C1.212 chit {chit}",
            run=lambda play: found.append(extra_draw(play, play.state.batteries["b"])),
        )
        battery = played.state.batteries["b"]
        assert found == [chit == "black"]
        assert (battery.black, battery.red, battery.reds) == (8, 3, 0)
