"""S9.31: whether an ENEMY vehicle is CE or BU."""

import pytest

from opfor.rules.s_solitaire.s09_vehicles.drive_in_hand import DriveInHand
from opfor.rules.s_solitaire.s09_vehicles.next_act import hatches
from opfor.rules.s_solitaire.s09_vehicles.s09_31_ce_or_bu import buttons_up
from opfor.rules.s_solitaire.s09_vehicles.steps import steps
from opfor.state.in_progress import VehiclePlan
from opfor.state.play import Play
from opfor.state.units import Unit, Weapon
from tests.rules.given.drivers import WORLD, armed, ask, at, scene, squad, tank
from tests.rules.given.enemy_part import enemy_part

HMG = Weapon(id="h", counter="german/hmg", owner="a")
T34_85 = "russian/t-34-85"
T26 = "russian/t-26-m33"
"""RST, with a gun and no MG."""


class TestS9_31Hatches:
    """S9.31."""

    @pytest.mark.parametrize(("where", "shut"), [("J5", True), ("S5", True)])
    def test_known_target_within_twelve(self, where: str, *, shut: bool) -> None:
        """A Known Target in LOS within twelve hexes."""
        view = scene(tank("G5", ce=True), squad(where))
        assert bool(buttons_up(view, view.state.units["e1"])) == shut

    def test_thirteen_hexes(self) -> None:
        """Not for one that is farther, nor for a concealed one."""
        for friend in (squad("T6"), squad("J5", concealed=True)):
            view = scene(tank("G5", counter=T34_85, ce=True), friend)
            assert buttons_up(view, view.state.units["e1"]) == ""

    def test_manned_heavy_mg(self) -> None:
        """A Known HMG in its normal range, farther than twelve hexes."""
        one, friend = tank("F5", counter=T34_85, ce=True), squad("S5")
        assert WORLD.range(at("F5"), at("S5")) == 13
        assert buttons_up(scene(one, friend, weapons=(HMG,)), one)
        assert not buttons_up(scene(one, friend), one)

    @pytest.mark.parametrize(
        "friend", [squad("S5", broken=True), squad("S5", counter="german/2-4-7")]
    )
    def test_not_fully_manned(self, friend: Unit) -> None:
        """Not one that a broken squad or a HS has (D-026)."""
        one = tank("F5", counter=T34_85, ce=True)
        assert not buttons_up(scene(one, friend, weapons=(HMG,)), one)

    @pytest.mark.parametrize(("to", "shut"), [("N5", ["BU"]), ("N3", [])])
    def test_into_a_building(self, to: str, shut: list[str]) -> None:
        """B23.41: BU before it enters a building, and for nothing else."""
        one = tank("N4", counter=T34_85, ce=True)
        hand = DriveInHand(unit=one, driving=VehiclePlan(how="route"))

        def closing(play: Play) -> list[str]:
            every = steps(play, one, one.location)
            step = next(step for step in every if step.to == at(to))
            return [act.kind for act in hatches(play, hand, step)]

        assert ask(closing, one) == shut

    @pytest.mark.parametrize("phase", ["MPh", "APh"])
    def test_without_a_drive(self, phase: str) -> None:
        """A vehicle that has fired or has nothing to do goes BU in its MPh or APh."""
        for friend, action, ce in (
            (squad("J5"), "Fire", False),
            (squad("J5"), "nothing", False),
            (squad("J5", concealed=True), "nothing", True),
        ):
            one = tank("G5", counter=T34_85, ce=True, action=action)
            after = enemy_part(phase, one, friend).state.units[one.id]
            assert after.vehicle is not None
            assert after.vehicle.ce == ce

    @pytest.mark.parametrize("friend", [squad("S5"), squad("J5", concealed=True)])
    def test_served(self, friend: Unit) -> None:
        """D1.321: with any Target, if the turret is silent while CE (D-897)."""
        one = tank("F5", counter=T26, ce=True)
        assert buttons_up(scene(one, friend), one)
        assert not buttons_up(scene(one), one)

    @pytest.mark.parametrize("phase", ["MPh", "APh"])
    def test_served_shuts(self, phase: str) -> None:
        """D1.321: it does so in its MPh and APh, also if it does not drive."""
        one = tank("G5", counter=T26, ce=True, action="nothing")
        friend = squad("J5", concealed=True)
        after = enemy_part(phase, one, friend, lying=armed((one,)))
        state = after.state.units[one.id].vehicle
        assert state is not None
        assert not state.ce

    def test_served_in_the_others_turn(self) -> None:
        """D1.321: what catches it CE it does not fire at in the DFPh."""
        one = tank("G5", counter=T26, ce=True, action="nothing")
        lying = armed((one,))
        after = enemy_part("DFPh", one, squad("J5"), attacker="FRIENDLY", lying=lying)
        assert not after.state.weapons["e1.ma"].fired
        assert not after.state.shots
