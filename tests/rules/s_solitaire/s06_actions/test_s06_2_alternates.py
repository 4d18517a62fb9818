"""S6.1: the Action DR of a group, and the mark of those who have performed theirs."""

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import next_action
from opfor.rules.s_solitaire.s06_actions.s06_2_alternates import alternate
from opfor.state.play import Play
from opfor.state.units import GunState, Unit, VehicleState
from tests.rules.given.enemies import ask, enemy, friend, played, weapon
from tests.rules.given.world import notes

TANK = "t-34-m41"
STOPPED, BOGGED = VehicleState(), VehicleState(bogged=True)
HALTED = enemy("e1", "J6", TANK, vehicle=STOPPED)


def alternated(unit: Unit, *things: object, **how: object) -> str:
    """The Action that a unit has after its alternate was looked for."""

    def run(play: Play) -> str:
        alternate(play, play.state.units[unit.id])
        return play.state.units[unit.id].action

    return str(ask([unit, *things], run, **how))  # type: ignore[list-item, arg-type] # as given


class TestS6_2_alternatesAlternates:
    """{A2-alternates}."""

    @pytest.mark.parametrize(
        ("unit", "attitude", "action"),
        [
            (enemy("e1", "J6", action="Fire"), "Hold", "Entrench"),
            (enemy("e1", "O6", action="Fire"), "Hold", "nothing"),
            (enemy("e1", "J6", action="Fire", inside="f"), "Hold", "nothing"),
            (replace(HALTED, action="Fire"), "Hold", "Move"),
            (enemy("e1", "J6", action="Fire"), "Advance", "Move"),
            (replace(HALTED, action="Fire"), "Advance", "Move"),
            (enemy("e1", "J6", TANK, action="Move", vehicle=BOGGED), "Hold", "nothing"),
            (enemy("e1", "O6", action="Entrench"), "Hold", "nothing"),
            (replace(HALTED, action="Entrench"), "Hold", "Move"),
            (enemy("e1", "J6", action="Move"), "Hold", "Move"),
            (enemy("e1", "O6", action="Fire", automatic="S6.311"), "Hold", "Fire"),
        ],
    )  # fmt: skip
    def test_without_a_target(self, unit: Unit, attitude: str, action: str) -> None:
        """What is done in place of an Action that cannot be done."""
        assert alternated(unit, attitude=attitude) == action

    @pytest.mark.parametrize(
        ("at", "limbered"),
        [
            pytest.param("R6", False, id="a FRIENDLY unit near"),
            pytest.param("", True, id="none"),
        ],
    )
    def test_limbered_gun(self, at: str, limbered: bool) -> None:
        """In Advance Attitude a crew without a Target unlimbers its Gun, and is TI."""
        things = [
            enemy("e1", "J6", "2-2-8"),
            weapon("g", "85l-aa-zp-obr-39", "e1", gun=GunState(ca=0, limbered=True)),
            *([friend("V", at, concealed=True)] if at else []),
        ]
        state = played("S6.11 DR 2,3", things=things, attitude="Advance").state
        left = state.weapons["g"].gun
        assert left is not None
        assert left.limbered is limbered
        assert state.units["e1"].ti is not limbered
        assert state.units["e1"].action == "nothing"

    def test_no_effect_is_said(self) -> None:
        """S8.p2: who has a Target and no attack that could harm it says so."""
        things = [enemy("e1", "M6", "2-2-6"), friend("V", "J6", concealed=True)]
        told = notes(played("S6.11 DR 2,5", things=things))
        assert any(line.startswith("e1: no attack on a Target") for line in told)

    def test_a_wave_leader_is_called(self) -> None:
        """D-396: a wave leader whom broken units call by S6.317 leaves the wave."""

        def run(play: Play) -> object:
            next_action(play)
            return play.state.units["L"].wave, play.state.units["L"].automatic

        leader = enemy("L", "J6", "8-0", wave="w1")
        things = [leader, enemy("e1", "J2", broken=True)]
        found = ask(things, run, "S6.11 DR 3,4", attitude="Advance")
        assert found == ("", "S6.317")

    def test_a_wave_leader_stays(self) -> None:
        """D-395: a wave leader with broken units that need him leaves the wave."""

        def run(play: Play) -> object:
            next_action(play)
            unit = play.state.units["L"]
            return unit.wave, unit.action, unit.automatic

        leader = enemy("L", "J6", "8-0", wave="w1")
        things = [leader, enemy("e1", "J6", broken=True)]
        found = ask(things, run, "S6.11 DR 3,4", attitude="Advance")
        assert found == ("", "nothing", "S6.3175")

    def test_before_leaders(self) -> None:
        """A leader goes by what the MMC with him do in the end: along with them."""

        def run(play: Play) -> object:
            next_action(play)
            units = play.state.units
            return [(units[id_].action, units[id_].automatic) for id_ in ("e1", "L")]

        things = [enemy("e1", "J6"), enemy("L", "J6", "8-0")]
        found = ask(things, run, "S6.11 DR 1,3", attitude="Advance")
        assert found == [("Move", ""), ("Move", "S6.3175")]

    def test_entrench_becomes_fire(self) -> None:
        """Where it cannot dig, a unit with a Target fires."""
        unit = enemy("e1", "O6", action="Entrench")
        assert alternated(unit, friend("V", "M6")) == "Fire"

    @pytest.mark.parametrize(
        ("attitude", "action"), [("Hold", "nothing"), ("Advance", "Move")]
    )
    def test_move_with_a_hw(self, attitude: str, action: str) -> None:
        """A unit with an assembled HW and no Target moves only in Advance Attitude."""
        hmg = weapon("hmg", "hmg", "e1")
        unit = enemy("e1", "J6", action="Move")
        assert alternated(unit, hmg, attitude=attitude) == action

    def test_move_with_a_hw_and_a_target(self) -> None:
        """With a Target it fires."""
        unit = enemy("e1", "J6", action="Move")
        assert alternated(unit, weapon("hmg", "hmg", "e1"), friend("V", "M6")) == "Fire"

    @pytest.mark.parametrize("action", ["Fire", "Move"])
    def test_a_gun_crew_stays(self, action: str) -> None:
        """In Advance Attitude a crew without a Target stays with its Gun."""
        gun = weapon("g", "45l-at-ptp-obr-32", "e1", gun=GunState(ca=0))
        unit = enemy("e1", "J6", "2-2-8", action=action)
        assert alternated(unit, gun, attitude="Advance") == "nothing"
