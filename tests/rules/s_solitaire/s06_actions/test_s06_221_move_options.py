"""S6.221, S6.222, S6.315, S6.316: how the ENEMY moves, and what it does on the way."""

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.state.events import FortificationAdded, Moved, UnitChanged, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Weapon
from tests.rules.given.moves import entered, phase
from tests.rules.given.world import events


class TestS6_221AssaultMovement:
    """S6.221."""

    def first(self, played: Game[State]) -> bool:
        """Whether the first step was Assault Movement."""
        found: bool = events(played, Moved)[0].move.assault
        return found

    def test_one_location(self) -> None:
        """A move that ends in its first Location is Assault Movement."""
        played = phase("S9.23 dr 2", enemies={"e1": "tM4"}, attitude="Hold", command=12)
        assert entered(played) == ["tM5"]
        assert self.first(played)

    def test_more_than_one(self) -> None:
        """A longer one is not."""
        played = phase("S9.23 dr 2", enemies={"e1": "tC2"}, command=9)
        assert not self.first(played)

    def test_more_than_one_by_double_time(self) -> None:
        """S6.222: with Double Time the second one need not be in reach of normal MF."""
        woods = " ".join(f"{col}{row}" for col in "ABCDE" for row in range(1, 9))

        def laden(play: Play) -> None:
            for n in range(4):
                load = Weapon(id=f"w{n}", counter="russian/lmg", owner="e1")
                play.emit(WeaponAdded(load))

        played = phase(
            *["S9.24 dr 2"] * 2,
            enemies={"e1": "tC2"},
            command=12,
            changed=laden,
            board=f"board: t\nsize: 20x10\nwoods: {woods}\n",
        )
        assert len(entered(played)) == 2
        assert not self.first(played)
        assert played.state.units["e1"].cx

    def test_exc1_minimum_move(self) -> None:
        """EXC: with no MF to spare it is plain movement."""

        def slow(play: Play) -> None:
            for n in range(3):
                load = Weapon(id=f"w{n}", counter="russian/mmg", owner="e1")
                play.emit(WeaponAdded(load))

        played = phase(
            "S9.23 dr 2",
            enemies={"e1": "tC2"},
            command=9,
            changed=slow,
        )
        assert not events(played, Moved) or not self.first(played)


class TestOutOfShelter:
    """B27.4, as the ENEMY moves."""

    def test_double_time(self) -> None:
        """A4b 12: by Double Time it has six MF, of which one gets it out."""
        dice = ["S9.24 dr 2"] * 6
        free = phase(*dice, enemies={"e1": "tC2"}, command=12)
        assert len(entered(free)) == 6
        played = phase(*dice[1:], enemies={"e1": "tC2"}, command=12, changed=dug_in)
        assert len(entered(played)) == 5
        assert played.state.units["e1"].cx

    def test_it_gets_out_first(self) -> None:
        """Who is to move gets out of his foxhole, which costs one of his MF."""
        how = {"enemies": {"e1": "tC2"}, "command": 9}
        assert len(entered(phase("S9.23 dr 2", **how))) == 4
        played = phase("S9.23 dr 2", changed=dug_in, **how)
        assert len(entered(played)) == 3
        assert not played.state.units["e1"].inside


def dug_in(play: Play) -> None:
    """The squad e1 is in a foxhole."""
    hole = Fortification(
        id="f", kind="foxhole", location=LocationName("tC2"), capacity=1
    )
    play.emit(FortificationAdded(hole))
    unit = replace(play.state.units["e1"], inside="f")
    play.emit(UnitChanged(unit, "dug in"))
