"""C1.33: the order to convert a SR."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.c01_1_radio import check_radio
from opfor.state.play import Play
from tests.rules.given.artillery import marks, oba, order
from tests.rules.given.radio import READY, refused

OUT_OF_SIGHT = "T6"


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
