"""A11: Ambush, simultaneous CC, infiltration, capture, Melee and withdrawal."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.event import RollMade
from opfor.rules.a_infantry.a11_close_combat import ambush, melee
from opfor.rules.a_infantry.a11_close_combat.attack import evaluate
from opfor.rules.a_infantry.a11_close_combat.resolution import fight
from opfor.rules.a_infantry.a18_field_promotion import promotion
from opfor.rules.choices.orders import CloseCombat, Withdraw
from opfor.state.events import UnitChanged, UnitRemoved
from opfor.state.in_progress import (
    CloseCombatAttack,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Unit,
    Weapon,
)
from opfor.views.text.words import say
from tests.rules.given.phases import offered, phase, unit
from tests.rules.given.world import events

OPEN, WOODS = "tG5", "tE5"
MELEE = {"melee": True}


def cc(ours: str, theirs: str, **more: bool) -> tuple[Any, CloseCombat]:
    """An attack in CC; the ENEMY's if the first unit is his."""
    side = "ENEMY" if ours.startswith("e") else "FRIENDLY"
    return side, CloseCombat(tuple(ours.split()), tuple(theirs.split()), **more)


def go(ids: str, to: str) -> tuple[Any, Withdraw]:
    """A withdrawal."""
    side = "ENEMY" if ids.startswith("e") else "FRIENDLY"
    return side, Withdraw(tuple(ids.split()), LocationName(to))


def ccph(*orders: Any, units: Any, **more: Any) -> Any:
    """A CCPh."""
    return phase("CCPh", *orders, units=units, **more)


def gone(game: Any) -> list[str]:
    """Who was eliminated."""
    return [event.id for event in events(game, UnitRemoved)]


def pair(at: str = OPEN, **states: Any) -> list[Unit]:
    """One squad of each side in a Location."""
    return [unit("a", at, **states), unit("e1", at, **states)]


class TestA3_8CloseCombatPhase:
    """A3.8."""

    def test_declared(self) -> None:
        """An attack waits for the end of the phase."""
        game = ccph(cc("a", "e1"), units=pair())
        assert [clash.attackers for clash in game.state.clashes] == [("a",)]

    def test_ambusher_at_once(self) -> None:
        """An ambusher's attack does not."""
        units = [unit("a", OPEN, deeds=("ambusher",)), unit("e1", OPEN)]
        game = ccph(cc("a", "e1"), units=units, dice=["A11.31 DR 1,2"])
        assert gone(game) == ["e1"]

    def test_offers(self) -> None:
        """All against all and each against each, with capture; withdrawal apart."""
        found: list[Any] = []
        units = [*pair(), unit("b", OPEN)]
        ccph(lambda p: found.extend(offered("FRIENDLY", CloseCombat)(p)), units=units)
        assert len(found) == 6
        assert CloseCombat(("a", "b"), ("e1",)) in found

    def test_escape(self) -> None:
        """A prisoner of a broken Guard is offered his escape."""
        units = [unit("a", OPEN, guard="e1", unarmed=True)]
        units.append(unit("e1", OPEN, broken=True))
        found: list[Any] = []
        ccph(lambda p: found.extend(offered("FRIENDLY", CloseCombat)(p)), units=units)
        assert found == [CloseCombat(("a",), ("e1",))]


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


class TestA11_22Infiltration:
    """A11.22."""

    def test_original_2(self) -> None:
        """The attackers may leave, and what was to hit them does not."""
        game = ccph(
            cc("a", "e1"),
            cc("e1", "a"),
            "ends",
            units=pair(),
            dice=["A11.31 DR 1,1", "A11.31 DR 1,2", "A18.2 dr 6"],
            choices=("tF5",),
        )
        assert game.state.units["a"].location == "tF5"
        assert gone(game) == ["e1"]

    def test_original_12(self) -> None:
        """The attacked units may."""
        game = ccph(
            cc("a", "e1"),
            "ends",
            units=pair(),
            dice=["A11.31 DR 6,6"],
            choices=("tG4",),
        )
        assert game.state.units["e1"].location == "tG4"
        assert not game.state.units["a"].melee

    def test_stay(self) -> None:
        """They may stay; pinned units are not asked."""
        dice = ["A11.31 DR 6,6"]
        game = ccph(cc("a", "e1"), "ends", units=pair(), dice=dice)
        assert game.state.units["e1"].location == OPEN
        pinned = [unit("a", OPEN), unit("e1", OPEN, pinned=True)]
        game = ccph(cc("a", "e1"), "ends", units=pinned, dice=dice, choices=("tG4",))
        assert game.state.units["e1"].location == OPEN


class TestA18_12FieldPromotion:
    """A18.12."""

    def test_leader(self) -> None:
        """An Original 2 of a MMC makes a leader; poor odds help."""
        game = ccph(
            cc("a", "e1 e2"),
            "ends",
            units=[*pair(), unit("e2", OPEN)],
            dice=["A11.31 DR 1,1", "A18.2 dr 4"],
        )
        made = [u.counter for u in game.state.units.values() if u.side == "FRIENDLY"]
        assert "german/8-0" in made

    def test_exc1_unarmed(self) -> None:
        """Unarmed MMC make none."""
        units = [unit("a", OPEN, unarmed=True), unit("e1", OPEN)]

        def promote(play: Play) -> None:
            clash = CloseCombatAttack(
                side="FRIENDLY",
                location=LocationName(OPEN),
                attackers=("a",),
                defenders=("e1",),
            )
            combat = evaluate(play, clash)
            assert combat
            promotion(play, combat)

        assert len(ccph(promote, units=units).state.units) == 2


class TestA20_22Capture:
    """A20.22."""

    def test_all(self) -> None:
        """Below the Kill Number the defenders are prisoners of the attackers."""
        dice = ["A11.31 DR 1,2"]
        game = ccph(cc("a", "e1", capture=True), "ends", units=pair(), dice=dice)
        taken = game.state.units["e1"]
        assert (taken.guard, taken.unarmed, taken.melee) == ("a", True, False)

    def test_half(self) -> None:
        """On the Kill Number one HS of a squad is."""
        dice = ["A11.31 DR 1,3"]
        game = ccph(cc("a", "e1", capture=True), "ends", units=pair(), dice=dice)
        enemies = [u for u in game.state.units.values() if u.side == "ENEMY"]
        assert [u.counter for u in enemies] == ["russian/2-3-7"] * 2
        assert sorted(u.guard for u in enemies) == ["", "a"]

    def test_exc1_nobody_to_guard(self) -> None:
        """Whom nobody can guard is eliminated."""
        units = [unit("a", OPEN), unit("e1", OPEN, broken=True)]
        held = [unit(f"e{n}", OPEN, guard="a", unarmed=True) for n in range(2, 7)]
        orders = cc("a", "e1", capture=True), "ends"
        game = ccph(*orders, units=[*units, *held], dice=["A11.31 DR 2,1"])
        assert gone(game) == ["e1"]


class TestA20_552Escape:
    """A20.552."""

    @pytest.mark.parametrize(("dr", "free"), [("1,3", True), ("6,6", False)])
    def test_ntc(self, dr: str, free: bool) -> None:
        """A prisoner must pass a NTC; then he may overcome his Guard, and arms."""
        units = [unit("a", OPEN, guard="e1", unarmed=True)]
        units.append(unit("e1", OPEN, "russian/8-0", broken=True))
        dice = [f"A10.1 DR {dr}"]
        dice += ["A11.31 DR 2,1"] if free else []
        game = ccph(cc("a", "e1"), "ends", units=units, dice=dice)
        assert (gone(game) == ["e1"]) == free
        left = next(u for u in game.state.units.values() if u.side == "FRIENDLY")
        assert left.unarmed != free


class TestA11_15Melee:
    """A11.15."""

    def test_locked(self) -> None:
        """Units of both sides that are left are in Melee, whether they attacked."""
        game = ccph("ends", units=pair())
        assert all(u.melee for u in game.state.units.values())

    def test_over(self) -> None:
        """Where one side is gone there is none any more."""
        dice = ["A11.31 DR 2,1"]
        game = ccph(cc("a", "e1"), "ends", units=pair(**MELEE), dice=dice)
        assert not game.state.units["a"].melee

    def test_exc1_concealed(self) -> None:
        """Concealed units are not locked, nor who faces but them."""
        units = [unit("a", OPEN), unit("e1", OPEN, concealed=True)]
        game = ccph("ends", units=units)
        assert not any(u.melee for u in game.state.units.values())


class TestA11_16Broken:
    """A11.16."""

    def test_lost(self) -> None:
        """Broken in Melee and still there: eliminated; newly in CC it is not."""
        broken = unit("a", OPEN, broken=True)
        game = ccph("ends", units=[replace(broken, melee=True), unit("e1", OPEN)])
        assert gone(game) == ["a"]
        assert gone(ccph("ends", units=[broken, unit("e1", OPEN)])) == []

    def test_withdraws(self) -> None:
        """It may withdraw before that."""
        broken = unit("a", OPEN, broken=True, melee=True)
        orders = go("a", "tF5"), "ends"
        game = ccph(*orders, units=[broken, unit("e1", OPEN, **MELEE)])
        assert game.state.units["a"].location == "tF5"


class TestA11_2Withdrawal:
    """A11.2."""

    def test_who(self) -> None:
        """Units in Melee that are neither pinned, TI nor berserk, once."""
        for states in (
            {},
            {"pinned": True, **MELEE},
            {"ti": True, **MELEE},
            {"berserk": True, **MELEE},
            {"deeds": ("attacked",), **MELEE},
        ):
            units = [unit("a", OPEN, **states), unit("e1", OPEN)]
            with pytest.raises(Illegal, match=r"A11\.2"):
                ccph(go("a", "tF5"), units=units)

    def test_where(self) -> None:
        """Not to a Location with a Known enemy, or farther off."""
        units = [*pair(**MELEE), unit("e2", "tF5")]
        for to in ("tF5", "tE5"):
            with pytest.raises(Illegal, match=r"A11\.21"):
                ccph(go("a", to), units=units)

    def test_strangers(self) -> None:
        """Only own units of one Location."""
        with pytest.raises(Illegal, match="not your units"):
            ccph(("FRIENDLY", Withdraw(("e1",), LocationName("tF5"))), units=pair())
        units = [*pair(**MELEE), unit("b", "tF4", **MELEE)]
        with pytest.raises(Illegal, match="one Location"):
            ccph(go("a b", "tF5"), units=units)

    def test_exc1_ambusher(self) -> None:
        """An ambusher withdraws at once, without Melee."""
        units = [unit("a", OPEN, deeds=("ambusher",)), unit("e1", OPEN)]
        game = ccph(go("a", "tF5"), units=units)
        assert game.state.units["a"].location == "tF5"


class TestA11_2_orderDeclared:
    """A11.2/order."""

    def test_after_the_attacks(self) -> None:
        """Those who withdraw are attacked at -2, and go if they live."""
        orders = go("a", "tF5"), cc("e1", "a"), "ends"
        units = pair(**MELEE)
        lost = ccph(*orders, units=units, dice=["A11.31 DR 2,4"])
        assert gone(lost) == ["a"]
        lives = ccph(*orders, units=units, dice=["A11.31 DR 5,4"])
        assert lives.state.units["a"].location == "tF5"
        assert not lives.state.units["e1"].melee

    def test_no_attack(self) -> None:
        """They do not attack."""
        with pytest.raises(Illegal, match="withdraws"):
            ccph(go("a", "tF5"), cc("a", "e1"), units=pair(**MELEE))

    def test_offers(self) -> None:
        """Every Location around is offered."""
        found: list[Any] = []
        ccph(
            lambda p: found.extend(offered("FRIENDLY", Withdraw)(p)),
            units=pair(**MELEE),
        )
        assert len(found) == 6


class TestA11_21Leaving:
    """A11.21."""

    def test_concealed_enemy(self) -> None:
        """A concealed enemy is revealed and keeps them out."""
        units = [*pair(**MELEE), unit("e2", "tF5", concealed=True)]
        game = ccph(go("a", "tF5"), "ends", units=units)
        assert game.state.units["a"].location == OPEN
        assert not game.state.units["e2"].concealed

    def test_suspect(self) -> None:
        """Nobody withdraws to where a S? is."""
        with pytest.raises(Illegal, match="the enemy is in"):
            ccph(go("a", "tF5"), units=pair(**MELEE), suspects={"S1": "tF5"})


class TestA11_35Finish:
    """A11.35."""

    def test_activation(self) -> None:
        """S? are checked next to where FRIENDLY units withdraw to."""
        game = ccph(
            go("a", "tF5"),
            "ends",
            units=pair(**MELEE),
            suspects={"S1": "tE5"},
            dice=["S5.1 dr 6"],
        )
        assert game.state.suspects == {}
        assert game.state.clashes == ()


class TestA11_4Ambush:
    """A11.4."""

    ADVANCED = unit("a", WOODS, deeds=("advanced",))

    def test_won(self) -> None:
        """Three lower wins; the other side loses its "?"."""
        units = [self.ADVANCED, unit("e1", WOODS)]
        game = ccph(units=units, dice=["A11.4 dr 1", "A11.4 dr 4"])
        assert game.state.units["a"].did("ambusher")
        hidden = unit("a", WOODS, deeds=("advanced",), concealed=True)
        game = ccph(
            units=[hidden, unit("e1", WOODS)], dice=["A11.4 dr 6", "A11.4 dr 1"]
        )
        assert game.state.units["e1"].did("ambusher")
        assert not game.state.units["a"].concealed

    def test_not_by_two(self) -> None:
        """Two lower is not enough."""
        units = [self.ADVANCED, unit("e1", WOODS)]
        game = ccph(units=units, dice=["A11.4 dr 1", "A11.4 dr 3"])
        assert not any(u.did("ambusher") for u in game.state.units.values())

    def test_where(self) -> None:
        """In the open only with or against concealed units; only after an advance."""

        def possible(*units: Unit) -> bool:
            found: list[bool] = []

            def view(play: Play) -> None:
                for one in units:
                    play.emit(UnitChanged(one, ""))
                found.append(ambush.possible(play, units[0].location))

            ccph(
                view,
                units=[unit(u.id, "tA1") for u in units][:1]
                + [unit(u.id, "tB1") for u in units[1:]],
            )
            return found[0]

        at_open = replace(self.ADVANCED, location=LocationName(OPEN))
        assert not possible(at_open, unit("e1", OPEN))
        assert possible(at_open, unit("e1", OPEN, concealed=True))
        assert not possible(unit("a", WOODS), unit("e1", WOODS))

    def test_exc1_melee(self) -> None:
        """None where a Melee is reinforced."""
        units = [self.ADVANCED, unit("b", WOODS, **MELEE), unit("e1", WOODS, **MELEE)]
        ccph(units=units)


class TestA11_4_drmAmbush:
    """A11.4/drm."""

    @staticmethod
    def drm(*units: Unit) -> dict[str, int]:
        """The drm of some units."""
        found: list[Any] = []

        def ask(play: Play) -> None:
            party = list(play.state.units.values())
            found.extend(ambush.ambush_drm(play, party))

        ccph(ask, units=units)
        return {mod.name: mod.value for mod in found}

    @pytest.mark.parametrize(
        ("states", "name", "value"),
        [
            ({"cx": True}, "CX", 1),
            ({"broken": True}, "broken", 1),
            ({"pinned": True}, "pinned", 1),
            ({"panic": True}, "Panic", 2),
            ({"concealed": True}, "concealed", -2),
            ({"counter": "german/4-3-6"}, "Lax", 1),
        ],
    )
    def test_states(self, states: Any, name: str, value: int) -> None:
        """Each state alone."""
        assert self.drm(unit("a", WOODS, **states)) == {name: value}

    def test_berserk(self) -> None:
        """Berserk units are Lax, too."""
        assert self.drm(unit("a", WOODS, berserk=True)) == {"Lax": 1, "berserk": 1}

    def test_leader(self) -> None:
        """The best leader's modifier, not of one alone."""
        leader = unit("b", WOODS, "german/8-1")
        assert self.drm(leader) == {}
        assert self.drm(unit("a", WOODS), leader) == {"leadership": -1}

    def test_mixed(self) -> None:
        """Only if all are concealed."""
        units = unit("a", WOODS, concealed=True), unit("b", WOODS)
        assert self.drm(*units) == {}


def test_in_melee() -> None:
    """Whether there is a Melee in a Location."""
    found: list[bool] = []

    def ask(play: Play) -> None:
        here = (LocationName(OPEN), LocationName(WOODS))
        found.extend(melee.in_melee(play, at) for at in here)

    ccph(ask, units=pair(**MELEE))
    assert found == [True, False]
