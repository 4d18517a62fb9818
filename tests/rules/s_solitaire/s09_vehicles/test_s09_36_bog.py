"""S9.36: Bog hexes only as the last choice of a vehicle."""

from opfor.rules.s_solitaire.s09_vehicles.s09_36_bog import dry_steps
from opfor.rules.s_solitaire.s09_vehicles.steps import open_steps
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName
from tests.rules.given.drivers import DEAD_END, ask, at, scene, squad, tank

MUD = Weather(ground="mud")


class TestS9_36Bog:
    """S9.36."""

    def test_round_the_bog(self) -> None:
        """Woods beside Open Ground are not entered, nor is the hex just left."""
        one = tank("G4")
        found = {s.to for s in dry_steps(scene(one), one, at("G4"), back=at("G3"))}
        assert at("G3") not in found
        assert not any(s.bog for s in dry_steps(scene(one), one, at("G4")))

    def test_only_choice(self) -> None:
        """Where nothing else is left a Bog hex is entered."""
        one = tank("B5")
        ways = ask(
            lambda play: dry_steps(play, one, one.location, back=at("B4")),
            one,
            board=DEAD_END,
        )
        assert {at("A5"), at("C5")} <= {step.to for step in ways}
        assert all(step.bog for step in ways)

    def test_exc1_mud(self) -> None:
        """EXC: in Mud every hex without woods or obstacle; paved roads first."""
        one = tank("G5")
        view = scene(one, weather=MUD)
        found = {step.to for step in dry_steps(view, one, at("G5"))}
        assert at("H4") not in found
        assert {at("F5"), at("G6")} <= found
        paved = "board: t\nsize: 9x10\npaved road: E1/0 > E1 > E10 > E10/3\n"

        def ways(play: Play) -> list[LocationName]:
            muddy = scene(one, weather=MUD)._replace(world=play.world)
            return [step.to for step in dry_steps(muddy, one, at("E5"))]

        assert ask(ways, one, board=paved) == [at("E4"), at("E6")]

    def test_exc1_ordered(self) -> None:
        """EXC: a hex that the Move Command has it enter."""
        one = tank("G5")
        ways = dry_steps(scene(one), one, at("G5"), ordered=at("H4"))
        assert at("H4") in {step.to for step in ways if step.bog}

    def test_prohibited(self) -> None:
        """A Known Minefield and FRIENDLY Infantry keep it out; fire does not."""
        one = tank("G5")
        mine = Fortification(id="m", kind="minefield", location=at("F5"), fp=6)
        view = scene(one, squad("G6"), fortifications={"m": mine})
        found = {step.to for step in open_steps(view, one, at("G5"))}
        assert not {at("F5"), at("G6")} & found
