"""A10: what MC do to units: they break, are pinned, reduced, replaced, or excel."""

import pytest

from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    break_unit,
    casualty_reduction,
    eliminate,
    make_dm,
    morale_check,
)
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import Weapon
from tests.rules.given.stack import Stack, drm, left, mc, stack, unit

SQUAD: Stack = {"V": "german/4-6-7"}


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
        assert left(played) == {"128stripedA": "1-2-8-striped"}

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


class TestDiceThatHaveFallen:
    """A MC by the DR of an attack (A8.31)."""

    def test_no_dr_is_rolled(self) -> None:
        """Dice given count in place of a DR: a squad of morale 7 breaks by an 8."""
        played = stack(lambda play: morale_check(play, "V", dice=(4, 4)), SQUAD)
        assert unit(played, "V").broken
