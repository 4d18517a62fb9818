"""A11.1: who attacks in CC, FP, odds, Kill Numbers and DRM."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a11_close_combat import attack as cc_attack
from opfor.rules.a_infantry.a11_close_combat.odds import (
    CloseCombatChances,
    chances,
    kill_number,
    odds_of,
    result_of,
)
from opfor.rules.choices.orders import CloseCombat
from opfor.state.events import CloseCombatDeclared, FortificationAdded
from opfor.state.in_progress import (
    CloseCombatAttack,
)
from opfor.state.play import Play
from opfor.state.units import (
    Fortification,
    LocationName,
)
from tests.rules.given.phases import phase, unit

HERE = LocationName("tG5")
CC_LINE = "0 1 2 3 4 5 6 7 8 9 10 11 12 13"
HTH_LINE = "2 3 4 5 6 7 8 9 10 11 12 13 14 15"
ODDS = [
    "<1-8",
    "1-8",
    "1-6",
    "1-4",
    "1-2",
    "1-1",
    "3-2",
    "2-1",
    "3-1",
    "4-1",
    "6-1",
    "8-1",
    "10-1",
    ">10-1",
]


def asked(ask: Any, *units: Any, **more: Any) -> Any:
    """What a query gives in the CCPh."""
    found: list[Any] = []
    phase("CCPh", lambda play: found.append(ask(play)), units=units, **more)
    return found[0]


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


def mods(*units: Any, **more: Any) -> dict[str, int]:
    """The DRM of that attack by name."""
    return {mod.name: mod.value for mod in combat(*units, **more).mods}


def a(**states: Any) -> Any:
    """The attacker."""
    return unit("a", "tG5", **states)


def e(**states: Any) -> Any:
    """The defender."""
    return unit("e1", "tG5", **states)


class TestA11_11Odds:
    """A11.11."""

    @pytest.mark.parametrize(("line", "fist"), [(CC_LINE, False), (HTH_LINE, True)])
    def test_every_cell(self, line: str, fist: bool) -> None:
        """Both lines, cell for cell."""

        def ask(play: Play) -> list[int]:
            return [kill_number(play, odds, hand_to_hand=fist) for odds in ODDS]

        assert asked(ask) == [int(cell) for cell in line.split()]

    @pytest.mark.parametrize(
        ("attack", "defence", "odds"),
        [
            (1, 9, "<1-8"),
            (1, 8, "1-8"),
            (3, 4, "1-2"),
            (4, 4, "1-1"),
            (6, 4, "3-2"),
            (7, 4, "3-2"),
            (8, 4, "2-1"),
            (40, 4, "10-1"),
            (41, 4, ">10-1"),
            (5, 0, ">10-1"),
        ],
    )
    def test_next_lower(self, attack: int, defence: int, odds: str) -> None:
        """Odds between two of the table are the lower ones."""
        assert odds_of(Fraction(attack), Fraction(defence)) == odds

    def test_results(self) -> None:
        """Below the Kill Number all die, on it one is reduced, above it nothing."""
        assert [result_of(n, 5) for n in (4, 5, 6)] == ["kill", "reduce", "none"]

    def test_chances(self) -> None:
        """1-1 kills with 2 to 4, six ways of 36, and reduces with a 5, four ways."""
        assert chances(5, 0) == CloseCombatChances(6, 4)
        assert chances(5, -2) == CloseCombatChances(15, 6)
        assert chances(0, 0) == CloseCombatChances(0, 0)


class TestA11_1Who:
    """A11.1."""

    @staticmethod
    def order(unit_: Any) -> None:
        """Let a attack e1."""
        order = CloseCombat(("a",), ("e1",))
        asked(lambda p: cc_attack.plan_combat(p, "FRIENDLY", order), unit_, e())

    @pytest.mark.parametrize("state", ["pinned", "cx", "ti", "berserk", "unarmed"])
    def test_anyone(self, state: str) -> None:
        """A pinned, CX, TI, berserk or unarmed unit attacks."""
        self.order(a(**{state: True}))

    def test_exc1_broken(self) -> None:
        """Neither a broken unit nor one that withdraws, nor one twice."""
        for states in (
            {"broken": True},
            {"deeds": ("withdrawing",)},
            {"deeds": ("attacked",)},
            {"guard": "e1", "unarmed": True},
        ):
            with pytest.raises(Illegal):
                self.order(a(**states))


class TestA11_12Attacks:
    """A11.12."""

    @staticmethod
    def plan(order: CloseCombat, *units: Any) -> CloseCombatAttack:
        """The attack that an order means."""
        ask = lambda p: cc_attack.plan_combat(p, "FRIENDLY", order)  # noqa: E731
        found: CloseCombatAttack = asked(ask, *units)
        return found

    def test_named(self) -> None:
        """Units of both sides in one Location, named once."""
        order = CloseCombat(("a",), ("e1",))
        assert self.plan(order, a(), e()) == clash()
        for wrong in (
            CloseCombat(("e1",), ("a",)),
            CloseCombat(("a", "a"), ("e1",)),
            CloseCombat(("a",), ()),
        ):
            with pytest.raises(Illegal, match=r"A11\.1"):
                self.plan(wrong, a(), e())
        with pytest.raises(Illegal, match="one Location"):
            self.plan(order, a(), unit("e1", "tG4"))

    def test_once(self) -> None:
        """Nobody is attacked twice, nor a prisoner or a hidden unit."""
        for states in ({"deeds": ("defended",)}, {"guard": "a"}, {"hidden": True}):
            with pytest.raises(Illegal):
                self.plan(CloseCombat(("a",), ("e1",)), a(), e(**states))

    def test_exc1_escape(self) -> None:
        """Prisoners attack their Guard, and nobody else."""
        held = a(guard="e1", unarmed=True)
        guard, other = e(broken=True), unit("e2", "tG5")
        assert self.plan(CloseCombat(("a",), ("e1",)), held, guard, other)
        with pytest.raises(Illegal, match=r"A20\.55"):
            self.plan(CloseCombat(("a",), ("e2",)), held, guard, other)

    def test_choices(self) -> None:
        """Unarmed units do not capture; only some fight hand to hand."""
        with pytest.raises(Illegal, match=r"A20\.22"):
            self.plan(CloseCombat(("a",), ("e1",), capture=True), a(unarmed=True), e())
        fist = CloseCombat(("a",), ("e1",), hand_to_hand=True)
        with pytest.raises(Illegal, match=r"J2\.31"):
            self.plan(fist, a(), e())
        assert self.plan(fist, a(counter="japanese/4-4-7"), e())


class TestA11_13FP:
    """A11.13."""

    @pytest.mark.parametrize(
        ("attacker", "defender", "fp"),
        [
            ({}, {}, 4),
            ({"pinned": True}, {}, 2),
            ({}, {"concealed": True}, 2),
            ({"pinned": True}, {"concealed": True}, 1),
            ({"unarmed": True}, {}, 1),
            ({"counter": "german/8-1"}, {}, 1),
        ],
    )
    def test_attack(self, attacker: Any, defender: Any, fp: int) -> None:
        """Half if pinned, half against concealed units; SMC and unarmed have one."""
        assert combat(a(**attacker), e(**defender)).attack == fp

    def test_guard(self) -> None:
        """A Guard attacks with half."""
        held = unit("e2", "tG5", guard="a", unarmed=True)
        assert combat(a(), e(), held).attack == 2

    def test_defence(self) -> None:
        """Broken and pinned units defend with all their FP; a leader adds one."""
        leader = unit("e2", "tG5", "russian/8-1")
        found = combat(a(), e(broken=True), leader, do=clash("a", "e1 e2"))
        assert (found.defence, found.odds, found.kill) == (5, "1-2", 4)

    def test_nobody_left(self) -> None:
        """Without attackers or defenders there is no attack."""
        assert combat(a()) is None
        assert combat(a(broken=True), e()) is None


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
