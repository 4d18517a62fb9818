"""C1 in play: what Observers may order, and what OBA does by itself."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.c01_artillery import begins, check_radio, ends, offer_radio
from opfor.state.events import PhaseBegan, ShotFired
from opfor.state.in_progress import Shot
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.artillery import at, marks, oba, order

READY = {"access": True, "contact": True}
OUT_OF_SIGHT = "T6"


def refused(step: str, to: str = "", *, first: bool = True, **more: Any) -> str:
    """The rule that forbids an order, once contact is maintained if it is needed."""
    found: list[str] = []

    def run(play: Play) -> None:
        if first:
            order(play, "contact")
        where = at(to) if to else LocationName("")
        try:
            check_radio(play, "FRIENDLY", Radio("b", step, where))  # type: ignore[arg-type] # a test's word
        except Illegal as error:
            found.append(error.rule)

    dice = ("C1.2 DR 1,2",) if first else ()
    more["battery"] = READY | more.get("battery", {})
    oba(*dice, run=run, **more)
    return found[0] if found else ""


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


class TestC1_3_order:
    """C1.3/order."""

    def test_places(self) -> None:
        """A hex in LOS, with access, and nothing on the map yet."""
        assert refused("place", "J3") == ""
        assert refused("place", OUT_OF_SIGHT) == "C1.61"
        assert refused("place", "J3", mark=("SR", "J4")) == "C1.3"
        found = {"access": False, "black": 0, "red": 3, "contact": True}
        assert refused("cancel", battery=READY | {"access": True}) == ""
        assert found["access"] is False


class TestC1_4_order:
    """C1.4/order."""

    @pytest.mark.parametrize(
        ("mark", "to", "rule"),
        [
            (("SR", "J3"), "K3", ""),
            (("SR", "J3"), "J3", "C1.4"),
            (("FFE:1", "J9"), "J6", ""),
            (("FFE:1", "J9"), "J5", "C1.4"),
            (("FFE:2", "J3"), "K3", "C1.4"),
            (("SR", "J3"), OUT_OF_SIGHT, "C1.61"),
            (None, "J3", "C1.3"),
        ],
    )
    def test_how_far(self, mark: Any, to: str, rule: str) -> None:
        """A SR, or a FFE:1 by three hexes, into LOS."""
        assert refused("correct", to, mark=mark) == rule


class TestC1_33_order:
    """C1.33/order."""

    @pytest.mark.parametrize(
        ("mark", "rule"),
        [
            (("SR", "J3"), ""),
            (("SR", OUT_OF_SIGHT), "C1.61"),
            (("FFE:1", "J3"), ""),
            (("FFE:C", "J3"), "C1.58"),
            (None, "C1.3"),
        ],
    )
    def test_what(self, mark: Any, rule: str) -> None:
        """A SR in LOS, or a FFE that goes on."""
        assert refused("convert", mark=mark) == rule

    def test_not_at_once(self) -> None:
        """Not in the phase in which the SR was placed."""

        def run(play: Play) -> None:
            order(play, "contact")
            order(play, "place", "J3")
            with pytest.raises(Illegal, match="later phase"):
                check_radio(play, "FRIENDLY", Radio("b", "convert"))

        oba("C1.2 DR 1,2", "C1.3 dr 1", run=run, battery=READY)

    def test_after_a_correction(self) -> None:
        """Once corrected only if that was Accurate, or a Known enemy is near."""
        dice = ("C1.2 DR 1,2", "C1.3 dr 6", "C1.32 DR 1,1")
        foe = {"e": ("russian/4-4-7", "tJ3")}
        for enemies, barred in ((None, True), (foe, False)):
            found: list[bool] = []

            def run(play: Play, found: list[bool] = found) -> None:
                order(play, "contact")
                order(play, "correct", "J4")
                try:
                    check_radio(play, "FRIENDLY", Radio("b", "convert"))
                except Illegal:
                    found.append(True)

            oba(*dice, run=run, battery=READY, mark=("SR", "K3"), enemies=enemies)
            assert bool(found) is barred

    def test_shells(self) -> None:
        """Only what the battery has."""

        def run(play: Play) -> None:
            order(play, "contact")
            check_radio(play, "FRIENDLY", Radio("b", "convert", kind="smoke"))
            with pytest.raises(Illegal, match="no WP"):
                check_radio(play, "FRIENDLY", Radio("b", "convert", kind="WP"))

        has = READY | {"shells": ("smoke",)}
        oba("C1.2 DR 1,2", run=run, battery=has, mark=("SR", "J3"))


class TestC1_3_place:
    """C1.3/place."""

    def test_extra_draw(self) -> None:
        """A S? near the hex needs an extra draw; red, and nothing is placed."""
        for chit, more in (("red", ()), ("black", ("C1.3 dr 1",))):
            played = oba(
                "C1.2 DR 1,2",
                f"C1.212 chit {chit}",
                *more,
                run=lambda p: [order(p, "contact"), order(p, "place", "J3")],
                battery=READY,
                suspects={"S1": "tJ3"},
            )
            assert bool(marks(played)) is (chit == "black")

    def test_registered(self) -> None:
        """An Accurate SR in a Pre-Registered hex is an FFE:1 at once."""
        played = oba(
            "C1.2 DR 1,2",
            "C1.3 dr 4",
            run=lambda p: [order(p, "contact"), order(p, "place", "J3")],
            battery=READY | {"registered": ("tJ3",)},
        )
        assert marks(played) == [("FFE:1", "tJ3")]


class TestC1_4_do:
    """C1.4/do."""

    def test_error(self) -> None:
        """A correction by four hexes errs by two at the most."""
        played = oba(
            "C1.2 DR 1,2",
            "C1.3 dr 5",
            "C1.32 DR 4,6",
            run=lambda p: [order(p, "contact"), order(p, "correct", "J5")],
            battery=READY,
            mark=("SR", "J1"),
        )
        assert marks(played) == [("SR", "tJ7")]


class TestC1_33Conversion:
    """C1.33."""

    def test_ffe(self) -> None:
        """A SR becomes FFE:1 and attacks; then the FFE goes on."""
        played = oba(
            "C1.2 DR 1,2",
            "A7.3 DR 6,6",
            "A10.1 DR 1,1",
            run=lambda p: [order(p, "contact"), order(p, "convert")],
            battery=READY,
            mark=("SR", "J3"),
            enemies={"e": ("russian/4-4-7", "tJ3")},
        )
        assert marks(played) == [("FFE:1", "tJ3")]
        assert len(played.state.shots) == 1

    def test_misses(self) -> None:
        """A red extra draw holds the fire back."""
        played = oba(
            "C1.2 DR 1,2",
            "C1.212 chit red",
            run=lambda p: [order(p, "contact"), order(p, "convert")],
            battery=READY,
            mark=("SR", "J3"),
            suspects={"S1": "tJ3"},
        )
        assert marks(played) == [("SR", "tJ3")]

    def test_suspects(self) -> None:
        """A S? under a FFE that would cost it its "?" is checked."""
        played = oba(
            "C1.2 DR 1,2",
            "C1.212 chit black",
            "A7.3 DR 3,3",
            "S5.1 dr 6",
            run=lambda p: [order(p, "contact"), order(p, "convert")],
            battery=READY,
            mark=("SR", "J3"),
            suspects={"S1": "tJ3"},
        )
        assert played.state.suspects == {}


class TestC1_34Cancel:
    """C1.34."""

    def test_cancel(self) -> None:
        """All is gone; with the last black chit drawn the battery, too."""
        for black, over in ((1, False), (0, True)):
            played = oba(
                "C1.2 DR 1,2",
                run=lambda p: [order(p, "contact"), order(p, "cancel")],
                battery=READY | {"black": black},
                mark=("SR", "J3"),
            )
            battery = played.state.batteries["b"]
            assert (marks(played), battery.access, battery.over) == ([], False, over)


class TestC1_58_end:
    """C1.58/end."""

    @pytest.mark.parametrize(
        ("phase", "mover", "left"),
        [
            ("PFPh", "FRIENDLY", 0),
            ("DFPh", "ENEMY", 0),
            ("PFPh", "ENEMY", 1),
            ("DFPh", "FRIENDLY", 1),
        ],
    )
    def test_own_phase(self, phase: Any, mover: Any, left: int) -> None:
        """It is gone as its owner's fire phase begins, not as the other's does."""
        played = oba(
            run=begins, phase=phase, mover=mover, mark=("FFE:C", "J3"), battery=READY
        )
        assert len(marks(played)) == left


class TestC1_22_end:
    """C1.22/end."""

    @pytest.mark.parametrize(
        ("mark", "after"),
        [
            (("SR", "J3"), []),
            (("FFE:1", "J3"), [("FFE:2", "tJ3")]),
            (("FFE:2", "J3"), [("FFE:C", "tJ3")]),
            (("FFE:C", "J3"), [("FFE:C", "tJ3")]),
        ],
    )
    def test_left_alone(self, mark: Any, after: Any) -> None:
        """A SR that nobody directs is gone, a FFE goes on."""
        assert marks(oba(run=ends, mark=mark, battery=READY)) == after

    def test_directed(self) -> None:
        """A SR under contact stays; what has come down does not do so twice."""
        played = oba(
            "C1.2 DR 1,2",
            run=lambda p: [order(p, "contact"), ends(p)],
            mark=("SR", "J3"),
            battery=READY,
        )
        assert marks(played) == [("SR", "tJ3")]
        played = oba(
            "C1.2 DR 1,2",
            run=lambda p: [order(p, "contact"), order(p, "convert"), ends(p)],
            mark=("SR", "J3"),
            battery=READY,
        )
        assert marks(played) == [("FFE:1", "tJ3")]

    def test_contact_not_kept(self) -> None:
        """Contact that nobody maintains is lost."""
        played = oba(run=ends, battery={"contact": True})
        assert not played.state.batteries["b"].contact


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
