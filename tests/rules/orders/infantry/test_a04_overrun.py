"""A4.15: Infantry OVR."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.overrun import victim
from opfor.rules.a_infantry.a04_movement.steps import plan
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence.orders_by_phase import carry_out, check, legal
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nstone building: G4\n"
SQUAD = {"V": ("german/4-6-7", "tG5")}
LED = SQUAD | {"L": ("german/9-1", "tG5")}
SMC = {"e": ("russian/8-1", "tG6")}
NTC, CC = "A10.1 DR", "A11.31 DR"


def overrun(
    *dice: str,
    to: str = "tG6",
    units: dict[str, tuple[str, str]] = SQUAD,
    enemies: dict[str, tuple[str, str]] = SMC,
    states: dict[str, dict[str, Any]] | None = None,
    choice: str = "stays",
    suspects: dict[str, str] | None = None,
    **how: Any,
) -> Game[State]:
    """The game after the units have tried to overrun whoever is in a Location."""

    def run(play: Play) -> None:
        for id_, changes in (states or {}).items():
            play.emit(UnitChanged(replace(play.state.units[id_], **changes), "set"))
        order = MoveTo(tuple(units), LocationName(to), overrun=True, **how)
        check(play, "FRIENDLY", order)
        carry_out(play, "FRIENDLY", order)

    choices = (choice,) if choice else ()
    return game(
        *dice,
        board=BOARD,
        units=units,
        enemies=enemies,
        suspects=suspects,
        run=run,
        choices=choices,
    )


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


class TestA4_15_ntcTheNtc:
    """A4.15, the NTC."""

    def test_failed(self) -> None:
        """Who fails has had his MPh, and spends nothing."""
        state = overrun(f"{NTC} 4,4").state
        unit = state.units["V"]
        assert (unit.location, unit.moved, unit.broken) == ("tG5", True, False)
        assert state.move is None

    def test_tem(self) -> None:
        """TEM of the Location is added: a 7 is not enough for woods."""
        enemies = {"e": ("russian/8-1", "tH5")}
        state = overrun(f"{NTC} 3,4", to="tH5", enemies=enemies).state
        assert state.units["V"].moved

    def test_a_leader_passes_for_all(self) -> None:
        """One NTC, by the leader, who goes with the squad."""
        dice = (f"{NTC} 4,4", f"{CC} 1,2", f"{CC} 6,5")
        state = overrun(*dice, units=LED).state
        assert {state.units[id_].location for id_ in LED} == {"tG6"}

    def test_the_leader_fails(self) -> None:
        """Then the squad tries for itself, and he goes with it."""
        dice = (f"{NTC} 5,6", f"{NTC} 1,2", f"{CC} 1,2", f"{CC} 6,5")
        state = overrun(*dice, units=LED).state
        assert {state.units[id_].location for id_ in LED} == {"tG6"}


class TestA4_15_ccAtOnce:
    """A4.15, the CC."""

    def test_the_smc_dies(self) -> None:
        """4-1 kills on a 5; the squad may go on with two MF."""
        state = overrun(f"{NTC} 3,4", f"{CC} 2,3", f"{CC} 6,5").state
        assert "e" not in state.units
        assert state.move
        assert (state.move.spent, state.move.overrun) == (2 * MF, False)
        assert not state.units["V"].melee

    def test_melee(self) -> None:
        """If both survive they are in Melee, and the move is over."""
        state = overrun(f"{NTC} 3,4", f"{CC} 6,4", f"{CC} 6,5").state
        assert state.units["V"].melee
        assert state.units["e"].melee
        assert state.move is None

    def test_a_broken_one_does_not_fight(self) -> None:
        """A broken SMC makes no attack."""
        state = overrun(f"{NTC} 3,4", f"{CC} 1,2", states={"e": {"broken": True}}).state
        assert "e" not in state.units


class TestA4_15_escapeHeRuns:
    """A4.15, the escape."""

    def test_gone(self) -> None:
        """He leaves for an ADJACENT Location; there is no CC."""
        state = overrun(f"{NTC} 3,4", choice="tG7").state
        assert state.units["e"].location == "tG7"
        assert state.move

    @pytest.mark.parametrize("held", [{"pinned": True}, {"fired": "first"}])
    def test_held(self, held: dict[str, Any]) -> None:
        """Not if he is pinned, or has fired."""
        dice = (f"{NTC} 3,4", f"{CC} 2,3", f"{CC} 6,5")
        state = overrun(*dice, choice="", states={"e": held}).state
        assert "e" not in state.units
