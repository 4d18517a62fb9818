"""A11.3: CC in a Location: rolls first, then what they do, simultaneously."""

import pytest

from opfor.core.event import RollMade
from opfor.rules.a_infantry.a11_close_combat.a11_3_resolution import fight
from opfor.state.units import LocationName, Weapon
from opfor.views.text.words import say
from tests.rules.given.close_combat import cc, ccph, gone, pair
from tests.rules.given.phases import unit
from tests.rules.given.world import events

OPEN, WOODS = "tG5", "tE5"
LEADER = "russian/8-1"


class TestA11_3Simultaneous:
    """A11.3."""

    def test_both_die(self) -> None:
        """Both attack, and both are eliminated."""
        dice = ["A11.31 DR 2,1", "A11.31 DR 1,3"]
        orders = cc("a", "e1"), cc("e1", "a"), "ends"
        game = ccph(*orders, units=pair(), dice=dice)
        assert gone(game) == ["e1", "a"]

    def test_exc1_ambush(self) -> None:
        """Who falls to ambushers does not attack."""
        units = [unit("a", OPEN, deeds=("ambusher",)), unit("e1", OPEN)]
        orders = cc("a", "e1"), "ends"
        game = ccph(*orders, units=units, dice=["A11.31 DR 1,2"])
        assert gone(game) == ["e1"]

    def test_leader_and_his_men(self) -> None:
        """Men who fall with their leader take no LLMC for him (A10.2)."""
        units = [unit("a", OPEN), unit("eL", OPEN, LEADER), unit("e1", OPEN)]
        orders = cc("a", "eL e1"), "ends"
        game = ccph(*orders, units=units, dice=["A11.31 DR 1,2"])
        assert gone(game) == ["eL", "e1"]

    def test_leader_before_another_attack(self) -> None:
        """Who is attacked besides checks for his leader after that attack."""
        units = [unit("a", OPEN), unit("b", OPEN), unit("eL", OPEN, LEADER)]
        orders = cc("a", "eL"), cc("b", "e1"), "ends"
        dice = ["A11.31 DR 1,2", "A11.31 DR 5,5", "A10.1 DR 1,2"]
        game = ccph(*orders, units=[*units, unit("e1", OPEN)], dice=dice)
        assert gone(game) == ["eL"]


class TestA11_31Roll:
    """A11.31."""

    def test_story(self) -> None:
        """The roll tells FP, odds, Kill Number and DRM."""
        units = [unit("a", OPEN), unit("e1", OPEN, broken=True)]
        orders = cc("a", "e1"), "ends"
        game = ccph(*orders, units=units, dice=["A11.31 DR 6,5"])
        (roll,) = [r for r in events(game, RollMade) if "CC of" in say(r.fact)]
        assert "4 to 4 FP, 1-1, Kill# 5" in say(roll.fact)
        assert roll.final == 9


class TestA11_32Results:
    """A11.32."""

    def test_reduced(self) -> None:
        """On the Kill Number one defender is reduced, by Random Selection."""
        units = [*pair(), unit("e2", OPEN)]
        game = ccph(
            cc("a", "e1 e2"),
            "ends",
            units=units,
            dice=["A11.31 DR 1,3", "A11.32 random 2 5"],
        )
        left = [u.counter for u in game.state.units.values() if u.side == "ENEMY"]
        assert sorted(left) == ["russian/2-3-7", "russian/4-4-7"]

    def test_nothing(self) -> None:
        """Above it nothing happens."""
        game = ccph(cc("a", "e1"), "ends", units=pair(), dice=["A11.31 DR 5,5"])
        assert gone(game) == []

    def test_concealment(self) -> None:
        """Concealed attackers are Known afterwards, ambushers who kill all are not."""
        units = [unit("a", OPEN, concealed=True), unit("e1", OPEN)]
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A11.31 DR 5,5"])
        assert not game.state.units["a"].concealed
        hidden = unit("a", OPEN, concealed=True, deeds=("ambusher",))
        game = ccph(
            cc("a", "e1"), units=[hidden, unit("e1", OPEN)], dice=["A11.31 DR 1,2"]
        )
        assert game.state.units["a"].concealed


class TestDm:
    """A10.62: an attack in CC puts a broken unit under DM."""

    def test_missed(self) -> None:
        """Whoever survives it is under DM."""
        broken = unit("e1", OPEN, broken=True)
        game = ccph(
            cc("a", "e1"),
            lambda play: fight(play, LocationName(OPEN), list(play.state.clashes)),
            units=[unit("a", OPEN), broken],
            dice=["A11.31 DR 5,6"],
        )
        assert game.state.units["e1"].dm

    def test_reduced(self) -> None:
        """So is the HS that is left of a squad which the attack reduces."""
        broken = unit("e1", OPEN, broken=True)
        game = ccph(
            cc("a", "e1"),
            lambda play: fight(play, LocationName(OPEN), list(play.state.clashes)),
            units=[unit("a", OPEN), broken],
            dice=["A11.31 DR 3,4"],
        )
        (half,) = (u for u in game.state.units.values() if u.side == "ENEMY")
        assert half.counter == "russian/2-3-7"
        assert half.broken
        assert half.dm


class TestA11_33Weapons:
    """A11.33."""

    @pytest.mark.parametrize(("dr", "left"), [(5, False), (6, True)])
    def test_coloured_one(self, dr: int, left: bool) -> None:
        """With a coloured 1 a SW is lost on a dr of the Kill Number or less."""
        mg = Weapon(id="m", counter="russian/lmg", owner="e1")
        game = ccph(
            cc("a", "e1"),
            "ends",
            units=pair(),
            weapons=[mg],
            dice=["A11.31 DR 1,2", f"A11.33 dr {dr}"],
        )
        assert ("m" in game.state.weapons) == left

    def test_other_dice(self) -> None:
        """Otherwise it is left in the Location."""
        mg = Weapon(id="m", counter="russian/lmg", owner="e1")
        orders = cc("a", "e1"), "ends"
        game = ccph(*orders, units=pair(), weapons=[mg], dice=["A11.31 DR 2,1"])
        assert game.state.weapons["m"].location == OPEN


class TestD850ResultsTogether:
    """A11.3, A20.551: no result saves a unit from its own."""

    def test_unarmed_victor_falls(self) -> None:
        """Who wins arms and is eliminated by the same CC is gone."""
        units = [unit("a", OPEN, unarmed=True), unit("b", OPEN), unit("e1", OPEN)]
        dice = ["A11.31 DR 2,1", "A11.31 DR 2,1"]
        orders = cc("a b", "e1"), cc("e1", "a b"), "ends"
        game = ccph(*orders, units=units, dice=dice)
        assert gone(game) == ["e1", "a", "b"]
        assert not game.state.units

    def test_what_is_left_is_armed(self) -> None:
        """The HS of an unarmed squad that is reduced has the arms."""
        units = [unit("a", OPEN, unarmed=True), unit("b", OPEN), unit("e1", OPEN)]
        dice = ["A11.31 DR 2,1", "A11.31 DR 1,3", "A11.32 random 6 1"]
        orders = cc("a b", "e1"), cc("e1", "a b"), "ends"
        game = ccph(*orders, units=units, dice=dice)
        counters = {u.counter for u in game.state.units.values()}
        assert counters == {"german/4-6-7", "german/2-3-6"}
        assert not any(u.unarmed for u in game.state.units.values())

    @pytest.mark.parametrize("captors", ["a", "e1"])
    def test_captor_falls(self, captors: str) -> None:
        """Whom nobody is left to guard is eliminated, whoever's attack is first."""
        first = captors == "a"
        orders = [
            cc("a", "e1", capture=first),
            cc("e1", "a", capture=not first),
        ]
        dice = ["A11.31 DR 2,1", "A11.31 DR 2,1"]
        game = ccph(*orders, "ends", units=pair(), dice=dice)
        assert sorted(gone(game)) == ["a", "e1"]

    def test_reduced_captor(self) -> None:
        """What is left of a squad takes prisoners."""
        orders = cc("a", "e1"), cc("e1", "a", capture=True), "ends"
        dice = ["A11.31 DR 1,4", "A11.31 DR 2,1"]
        game = ccph(*orders, units=pair(), dice=dice)
        (taken,) = [u for u in game.state.units.values() if u.side == "FRIENDLY"]
        guard = game.state.units[taken.guard]
        assert (guard.counter, guard.side) == ("russian/2-3-7", "ENEMY")
