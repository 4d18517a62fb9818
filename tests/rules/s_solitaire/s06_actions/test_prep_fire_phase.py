"""S6.24, S6.241 and the alternates: the ENEMY's PFPh."""

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.can_do import (
    behind_a_wall,
    can_entrench,
    can_move,
)
from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import next_action
from opfor.rules.s_solitaire.s06_actions.rolls import alternate
from opfor.state.play import Play
from opfor.state.units import GunState, Unit, VehicleState
from tests.rules.given.enemies import ask, enemy, friend, played, weapon
from tests.rules.given.world import notes

TANK = "t-34-m41"
STOPPED, BOGGED = VehicleState(), VehicleState(bogged=True)
HALTED = enemy("e1", "J6", TANK, vehicle=STOPPED)
OPEN = "board: t\nsize: 20x10\nbrush: A9\n"
WALLED = "board: t\nsize: 20x10\nwall: K6/012345\n"


class TestS6_22Move:
    """S6.22: a Move Action in the PFPh."""

    def test_marked(self) -> None:
        """A Move Action is marked, and waits for the MPh."""
        unit = played("S6.11 DR 4,6", things=[enemy("e1", "O6")]).state.units["e1"]
        assert (unit.action, unit.moved) == ("Move", False)

    def test_exc1_not_mobile(self) -> None:
        """EXC: neither what is bogged nor who is pinned moves."""
        assert can_move(enemy("e1", "O6"))
        assert not can_move(enemy("e1", "O6", pinned=True))
        assert not can_move(enemy("e1", "O6", TANK, vehicle=BOGGED))


class TestS6_23Fire:
    """S6.23: a Fire Action in the PFPh."""

    def test_at_once(self) -> None:
        """Who has a Fire Action fires before the next Action DR."""
        things = [enemy("e1", "J4"), enemy("e2", "J8"), friend("V", "K6")]
        state = played(
            "S6.11 DR 2,5", "A7.3 DR 6,5", "S6.11 DR 2,4", "A7.3 DR 6,4", things=things
        ).state
        assert [state.units[id_].fired for id_ in ("e1", "e2")] == ["prep", "prep"]

    def test_exc1_no_target(self) -> None:
        """EXC: without a Target nobody fires."""
        unit = played("S6.11 DR 4,3", things=[enemy("e1", "O6")]).state.units["e1"]
        assert (unit.action, unit.fired) == ("nothing", "")


class TestS8_p12_pfph:
    """S8.p12/pfph."""

    NEAR = (enemy("e1", "J5"), enemy("e2", "J6"), friend("V", "M5"))

    def test_called(self) -> None:
        """An ADJACENT Location makes its Action DR, has Fire, and joins: one attack."""
        run = played("S6.11 DR 2,5", "S6.11 DR 2,4", "A7.3 DR 6,5", things=self.NEAR)
        (shot,) = run.state.shots
        assert set(shot.firers) == {"e1", "e2"}

    def test_not_fire(self) -> None:
        """One that has another Action does not join, and keeps it."""
        run = played("S6.11 DR 2,5", "S6.11 DR 4,6", "A7.3 DR 6,5", things=self.NEAR)
        assert run.state.shots[0].firers == ("e1",)
        assert run.state.units["e2"].action == "Move"

    def test_panic(self) -> None:
        """Nor does one that Panics."""
        run = played("S6.11 DR 2,5", "S6.11 DR 4,4", "A7.3 DR 6,5", things=self.NEAR)
        assert run.state.shots[0].firers == ("e1",)
        assert run.state.units["e2"].panic

    def test_too_far(self) -> None:
        """One that is not ADJACENT waits for its turn."""
        things = [enemy("e1", "J4"), enemy("e2", "J8"), friend("V", "M5")]
        dice = ("S6.11 DR 2,5", "A7.3 DR 6,5", "S6.11 DR 2,4", "A7.3 DR 6,5")
        assert len(played(*dice, things=things).state.shots) == 2


class TestS6_24Entrench:
    """S6.24."""

    def test_digs_at_once(self) -> None:
        """A MMC digs by B27.11 and is TI."""
        game = played("S6.11 DR 1,3", "B27.12 DR 1,2", things=[enemy("e1", "J6")])
        unit = game.state.units["e1"]
        assert unit.ti
        assert game.state.fortifications[unit.inside].kind == "foxhole"

    def test_only_mmc(self) -> None:
        """A leader does not, nor does a vehicle."""
        for unit in (
            enemy("e1", "J6", "8-0"),
            enemy("e1", "J6", TANK, vehicle=VehicleState()),
        ):
            assert not ask(
                [unit], lambda play: can_entrench(play, play.state.units["e1"])
            )


class TestS6_241RestrictedLos:
    """S6.241."""

    def test_behind_a_wall(self) -> None:
        """All LOS to Targets crosses a wall of its own hex: it does not dig."""
        things = [enemy("e1", "K6"), friend("V", "N6")]
        assert ask(
            things,
            lambda play: behind_a_wall(play, play.state.units["e1"]),
            board=WALLED,
        )

    def test_without_targets(self) -> None:
        """Without Targets, or with one in the open, there is nothing against it."""
        alone = [enemy("e1", "K6")]
        assert not ask(
            alone,
            lambda play: behind_a_wall(play, play.state.units["e1"]),
            board=WALLED,
        )
        seen = [enemy("e1", "K6"), friend("V", "N6")]
        assert not ask(
            seen, lambda play: behind_a_wall(play, play.state.units["e1"]), board=OPEN
        )


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


class TestOrder:
    """The PFPh as a whole."""

    def test_one_after_the_other(self) -> None:
        """Each group performs its Action before the next one rolls."""
        game = played(
            "S6.11 DR 1,3", "B27.12 DR 6,5", "S6.11 DR 4,6",
            things=[enemy("e1", "J4"), enemy("e2", "J8")],
        )  # fmt: skip
        told = notes(game)
        first = next(n for n, text in enumerate(told) if "Action of e2" in text)
        assert any("entrenches" in text for text in told[:first])

    def test_panic(self) -> None:
        """Who Panics performs nothing."""
        things = [enemy("e1", "J4"), friend("V", "K4")]
        unit = played("S6.11 DR 5,5", things=things).state.units["e1"]
        assert (unit.action, unit.fired) == ("Panic", "")
