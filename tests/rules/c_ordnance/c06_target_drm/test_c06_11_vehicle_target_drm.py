"""C6: the DRM that a vehicle brings to the To Hit DR as a target."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.c_ordnance.c06_target_drm.c06_11_vehicle_target_drm import (
    moving_target,
    on_the_move,
)
from opfor.rules.choices.orders import Command
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp, StopOrder
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.sequence.legal_orders import carry_out
from opfor.rules.sequence.s02_turn import next_phase
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase, Side
from tests.rules.given.armor import cases, duel, seen, set_unit


class TestC6_11Moving:
    """C6.11."""

    def test_standing(self) -> None:
        """None against a Stopped vehicle that has not moved."""
        assert "C6.11" not in cases()

    @pytest.mark.parametrize(
        "state", [{"motion": True}, {"entered": True}, {"began_in_motion": True}]
    )
    def test_case_j(self, state: dict[str, Any]) -> None:
        """+2, in Motion, having begun the MPh so, or after entering a hex."""
        assert cases(enemy=state)["C6.11"] == 2

    def test_moving_target(self) -> None:
        """Infantry is none."""
        assert seen(lambda play: moving_target(play.state.units["etank"])) is False


START, STOP = StartUp("etank"), StopOrder("etank")
AHEAD = DriveOrder("etank", LocationName("E3"))

J, J1, J2 = (f"{case}: moving vehicle" for case in ("Case J", "Case J1", "Case J2"))
MPH: tuple[Side, Phase] = ("ENEMY", "MPh")


def turn(
    *orders: Command,
    until: tuple[Side, Phase] = ("ENEMY", "DFPh"),
    before: Callable[[Play], object] = lambda _play: None,
    motion: bool = True,
) -> tuple[str, int] | None:
    """The Case against the ENEMY's tank, played on from its PFPh to a phase."""

    def run(play: Play) -> tuple[str, int] | None:
        before(play)
        next_phase(play)
        for order in orders:
            carry_out(play, "ENEMY", order)
        while (play.state.side, play.state.phase) != until:
            next_phase(play)
        mod = on_the_move(play, play.state.units["etank"], LocationName("K5"))
        return None if mod is None else (mod.name, mod.value)

    dice = ["D2.51 DR 3,4" for order in orders if order is START]
    dice += ["B25.65 DR 3,4"] if until[1] == "RPh" else []
    found: list[tuple[str, int] | None] = []
    duel(
        lambda play: found.append(run(play)),
        *dice,
        turn="ENEMY",
        enemy={"motion": motion},
        enemy_by="orders",
        turns=3,
    )
    return found[0]


def halts(play: Play) -> None:
    """The ENEMY's tank loses its Motion."""
    state = state_of(play.state.units["etank"])
    set_unit(play, "etank", vehicle=replace(state, motion=False))


class TestC6_11_beganInMotion:
    """C6.11, who began the MPh in Motion."""

    def test_stops_at_once(self) -> None:
        """A moving target in the DFPh of the other side, though it entered no hex."""
        assert turn(STOP) == (J, 2)

    def test_as_it_stops(self) -> None:
        """Case J2 for the first MP in LOS."""
        assert turn(STOP, until=MPH) == (J2, 4)

    def test_more_mp(self) -> None:
        """Case J1 as it starts again."""
        assert turn(STOP, START, until=MPH) == (J1, 3)

    def test_drives_and_stops(self) -> None:
        """As any that enters a hex."""
        assert turn(AHEAD, STOP) == (J, 2)

    def test_began_stopped(self) -> None:
        """None that only starts and stops where it is."""
        assert turn(START, STOP, motion=False) is None

    def test_began_stopped_and_starts(self) -> None:
        """It is one while it is in Motion."""
        assert turn(START, motion=False) == (J, 2)

    def test_stopped_before_the_mph(self) -> None:
        """None that lost its Motion before."""
        assert turn(before=halts) is None

    @pytest.mark.parametrize("phase", ["AFPh", "RtPh", "APh", "CCPh"])
    def test_to_the_end_of_the_turn(self, phase: Phase) -> None:
        """In each later phase of the Player Turn."""
        assert turn(STOP, until=("ENEMY", phase)) == (J, 2)

    def test_next_player_turn(self) -> None:
        """Not in the next one."""
        assert turn(STOP, until=("FRIENDLY", "RPh")) is None

    def test_not_the_defender(self) -> None:
        """In the other side's MPh it is one only as long as it is in Motion."""

        def run(play: Play) -> tuple[bool, bool]:
            next_phase(play)
            first = moving_target(play.state.units["etank"])
            halts(play)
            return first, moving_target(play.state.units["etank"])

        assert seen(run, enemy={"motion": True}) == (True, False)
