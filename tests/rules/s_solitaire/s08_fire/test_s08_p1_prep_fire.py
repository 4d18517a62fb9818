"""S8: who fires in the PFPh, and in which Fire Groups."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import perform
from opfor.state.units import GunState
from tests.rules.given.enemies import Thing, enemy, friend, played, weapon
from tests.rules.given.firing_range import part_played, shots

NONE = "A7.3 DR 6,5"


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

    HOUSE = "board: t\nsize: 17x10\nstone building 1: J6\n"
    CHAIN = (
        enemy("e1", "J5"),
        enemy("e2", "J6/1"),
        enemy("e3", "J6"),
        friend("V", "M5"),
    )

    def test_adjacent_to_who_joins(self) -> None:
        """One ADJACENT to a Location that joins is asked, also if it was passed over.

        The squad upstairs comes before the one below it by S6.1, and hangs together
        with e1 by that one alone.
        """
        dice = ("S6.11 DR 2,5", "S6.11 DR 2,4", "S6.11 DR 2,4", "A7.3 DR 6,5")
        run = played(*dice, things=self.CHAIN, board=self.HOUSE)
        (shot,) = run.state.shots
        assert set(shot.firers) == {"e1", "e2", "e3"}

    def test_not_adjacent_to_who_does_not_join(self) -> None:
        """If that Location has another Action, the chain ends before it."""
        dice = (
            "S6.11 DR 2,5",
            "S6.11 DR 4,6",
            "A7.3 DR 6,5",
            "S6.11 DR 2,4",
            "A7.3 DR 6,5",
        )
        run = played(*dice, things=self.CHAIN, board=self.HOUSE)
        assert [shot.firers for shot in run.state.shots] == [("e1",), ("e2",)]


CREW, HS = "2-2-8", "2-3-7"


class TestMatesRoll:
    """D-865: a Location with more than one Action DR fires as one (A7.55)."""

    BROKEN_GUN = weapon(
        "g", "45l-at-ptp-obr-32", "e1", gun=GunState(ca=0), malfunctioned=True
    )
    THINGS = (
        enemy("e1", "J6", CREW),
        enemy("e2", "J6", HS),
        BROKEN_GUN,
        friend("V", "K6"),
        friend("W", "N6"),
    )

    def test_one_attack(self) -> None:
        """Who shares a Location with the crew of a malfunctioned Gun fires with it.

        Both have the close Target of S6.311, and one attack at it.
        """
        dice = ("S6.11 DR 2,3", "S6.11 DR 2,4", "A7.3 DR 6,5")
        run = played(*dice, things=self.THINGS)
        assert [(set(s.firers), s.target) for s in run.state.shots] == [
            ({"e1", "e2"}, "tK6")
        ]

    def test_not_fire(self) -> None:
        """Who is given another Action keeps that."""
        things = [thing for thing in self.THINGS if thing.id != "V"]
        dice = ("S6.11 DR 2,3", "S6.11 DR 4,6", "A7.3 DR 6,5")
        run = played(*dice, things=things)
        assert [s.firers for s in run.state.shots] == [("e1",)]
        assert run.state.units["e2"].action == "Move"

    def test_ordnance(self) -> None:
        """A crew that fires its Gun waits for nobody, nor does who is with it."""
        things = [
            replace(thing, malfunctioned=False) if thing.id == "g" else thing
            for thing in self.THINGS
        ]
        dice = ("S6.11 DR 2,3", "C3.3 DR 6,5", "S6.11 DR 2,4", "A7.3 DR 6,5")
        run = played(*dice, things=things)
        assert [s.firers for s in run.state.shots] == [("g",), ("e2",)]

    def test_squad_at_a_gun(self) -> None:
        """A squad that has fired its Gun fires its own FP with its Location."""
        things = [
            enemy("e1", "J6"),
            enemy("e2", "J6"),
            weapon("g", "45l-at-ptp-obr-32", "e1", gun=GunState(ca=0)),
            friend("W", "N6"),
        ]
        dice = ("S6.11 DR 2,3", "C3.3 DR 6,5", "S6.11 DR 2,4", "A7.3 DR 6,5")
        run = played(*dice, things=things)
        assert [{*shot.firers} for shot in run.state.shots] == [{"g"}, {"e1", "e2"}]

    def test_crew_without_target_for_its_gun(self) -> None:
        """A crew whose Gun has no Target fires its own FP with its Location."""
        gun = weapon("g", "45l-at-ptp-obr-32", "e1", gun=GunState(limbered=True))
        things = [thing for thing in self.THINGS if thing.id != "g"]
        dice = ("S6.11 DR 2,3", "S6.11 DR 2,4", "A7.3 DR 6,5")
        (shot,) = played(*dice, things=[*things, gun]).state.shots
        assert set(shot.firers) == {"e1", "e2"}

    def test_another_attitude(self) -> None:
        """So do those of another Attitude, who make an Action DR of their own."""
        things = [
            enemy("e1", "J6"),
            enemy("e2", "J6", attitude="Advance"),
            friend("V", "K6"),
        ]
        dice = ("S6.11 DR 2,3", "S6.11 DR 2,4", "A7.3 DR 6,5", "A10.1 DR 2,3")
        (shot,) = played(*dice, things=things).state.shots
        assert set(shot.firers) == {"e1", "e2"}

    def test_called_together(self) -> None:
        """Called into the FG of an ADJACENT Location they join it together."""
        things: list[Thing] = [
            enemy("e0", "J5"),
            *(thing for thing in self.THINGS if thing.id not in ("V", "W")),
            friend("W", "L5"),
        ]
        dice = ("S6.11 DR 2,3", "S6.11 DR 2,4", "S6.11 DR 2,5", "A7.3 DR 6,5")
        (shot,) = played(*dice, things=things).state.shots
        assert set(shot.firers) == {"e0", "e1", "e2"}


class TestS8_p1Who:
    """S8.p1."""

    def test_fire_action(self) -> None:
        """In the PFPh those who have Fire as their Action, once."""
        assert shots(part_played(perform, NONE, times=2)) == [("e1",)]

    def test_after_a_mortar(self) -> None:
        """Where a mortar has fired first, the others of its Location still fire.

        So does the squad that served it, at the Target that was fired at (S8.p9).
        """
        mortar = weapon("m", "50-mtr", "e1")
        things = [enemy("e1", "J5"), enemy("e2", "J5"), mortar, friend("V", "M5")]
        dice = ("S6.11 DR 2,3", "C3.3 DR 6,5", "A7.3 DR 6,5")
        run = played(*dice, things=things)
        assert [set(s.firers) for s in run.state.shots] == [{"m"}, {"e1", "e2"}]

    def test_other_actions(self) -> None:
        """Not those who are to Move, or have none yet."""
        for action in ("Move", "", "nothing"):
            changes = {"e1": {"action": action}}
            assert shots(part_played(perform, times=0, changes=changes)) == []

    def test_not_in_good_order(self) -> None:
        """Nor those in Panic, or broken."""
        for state in ("panic", "broken"):
            changes = {"e1": {"action": "Fire", state: True}}
            assert shots(part_played(perform, times=0, changes=changes)) == []
