"""S5.7 and S5.743: what the countermix has left."""

from opfor.rules.s_solitaire.s05_activation.s05_32_long_range_activation import (
    activate_long_range,
)
from opfor.state.play import Play
from opfor.state.units import LocationName, Suspect
from tests.rules.given.activated import BOARD, activated, names, told
from tests.rules.given.world import game


class TestS5_7Countermix:
    """S5.7."""

    def test_reroll(self) -> None:
        """A unit that has run out is rolled again on the same table."""
        play = activated(
            "S5.6 DR 3,3", "S5.72 DR 3,3", "S5.72 DR 1,1", countermix={"4-4-7": 0}
        )
        assert names(play) == ["russian/4-5-8"]

    def test_reroll_of_weapons(self) -> None:
        """So is a SW, a leader, a Gun and a vehicle."""
        play = activated(
            "S5.6 DR 5,5",
            "S5.72 DR 3,3",
            "S5.75 DR 3,4",
            "S5.75 DR 1,2",
            countermix={"LMG": 0},
        )
        assert [w.counter for w in play.state.weapons.values()] == ["russian/50-mtr"]

    def test_exc1_long_range(self) -> None:
        """EXC: Long Range Activation has its own list, and no DR on {A1}."""

        def run(play: Play) -> None:
            activate_long_range(play, Suspect("S1", LocationName("tE5"), "Advance"))

        dice = [f"S5.32/generation {roll}" for roll in ("DR 2,2", "dr 4", "dr 4")]
        played = game("S5.72 DR 2,2", *dice, board=BOARD, run=run)
        assert names(played)[0] == "russian/4-4-7"
        assert len(names(played)) == 2

    def test_none_shipped(self) -> None:
        """Without a table of limits nothing runs out."""
        units = {f"V{n}": ("german/4-6-7", "tA1") for n in range(30)}
        play = activated("S5.6 DR 3,3", "S5.72 DR 3,3", units=units)
        assert names(play) == ["russian/4-4-7"]

    def test_all_gone(self) -> None:
        """A table with nothing left brings nothing, and it is told."""
        gone = dict.fromkeys(("6-2-8", "4-5-8", "5-2-7", "4-4-7", "4-2-6"), 0)
        play = activated("S5.6 DR 3,3", *["S5.72 DR 3,3"] * 60, countermix=gone)
        assert names(play) == []
        assert told(play, "nothing of this table")


class TestS5_7_exc2NamedType:
    """S5.7 EXC."""

    def test_named_type(self) -> None:
        """S? of a group of one type bring that type without a DR."""
        play = activated("S5.6 DR 3,3", mmc="6-2-8")
        assert names(play) == ["russian/6-2-8"]

    def test_two_half_squads(self) -> None:
        """Out of that squad, two HS of the same type."""
        play = activated(
            "S5.6 DR 3,3", mmc="4-6-8", enemy="german", countermix={"4-6-8": 0}
        )
        assert names(play) == ["german/2-4-8"] * 2

    def test_no_half_squads_either(self) -> None:
        """With one HS left nothing comes."""
        play = activated(
            "S5.6 DR 3,3",
            mmc="4-6-8",
            enemy="german",
            countermix={"4-6-8": 0, "2-4-8": 1},
        )
        assert names(play) == []
