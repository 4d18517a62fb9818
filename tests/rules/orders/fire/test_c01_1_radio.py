"""C1 in play: what Observers may order, and what OBA does by itself."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.c01_1_radio import check_radio, offer_radio
from opfor.state.events import PhaseBegan, ShotFired
from opfor.state.in_progress import Shot
from opfor.state.play import Play
from tests.rules.given.artillery import at, oba, order
from tests.rules.given.radio import READY, refused


class TestC1_1WhenOBAIsDirected:
    """C1.1."""

    def test_contact_first(self) -> None:
        """Nothing without contact in this phase, and contact but once."""
        assert refused("place", "J3", first=False) == "C1.2"
        assert refused("contact", first=True) == "C1.2"
        assert refused("contact", first=False) == ""

    def test_before_fire(self) -> None:
        """Not once the side has fired anything else."""

        def run(play: Play) -> None:
            shot = Shot("FRIENDLY", at("J3"), (at("J6"),), ("f",))
            play.emit(ShotFired(shot))
            with pytest.raises(Illegal, match="before the other fire"):
                check_radio(play, "FRIENDLY", Radio("b", "contact"))

        oba(run=run)

    @pytest.mark.parametrize(
        ("battery", "rule"),
        [({"over": True}, "C1.21"), ({"device": "event"}, "C1.1")],
    )
    def test_no_battery(self, battery: dict[str, Any], rule: str) -> None:
        """Not one that is spent, or that an event sees to."""
        assert refused("contact", first=False, battery=battery) == rule

    def test_other_side(self) -> None:
        """Nor the other side's, nor without an Observer."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="you direct no OBA"):
                check_radio(play, "ENEMY", Radio("b", "contact"))

        oba(run=run)
        assert refused("contact", first=False, battery={"weapon": ""}) == "C1.6"


class TestOffers:
    """What is offered."""

    def test_labels(self) -> None:
        """With the exact odds."""
        found: list[str] = []
        foe = {"e": ("russian/4-4-7", "tJ3")}

        def run(play: Play) -> None:
            found.extend(offer.label for offer in offer_radio(play, "FRIENDLY"))
            order(play, "contact")
            found.extend(offer.label for offer in offer_radio(play, "FRIENDLY"))

        oba("C1.2 DR 1,2", "C1.21 chit black", run=run, enemies=foe)
        assert found == [
            "b: Radio Contact (13/18), then Battery Access (8/11)",
            "b: place SR at tJ3 (Accurate 1/3)",
            "b: cancel the mission",
        ]

    def test_later(self) -> None:
        """To convert and correct a SR."""
        found: list[str] = []
        foe = {"e": ("russian/4-4-7", "tJ3")}

        def run(play: Play) -> None:
            order(play, "contact")
            found.extend(offer.label for offer in offer_radio(play, "FRIENDLY"))
            play.emit(PhaseBegan(1, "ENEMY", "DFPh"))
            found.extend(offer.label for offer in offer_radio(play, "FRIENDLY"))

        oba("C1.2 DR 1,2", run=run, enemies=foe, battery=READY, mark=("SR", "J5"))
        assert found == [
            "b: FFE, HE",
            "b: FFE, harassing",
            "b: correct SR at tJ3 (Accurate 1/3)",
            "b: cancel the mission",
            "b: Radio Contact (5/6)",
        ]
