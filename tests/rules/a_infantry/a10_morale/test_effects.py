"""A7.8, A10.1 to A10.4: MC, pins, breaking, Fate, the loss of leaders."""

import pytest

from opfor.core.game import Game
from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a07_fire.pin import pin
from opfor.rules.a_infantry.a10_morale.effects import (
    break_unit,
    casualty_reduction,
    eliminate,
    make_dm,
    morale_check,
)
from opfor.state.events import SniperAlerted, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Weapon
from tests.rules.given.stack import Stack, drm, left, stack, unit
from tests.rules.given.world import events

SQUAD: Stack = {"V": "german/4-6-7"}


def mc(units: Stack, *dice: str, number: int = 0, **setting: int) -> Game[State]:
    """A MC of V."""
    mods = [Mod(f"{number}MC", number, "A7.304")] if number else []
    return stack(
        lambda play: morale_check(play, "V", mods),
        units,
        *dice,
        elr={"FRIENDLY": 3},
        **setting,
    )


class TestA10_1MoraleChecks:
    """A10.1."""

    @pytest.mark.parametrize(
        ("dice", "pinned", "broken"),
        [("2,4", False, False), ("3,4", True, False), ("4,4", False, True)],
    )
    def test_result(self, dice: str, pinned: bool, broken: bool) -> None:
        """Below the Morale Level nothing happens, at it a pin, above it he breaks."""
        found = unit(mc(SQUAD, f"A10.1 DR {dice}"), "V")
        assert (found.pinned, found.broken, found.dm) == (pinned, broken, broken)

    def test_drm(self) -> None:
        """The number of the MC and the leadership both count."""
        played = mc({**SQUAD, "L": "german/9-2"}, "A10.1 DR 3,3", number=2)
        assert drm(played) == {"2MC": 2, "leadership of L": -2}
        assert not unit(played, "V").pinned

    @pytest.mark.parametrize("dice", ["2,2", "3,4", "4,4", "6,6"])
    def test_task(self, dice: str) -> None:
        """A TC does nothing by itself, not even by an Original 12."""
        passed: list[bool] = []

        def run(play: Play) -> None:
            passed.append(morale_check(play, "V", task=True).passed)

        played = stack(run, SQUAD, f"A10.1 DR {dice}")
        assert left(played) == {"V": "4-6-7"}
        assert not unit(played, "V").pinned
        assert passed == [dice in ("2,2", "3,4")]


class TestA7_8Pin:
    """A7.8."""

    def test_pin(self) -> None:
        """A unit is pinned, once."""
        played = stack(lambda play: (pin(play, "V"), pin(play, "V")), SQUAD)
        assert unit(played, "V").pinned

    @pytest.mark.parametrize("state", ["broken", "berserk", "heroic"])
    def test_exc1_states(self, state: str) -> None:
        """Broken, berserk and heroic units are not pinned."""
        played = stack(
            lambda play: pin(play, "V"), {"V": ("german/9-1", {state: True})}
        )
        assert not unit(played, "V").pinned

    @pytest.mark.parametrize("counter", ["german/hero", "japanese/9-1"])
    def test_exc1_smc(self, counter: str) -> None:
        """Nor are heroes, nor Japanese leaders."""
        played = stack(lambda play: pin(play, "V"), {"V": counter})
        assert not unit(played, "V").pinned

    def test_a_japanese_squad(self) -> None:
        """A Japanese squad can be pinned."""
        played = stack(lambda play: pin(play, "V"), {"V": "japanese/4-4-7"})
        assert unit(played, "V").pinned


class TestA10_3Fail:
    """A10.3."""

    def test_a_broken_unit(self) -> None:
        """A broken unit that fails suffers Casualty Reduction and stays broken."""
        played = mc({"V": ("german/4-6-7", {"broken": True})}, "A10.1 DR 4,4")
        assert left(played) == {"247A": "2-4-7"}
        assert unit(played, "247A").broken

    def test_berserk(self) -> None:
        """A berserk unit that fails a MC at its 10 is reduced, and stays berserk."""
        berserk: Stack = {"V": ("german/4-6-7", {"berserk": True})}
        played = mc(berserk, "A10.1 DR 5,5", number=1)
        assert left(played) == {"247A": "2-4-7"}
        assert unit(played, "247A").berserk

    def test_a_hero(self) -> None:
        """A hero who fails is wounded."""
        played = mc({"V": "german/hero"}, "A10.1 DR 5,5", "A17.11 dr 4")
        assert unit(played, "V").wounded

    def test_elr(self) -> None:
        """Failed by more than the ELR: replaced by a lower class, and broken."""
        assert left(mc(SQUAD, "A10.1 DR 5,5")) == {"V": "4-6-7"}
        played = mc(SQUAD, "A10.1 DR 5,6")
        assert left(played) == {"447A": "4-4-7"}
        assert unit(played, "447A").broken


class TestA10_31Fate:
    """A10.31."""

    def test_unbroken(self) -> None:
        """An unbroken squad leaves a broken HS."""
        played = mc(
            {"V": ("german/4-6-7", {"fanatic": True}), "L": "german/10-3"},
            "A10.1 DR 6,6",
        )
        assert left(played)["247A"] == "2-4-7"
        assert unit(played, "247A").broken

    def test_with_elr(self) -> None:
        """Failed by more than the ELR, the HS is of the lower class."""
        played = mc(SQUAD, "A10.1 DR 6,6")
        assert left(played) == {"237A": "2-3-7"}
        assert unit(played, "237A").broken

    def test_two_half_squads(self) -> None:
        """Of the two HS of an underlined squad one is left."""
        played = mc({"V": "german/8-3-8"}, "A10.1 DR 6,6", number=2)
        assert list(left(played).values()) == ["3-3-8"]

    def test_broken(self) -> None:
        """A broken unit is eliminated."""
        played = mc({"V": ("german/4-6-7", {"broken": True})}, "A10.1 DR 6,6")
        assert left(played) == {}

    def test_a_leader(self) -> None:
        """A leader is wounded and breaks."""
        played = mc({"V": "german/10-2"}, "A10.1 DR 6,6", "A17.11 dr 2")
        assert unit(played, "V").wounded
        assert unit(played, "V").broken

    def test_unarmed(self) -> None:
        """What never breaks is reduced only."""
        played = mc({"V": ("german/4-6-7", {"unarmed": True})}, "A10.1 DR 6,6")
        assert not unit(played, "247A").broken


class TestA10_4Breaking:
    """A10.4."""

    def test_states(self) -> None:
        """It is under DM, and neither pinned, CX nor concealed any more."""
        before = {"pinned": True, "cx": True, "concealed": True, "wall": True}
        played = stack(
            lambda play: break_unit(play, "V"), {"V": ("german/4-6-7", before)}
        )
        found = unit(played, "V")
        assert found.broken
        assert found.dm
        states = found.pinned, found.cx, found.concealed, found.wall
        assert not any(states)

    def test_what_cannot(self) -> None:
        """What cannot break suffers Casualty Reduction."""
        squad: Stack = {"V": ("german/4-6-7", {"broken": True})}
        assert left(stack(lambda play: break_unit(play, "V"), squad)) == {
            "247A": "2-4-7"
        }

    def test_dm_again(self) -> None:
        """DM comes back to a broken unit, and not to others."""
        units: Stack = {"V": ("german/4-6-7", {"broken": True}), "W": "german/4-6-7"}
        played = stack(lambda play: (make_dm(play, "V"), make_dm(play, "W")), units)
        assert unit(played, "V").dm
        assert not unit(played, "W").dm


class TestG1_12StepReduction:
    """G1.12."""

    def test_steps(self) -> None:
        """A squad becomes a striped one, then a HS, and only the HS breaks."""

        def run(play: Play) -> None:
            for _ in range(3):
                (only,) = play.state.units
                break_unit(play, only)

        played = stack(run, {"V": "japanese/4-4-7"})
        assert left(played) == {"237A": "2-3-7"}
        assert unit(played, "237A").broken

    def test_elr(self) -> None:
        """A failed ELR costs the class and a step."""
        played = stack(
            lambda play: morale_check(play, "V"),
            {"V": "japanese/4-4-7"},
            "A10.1 DR 5,6",
            elr={"FRIENDLY": 3},
        )
        assert left(played) == {"237stripedA": "2-3-7-striped"}


class TestA7_302CasualtyReduction:
    """A7.302."""

    def test_a_squad(self) -> None:
        """A squad becomes a HS that keeps its states and its SW."""

        def run(play: Play) -> None:
            play.emit(WeaponAdded(Weapon(id="mg", counter="german/lmg", owner="V")))
            casualty_reduction(play, "V")

        played = stack(run, {"V": ("german/4-6-7", {"pinned": True, "fired": "prep"})})
        half = unit(played, "247A")
        assert half.pinned
        assert half.fired == "prep"
        assert played.state.weapons["mg"].owner == "247A"

    @pytest.mark.parametrize("counter", ["german/2-4-7", "german/2-2-8"])
    def test_a_half_squad(self, counter: str) -> None:
        """A HS or crew is eliminated; the other side gains its VP."""
        played = stack(lambda play: casualty_reduction(play, "V"), {"V": counter})
        assert left(played) == {}
        assert played.state.toll("ENEMY").cvp == (1 if "2-4-7" in counter else 2)
        assert played.state.toll("FRIENDLY").lost == (counter,)

    def test_a_japanese_squad(self) -> None:
        """A Japanese squad becomes a HS at once; its crew loses a step."""
        played = stack(
            lambda play: casualty_reduction(play, "V"), {"V": "japanese/4-4-7"}
        )
        assert left(played) == {"237A": "2-3-7"}
        played = stack(
            lambda play: casualty_reduction(play, "V"), {"V": "japanese/2-2-8"}
        )
        assert left(played) == {"127stripedA": "1-2-7-striped"}

    def test_a_leader(self) -> None:
        """A leader is wounded, or dies of it, worth his DRM and one more."""
        wounded = stack(
            lambda p: casualty_reduction(p, "V"), {"V": "german/9-2"}, "A17.11 dr 1"
        )
        assert unit(wounded, "V").wounded
        dead = stack(
            lambda p: casualty_reduction(p, "V"), {"V": "german/9-2"}, "A17.11 dr 5"
        )
        assert dead.state.toll("ENEMY").cvp == 3

    def test_a_guard(self) -> None:
        """The prisoners of a Guard that dies have none any more."""
        units: Stack = {
            "V": "german/2-4-7",
            "P": ("russian/4-4-7", {"guard": "V", "unarmed": True}),
        }
        played = stack(lambda play: casualty_reduction(play, "V"), units)
        assert unit(played, "P").guard == ""


class TestA10_2LeaderLoss:
    """A10.2."""

    def test_llmc(self) -> None:
        """His DRM counts against those of lower morale when he dies."""
        units: Stack = {"L": "german/9-2", "V": "german/4-6-7"}
        played = stack(lambda play: eliminate(play, "L"), units, "A10.1 DR 3,3")
        assert drm(played) == {"loss of L": 2}
        assert unit(played, "V").broken

    def test_lltc(self) -> None:
        """When he breaks it is a TC, and who fails it is pinned."""
        units: Stack = {"L": "german/9-1", "V": "german/4-6-7"}
        played = stack(lambda play: break_unit(play, "L"), units, "A10.1 DR 4,3")
        assert unit(played, "V").pinned
        played = stack(lambda play: break_unit(play, "L"), units, "A10.1 DR 3,3")
        assert not unit(played, "V").pinned

    def test_a_poor_leader(self) -> None:
        """A positive DRM does not help when he is lost."""
        units: Stack = {"L": ("german/6+1", {"fanatic": True}), "V": "german/4-3-6"}
        played = stack(lambda play: break_unit(play, "L"), units, "A10.1 DR 3,3")
        assert drm(played) == {}

    def test_one_after_the_other(self) -> None:
        """The death of a leader by a LLMC is felt in turn."""
        units: Stack = {
            "L": "german/10-2",
            "M": ("german/9-1", {"wounded": True}),
            "V": "german/4-6-7",
        }
        played = stack(
            lambda play: eliminate(play, "L"),
            units,
            "A10.1 DR 6,6",  # M: Fate
            "A17.11 dr 4",  # with +1 he dies
            "A10.1 DR 1,2",  # V for M
            "A10.1 DR 2,1",  # V for L
        )
        assert left(played) == {"V": "4-6-7"}

    def test_dummies_have_no_morale(self) -> None:
        """A Dummy under the same "?" checks nothing."""
        units: Stack = {"L": "german/9-2", "V": ("any/dummy", {"concealed": True})}
        assert "V" in left(stack(lambda play: eliminate(play, "L"), units))

    @pytest.mark.parametrize("state", ["broken", "unarmed", "berserk"])
    def test_exc1_states(self, state: str) -> None:
        """Broken and unarmed units make no check, nor do berserk ones at their 10."""
        units: Stack = {"L": "german/9-2", "V": ("german/4-6-7", {state: True})}
        assert "V" in left(stack(lambda play: eliminate(play, "L"), units))

    def test_exc1_morale(self) -> None:
        """Nor does a unit whose Morale Level is as good as his."""
        units: Stack = {"L": "german/8-1", "V": "german/4-6-8"}
        assert "V" in left(stack(lambda play: eliminate(play, "L"), units))

    def test_a_broken_leader(self) -> None:
        """A leader who was broken already is no loss when he dies."""
        units: Stack = {"L": ("german/9-2", {"broken": True}), "V": "german/4-6-7"}
        assert "V" in left(stack(lambda play: eliminate(play, "L"), units))


class TestA14_1Alert:
    """A14.1."""

    @pytest.mark.parametrize(("dice", "alerted"), [("1,3", 1), ("2,3", 0)])
    def test_original(self, dice: str, alerted: int) -> None:
        """An Original MC DR that equals the enemy SAN alerts the enemy Sniper."""
        played = mc(SQUAD, f"A10.1 DR {dice}", number=1, san=4)
        assert len(events(played, SniperAlerted)) == alerted
        assert played.state.snipers == ("ENEMY",) * alerted


class TestDiceThatHaveFallen:
    """A MC by the DR of an attack (A8.31)."""

    def test_no_dr_is_rolled(self) -> None:
        """Dice given count in place of a DR: a squad of morale 7 breaks by an 8."""
        played = stack(lambda play: morale_check(play, "V", dice=(4, 4)), SQUAD)
        assert unit(played, "V").broken
