"""A4.15: Infantry OVR: who may overrun whom, at what cost."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.a_infantry.a04_movement.a04_15_overrun import victim
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence.legal_orders import legal
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.infantry_overrun import overrun
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nstone building: G4\n"
SQUAD = {"V": ("german/4-6-7", "tG5")}
LED = SQUAD | {"L": ("german/9-1", "tG5")}
SMC = {"e": ("russian/8-1", "tG6")}


class TestA4_15InfantryOvr:
    """A4.15."""

    def test_twice_the_mf(self) -> None:
        """Open Ground costs two MF, woods four."""
        for to, cost in (("tG6", 2), ("tH5", 4)):
            enemies = {"e": ("russian/8-1", to)}

            def run(play: Play, to: str = to, cost: int = cost) -> None:
                order = MoveTo(("V",), LocationName(to), overrun=True)
                assert plan(play, order).spent == cost * MF
                assert order in [offer.order for offer in legal(play, "FRIENDLY")]

            game(board=BOARD, units=SQUAD, enemies=enemies, run=run)

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"enemies": {"e": ("russian/4-4-7", "tG6")}}, "no lone"),
            ({"enemies": SMC | {"f": ("russian/7-0", "tG6")}}, "no lone"),
            ({"enemies": {}}, "no lone"),
            ({"states": {"e": {"concealed": True}}}, "no lone"),
            ({"suspects": {"S1": "tG6"}}, "no lone"),
            ({"units": {"L": ("german/9-1", "tG5")}}, "MMC is needed"),
            ({"units": LED, "states": {"L": {"unarmed": True}}}, "all must be"),
        ],
    )
    def test_who_and_whom(self, given: dict[str, Any], why: str) -> None:
        """A Good Order MMC, and a lone Known SMC with no S? beside him."""
        with pytest.raises(Illegal, match=why):
            overrun(**given)

    def test_too_few_mf(self) -> None:
        """A stone house would take four MF, all that is left but one is too few."""
        enemies = {"e": ("russian/8-1", "tG4")}
        with pytest.raises(Illegal, match="MF are needed"):
            overrun(to="tG4", enemies=enemies, states={"V": {"encircled": True}})

    @pytest.mark.parametrize(
        "how", [{"minimum": True}, {"dash": True}, {"bypass": (1,)}]
    )
    def test_exc1_plainly(self, how: dict[str, Any]) -> None:
        """Neither a Minimum Move nor a Dash nor Bypass."""
        with pytest.raises(Illegal):
            overrun(**how)

    def test_exc1_charge(self) -> None:
        """A berserk unit charges; that is no OVR."""
        with pytest.raises(Illegal):
            overrun(states={"V": {"berserk": True}})

    def test_prisoners_do_not_count(self) -> None:
        """A prisoner there makes the SMC no less alone."""
        enemies = SMC | {"p": ("russian/4-4-7", "tG6")}

        def run(play: Play) -> None:
            held = replace(play.state.units["p"], guard="V")
            play.emit(UnitChanged(held, "set"))
            found = victim(play, "FRIENDLY", LocationName("tG6"))
            assert found
            assert found.id == "e"

        game(board=BOARD, units=SQUAD, enemies=enemies, run=run)
