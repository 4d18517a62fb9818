"""D.8: Collateral Attacks."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.d_vehicles.d01_vehicles.d00_8_collateral import vulnerable
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.armor import L, duel, fire, seen, set_weapon, told

HALFTRACK, TRUCK = "german/spw-251-1", "russian/gaz-mm"
TURRET, HULL = "C3.3 DR 1,2", "C3.3 DR 2,1"
"""Hits on the turret and on the hull."""


def load(play: Play, *, rides: bool) -> None:
    """A squad is aboard the ENEMY vehicle."""
    carried = Unit(
        id="sq",
        side="ENEMY",
        counter="russian/4-4-7",
        location=L("E2"),
        aboard="etank",
        rides=rides,
    )
    play.emit(UnitAdded(carried))


def shot(
    *dice: str, rides: bool | None = None, ammo: str = "HE", **scene: Any
) -> Game[State]:
    """The tank's shot at an ENEMY vehicle; with Riders, or Passengers, if `rides`."""

    def run(play: Play) -> None:
        if rides is not None:
            load(play, rides=rides)
        set_weapon(play, "tank.ma", rof=False)
        fire(play, ammo=ammo)

    return duel(run, *dice, **scene)


def harmed(played: Game[State]) -> list[str]:
    """The Collateral Attacks that were made."""
    return [line for line in told(played).split("\n") if "Collateral" in line]


class TestD_8Collateral:
    """D.8."""

    def test_riders(self) -> None:
        """75mm HE hits a tank in vain, and its Riders at 12 FP by the same DR of 7."""
        played = shot(HULL, "C3.4 DR 3,4", "A10.1 DR 6,6", rides=True)
        assert harmed(played) == ["Collateral Attack on sq: 12 FP"]
        assert "sq" not in played.state.units

    def test_ap(self) -> None:
        """AP has two FP against them: no effect by a 9."""
        played = shot(HULL, "C3.4 DR 6,6", rides=True, ammo="AP")
        assert harmed(played) == ["Collateral Attack on sq: 2 FP"]
        assert not played.state.units["sq"].broken

    def test_critical(self) -> None:
        """A CH doubles its FP."""
        played = shot("C3.3 DR 1,1", "C3.4 DR 6,6", "A10.1 DR 1,2", rides=True)
        assert harmed(played) == ["Collateral Attack on sq: 24 FP"]

    def test_crew(self) -> None:
        """A turret hit: a CE crew takes a MC at +2, and is Stunned if it fails."""
        dice = (TURRET, "C3.4 DR 2,3", "D5.34/fire DR 6,6")
        played = shot(*dice, enemy={"ce": True})
        assert harmed(played) == ["Collateral Attack on the crew of etank: 1MC"]
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert (state.stunned, state.ce) == (True, False)

    def test_not_a_second_time(self) -> None:
        """A crew that the hit itself has Shocked is not CE any more."""
        played = shot(TURRET, "C3.4 DR 4,5", enemy={"ce": True}, ammo="AP")
        assert harmed(played) == []
        state = played.state.units["etank"].vehicle
        assert state is not None
        assert state.shock

    def test_passengers(self) -> None:
        """Those in an open-topped AFV are met at +2."""
        scene: dict[str, Any] = {"enemy_counter": HALFTRACK, "rides": False}
        played = shot(HULL, "C3.4 DR 4,4", "A10.1 DR 1,1", **scene)
        assert harmed(played) == ["Collateral Attack on sq: 12 FP"]
        assert "sq: PTC" in told(played)

    def test_exc1_destroyed(self) -> None:
        """Where the vehicle is destroyed, a survival DR is all."""
        played = shot(
            HULL, "C3.4 DR 2,3", "D6.9 DR 1,1", "D5.6 DR 6,6", rides=True, ammo="AP"
        )
        assert harmed(played) == []
        assert played.state.units["sq"].aboard == ""

    def test_exc2_hull(self) -> None:
        """A hull hit does nothing to a CE crew in a turret, a turret hit does."""
        assert harmed(shot(HULL, "C3.4 DR 6,6", enemy={"ce": True})) == []
        played = shot(TURRET, "C3.4 DR 6,6", enemy={"ce": True})
        assert len(harmed(played)) == 1

    @pytest.mark.parametrize(
        ("counter", "rides", "ce", "ids"),
        [
            ("russian/t-34-m40", True, False, ["sq"]),
            ("russian/t-34-m40", True, True, ["sq", "etank"]),
            (HALFTRACK, False, False, ["sq"]),
            (HALFTRACK, False, True, ["sq", "etank"]),
            (TRUCK, False, False, ["sq"]),
        ],
    )
    def test_whom(self, counter: str, rides: bool, ce: bool, ids: list[str]) -> None:
        """Riders, Passengers who are not closed in, a CE crew."""

        def run(play: Play) -> list[str]:
            load(play, rides=rides)
            return [unit.id for unit in vulnerable(play, play.state.units["etank"])]

        assert seen(run, enemy={"ce": ce}, enemy_counter=counter) == ids

    def test_on_the_table(self) -> None:
        """Who rolls himself is asked for the vehicle and then for those aboard."""
        played = shot(
            rides=True,
            on_table=("to hit",),
            reports=({"result": "none"}, {"sq": "broken"}, {"tank.ma": "works"}),
        )
        assert played.state.units["sq"].broken
