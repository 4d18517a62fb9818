"""B26: wire: where it is, and who is above it."""

import pytest
from msgspec.structs import replace

from opfor.rules.choices.orders import MoveTo
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp
from opfor.rules.sequence.legal_orders import carry_out
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName
from tests.rules.given.obstacles import TANK, fort, scene
from tests.rules.given.world import game

L = LocationName
TO = L("tK4")

FLAT = "board: t\nsize: 17x10\nwoods: H5\n"
STACK = {"V": ("german/4-6-7", "tG5"), "L": ("german/8-1", "tG5")}


class TestB26_4_torn:
    """B26.4/torn."""

    @pytest.mark.parametrize(
        ("counter", "coloured", "gone"), [(TANK, 1, True), (TANK, 2, False)]
    )
    def test_coloured_one(self, counter: str, coloured: int, gone: bool) -> None:
        """A coloured 1 of a fully-tracked vehicle's Bog DR takes the wire away."""

        def run(play: Play) -> None:
            above = play.state.units["a"]
            play.emit(UnitChanged(replace(above, inside="f"), "above the wire"))
            carry_out(play, "FRIENDLY", StartUp("tank"))
            carry_out(play, "FRIENDLY", DriveOrder("tank", TO))

        dice = (f"D8.2 DR {coloured},2",)
        played = scene(fort("wire"), counter=counter, run=run, dice=dice)
        assert ("f" not in played.state.fortifications) is gone
        assert (played.state.units["a"].inside == "") is gone


class TestB26_4Wire:
    """B26.4."""

    def test_above_the_wire(self) -> None:
        """Who enters a wire Location is above the wire."""

        def run(play: Play) -> None:
            where = LocationName("tG4")
            wire = Fortification(id="w", kind="wire", location=where)
            play.emit(FortificationAdded(wire))
            carry_out(play, "FRIENDLY", MoveTo(("V",), where))

        assert game(board=FLAT, units=STACK, run=run).state.units["V"].inside == "w"
