"""A11: the DRM of CC."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a11_close_combat import a11_1_attack as cc_attack
from opfor.rules.a_infantry.a11_close_combat.a11_p1_drm import drm as cc_drm
from opfor.state.events import CloseCombatDeclared, FortificationAdded
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName
from tests.rules.given.close_combat import asked, cc
from tests.rules.given.phases import unit
from tests.rules.given.vehicles_in_close_combat import ccph, seen, tank

HERE = LocationName("tG5")


HERE, LATE = "tG5", "1944-06"


T34, STUG = "russian/t-34-m41", "german/stuh-42"


def clash(ours: str = "a", theirs: str = "e1", **more: Any) -> CloseCombatAttack:
    """An attack of the FRIENDLY side in G5."""
    return CloseCombatAttack(
        side="FRIENDLY",
        location=HERE,
        attackers=tuple(ours.split()),
        defenders=tuple(theirs.split()),
        **more,
    )


def combat(*units: Any, do: CloseCombatAttack | None = None, before: Any = None) -> Any:
    """The attack of a on e1 as it is evaluated."""

    def ask(play: Play) -> Any:
        if before:
            before(play)
        return cc_attack.evaluate(play, do or clash())

    return asked(ask, *units)


def a(**states: Any) -> Any:
    """The attacker."""
    return unit("a", "tG5", **states)


def e(**states: Any) -> Any:
    """The defender."""
    return unit("e1", "tG5", **states)


def mods(*units: Any, **more: Any) -> dict[str, int]:
    """The DRM of that attack by name."""
    return {mod.name: mod.value for mod in combat(*units, **more).mods}


class TestA11_p1DRM:
    """A11.p1."""

    @pytest.mark.parametrize(
        ("attacker", "defender", "name", "value"),
        [
            ({"cx": True}, {}, "CX", 1),
            ({}, {"cx": True}, "vs CX", -1),
            ({"ti": True}, {}, "TI or Panic", 1),
            ({}, {"panic": True}, "vs TI or Panic", -1),
            ({}, {"broken": True}, "vs broken", -2),
            ({"deeds": ("ambusher",)}, {}, "ambusher", -1),
            ({}, {"deeds": ("ambusher",)}, "vs ambusher", 1),
            ({"crest": (1, 2)}, {}, "in Crest status", 2),
            ({}, {"crest": (1, 2)}, "vs Crest status", -2),
            ({"heroic": True, "counter": "german/8-0"}, {}, "hero", -1),
        ],
    )
    def test_states(self, attacker: Any, defender: Any, name: str, value: int) -> None:
        """Each state of attacker or defender alone."""
        assert mods(a(**attacker), e(**defender)) == {name: value}

    def test_leadership(self) -> None:
        """The best leader of the attackers; one of +1 hurts."""
        b, c = unit("b", "tG5", "german/8-1"), unit("c", "tG5", "german/9-2")
        assert mods(a(), b, e(), do=clash("a b")) == {"leadership": -1}
        assert mods(a(), b, c, e(), do=clash("a b c")) == {"leadership": -2}

    def test_exc1_alone(self) -> None:
        """Not by himself, nor with berserk units."""
        b = unit("b", "tG5", "german/8-1")
        assert mods(b, e(), do=clash("b")) == {}
        assert mods(a(berserk=True), b, e(), do=clash("a b")) == {}

    def test_mixed_defenders(self) -> None:
        """What is against the defenders must be true of all of them (D-123)."""
        other = unit("e2", "tG5")
        assert mods(a(), e(broken=True), other, do=clash("a", "e1 e2")) == {}

    def test_capture(self) -> None:
        """+1, and -1 more for Inexperienced Personnel."""
        green = e(counter="russian/4-2-6")
        do = clash(capture=True)
        assert mods(a(), e(), do=do) == {"attempt to capture": 1}
        both = {"attempt to capture": 1, "of Inexperienced Personnel": -1}
        assert mods(a(), green, do=do) == both

    def test_withdrawing(self) -> None:
        """-2, and +1 for each unbroken unit that stays."""
        leaving = e(deeds=("withdrawing",))
        assert mods(a(), leaving) == {"vs withdrawing": -2}
        stays, broken = unit("e2", "tG5"), unit("e3", "tG5", broken=True)
        found = mods(a(), leaving, stays, broken)
        assert found == {"vs withdrawing": -2, "covered": 1}

    def test_overstacked(self) -> None:
        """One for each squad too many, on either side."""
        mine = [unit(f"a{n}", "tG5") for n in range(3)]
        found = mods(a(), *mine, e())
        assert found == {"Overstacked attacker": 1}
        theirs = [unit(f"e{n}", "tG5") for n in range(2, 6)]
        assert mods(a(), e(), *theirs) == {"vs Overstacked": -2}

    def test_wire(self) -> None:
        """Above wire +1, against such a unit -1."""

        def wire(play: Play) -> None:
            play.emit(
                FortificationAdded(Fortification(id="w", kind="wire", location=HERE))
            )

        assert mods(a(inside="w"), e(), before=wire) == {"above wire": 1}
        assert mods(a(), e(inside="w"), before=wire) == {"vs above wire": -1}

    def test_hand_to_hand(self) -> None:
        """Japanese are better at it; chosen by one side it binds both."""
        japanese = a(counter="japanese/4-4-7")
        found = combat(japanese, e(), do=clash(hand_to_hand=True))
        assert (found.kill, [m.value for m in found.mods]) == (7, [-1])

        def theirs(play: Play) -> None:
            play.emit(CloseCombatDeclared(clash(hand_to_hand=True)))

        assert combat(a(), e(), before=theirs).kill == 7


class TestA11_p1Aboard:
    """A11.p1, for those aboard."""

    TRUCK = "russian/gaz-mm"

    @pytest.mark.parametrize(
        ("rides", "counter", "by", "against"),
        [(True, T34, 1, -1), (False, TRUCK, 2, -2)],
    )
    def test_drm(self, rides: bool, counter: str, by: int, against: int) -> None:
        """Riders by +1 and -1 against them; Passengers of a truck by two."""
        units = (
            unit("a", HERE),
            tank(counter=counter),
            unit("e2", HERE, aboard="e1", rides=rides),
        )

        def found(play: Play, side: Any, ours: str, theirs: str) -> int:
            here = LocationName(HERE)
            clash = CloseCombatAttack(
                side=side, location=here, attackers=(ours,), defenders=(theirs,)
            )
            one, other = play.state.units[ours], play.state.units[theirs]
            return sum(mod.value for mod in cc_drm(play, [one], [other], clash))

        assert seen(lambda p: found(p, "ENEMY", "e2", "a"), *units) == by
        assert seen(lambda p: found(p, "FRIENDLY", "a", "e2"), *units) == against

    def test_behind_armor(self) -> None:
        """Passengers of an AFV neither attack nor are attacked."""
        half = tank(counter="german/spw-251-1")
        units = unit("a", HERE), half, unit("e2", HERE, aboard="e1")
        with pytest.raises(Illegal, match="cannot be attacked"):
            ccph(cc("a", "e2"), units=units)
        with pytest.raises(Illegal, match="is aboard"):
            ccph(cc("e2", "a"), units=units, attacker="ENEMY")
