"""C3, C9, A9.2: which shots ordnance may make, and when."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c03_to_hit.numbers import ToHit
from opfor.rules.c_ordnance.c03_to_hit.plan import is_to_hit, plan_shot
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from opfor.state.units import GunState
from tests.rules.given.ordnance import CREW, GUN, MTR, L, looked


def plan(
    to: str = "tH5", *, order: dict[str, Any] | None = None, **given: Any
) -> ToHit:
    """The shot of R's Weapon at a Location."""
    given.setdefault("weapon", MTR)

    def run(play: Play) -> ToHit:
        fields = {"firers": ("w",), "target": L(to)} | (order or {})
        return plan_shot(play, "ENEMY", Fire(**fields))

    shot: ToHit = looked(run, **given)
    return shot


def gun(ca: int = 2, **state: Any) -> dict[str, Any]:
    """A Gun that points to the right along row 5, with its crew."""
    set_up = {"gun": GunState(ca=ca)} | state
    return {"weapon": GUN, "unit": CREW, "weapon_state": set_up}


def bar(number: str, to: str = "tH5", **given: Any) -> None:
    """The shot is forbidden by a rule."""
    with pytest.raises(Illegal) as refused:
        plan(to, **given)
    assert refused.value.rule == number


class TestC3_33AreaTargetType:
    """C3.33."""

    def test_a_mortar(self) -> None:
        """A 50mm mortar: area, 7 at four hexes, half of 6 FP; R +1 for the grain."""
        shot = plan()
        assert (shot.type, shot.number, float(shot.fp)) == ("area", 7, 3.0)
        assert [mod.rule for mod in shot.mods] == ["C6.9"]
        assert (shot.rof, shot.breakdown, shot.mark) == (3, 12, "final")

    def test_smoke(self) -> None:
        """SMOKE has +2 at up to 12 hexes, a depletion number, no FP and no targets."""
        shot = plan(weapon="british/51-mtr", order={"ammo": "smoke"})
        assert (shot.type, shot.number, shot.depletion) == ("area", 9, 7)
        assert not shot.aims
        assert shot.fp == 0

    def test_a_gun_may(self) -> None:
        """A Gun uses the Infantry Target Type, or this if the order says so."""
        assert plan(**gun()).type == "infantry"
        assert plan(order={"area": True}, **gun()).type == "area"

    def test_rof(self) -> None:
        """Of what fires so only a mortar keeps its ROF."""
        shot = plan(order={"area": True}, **gun())
        assert (shot.type, shot.rof, plan().rof) == ("area", 0, 3)

    def test_is_to_hit(self) -> None:
        """Orders of ordnance and of PF are; those of small arms are not."""

        def run(play: Play) -> list[bool]:
            orders = (
                Fire(("w",), L("tH5")),
                Fire(("R",), L("tH5")),
                Fire(("R",), L("tH5"), ammo="PF"),
            )
            return [is_to_hit(play, order) for order in orders]

        assert looked(run, weapon=MTR) == [True, False, True]


class TestInfantryTargetType:
    """C3.32 as planned."""

    def test_a_gun(self) -> None:
        """45L at four hexes: TH# 8, 4 FP; TEM and "?" of its target."""
        shot = plan("tH7", target="tH7", theirs={"concealed": True}, **gun())
        assert (shot.number, shot.fp) == (8, 4)
        (aim,) = shot.aims
        assert sum(mod.value for mod in aim.mods) == 5

    def test_somebody_else(self) -> None:
        """Not the other side's Weapon, not several at once, not nobody's."""
        bar("A7.55", order={"firers": ("w", "R")})
        bar("A7.1", order={"firers": ("x",)})

        def run(play: Play) -> ToHit:
            return plan_shot(play, "FRIENDLY", Fire(("w",), L("tH5")))

        with pytest.raises(Illegal, match="not yours"):
            looked(run, weapon=MTR)

    @pytest.mark.parametrize("state", [{"dm": True}, {"malfunctioned": True}])
    def test_out_of_order(self, state: dict[str, Any]) -> None:
        """A dm or malfunctioned mortar does not fire."""
        bar("A9.7", weapon_state=state)

    def test_a_broken_unit(self) -> None:
        """Nor does a broken unit."""
        bar("A7.1", state={"broken": True})

    def test_no_los(self) -> None:
        """Not through a house."""
        bar("A6.1", "tL7", at="tD7", **gun())

    def test_range(self) -> None:
        """A mortar has a least range (C9.1); a Gun with one a greatest (C2.2)."""
        bar("C9.1", "tF5")
        bar("C2.2", "tK5", weapon="german/psk", date="1944-08")


class TestC2_2_b1WhenOrdnanceFires:
    """C2.2/b1."""

    @pytest.mark.parametrize(
        ("phase", "turn", "mark"),
        [("PFPh", "ENEMY", "prep"), ("DFPh", "FRIENDLY", "final")],
    )
    def test_fire_phases(self, phase: Any, turn: Any, mark: str) -> None:
        """It gets the counter of the phase."""
        assert plan(phase=phase, turn=turn).mark == mark

    def test_once(self) -> None:
        """Not again without ROF; again with it."""
        bar("A9.2", weapon_state={"fired": "final"})
        assert plan(weapon_state={"rof": True}).mark == "final"

    def test_afph(self) -> None:
        """In the AFPh without ROF and with Case B; not after moving."""
        shot = plan(phase="AFPh", turn="ENEMY")
        assert shot.rof == 0
        assert "C5.2" in [mod.rule for mod in shot.mods]
        bar("C5.2", phase="AFPh", turn="ENEMY", state={"moved": True})
        bar("A7.24", phase="AFPh", turn="ENEMY", weapon_state={"fired": "prep"})

    def test_opportunity_fire(self) -> None:
        """Opportunity Fire keeps its ROF and has no Case B."""
        waits = {"fired": "opportunity"}
        shot = plan(phase="AFPh", turn="ENEMY", weapon_state=waits)
        assert (shot.rof, [mod.rule for mod in shot.mods]) == (3, ["C6.9"])

    def test_latw_after_moving(self) -> None:
        """LATW may fire in the AFPh after moving, with Case C3."""
        shot = plan(
            "tH7",
            at="tH6",
            target="tH7",
            weapon="german/psk",
            date="1944-08",
            phase="AFPh",
            turn="ENEMY",
            state={"moved": True},
        )
        assert "C5.33" in [mod.rule for mod in shot.mods]

    def test_not_in_other_phases(self) -> None:
        """Nothing fires in the APh."""
        bar("A3", phase="APh")

    def test_first_fire_needs_a_mover(self) -> None:
        """In the MPh only at what moves, once for each MF."""
        bar("A8.1", phase="MPh")

    def test_intensive_fire(self) -> None:
        """A Gun that has fired may once more: +2, B# two lower, no ROF."""
        shot = plan(**gun(fired="final"))
        assert shot.intensive
        assert (shot.rof, shot.breakdown, shot.removal) == (0, 10, 12)
        assert "C5.6" in [mod.rule for mod in shot.mods]
        bar("A9.2", **gun(fired="final", intensive=True))
        bar("C5.6", state={"pinned": True}, **gun(fired="final"))

    def test_pinned(self) -> None:
        """Pinned: Case D, and no ROF."""
        shot = plan(state={"pinned": True})
        assert shot.rof == 0
        assert "C5.4" in [mod.rule for mod in shot.mods]


class TestC3_22TurningToFire:
    """C3.22."""

    def test_it_turns(self) -> None:
        """A Gun whose CA does not take in the target turns, with Case A."""
        shot = plan(**gun(ca=5))
        assert shot.ca in (1, 2)
        assert "C5.1" in [mod.rule for mod in shot.mods]

    def test_within_its_ca(self) -> None:
        """No turn, no Case A."""
        shot = plan(**gun(ca=2))
        assert shot.ca == -1
        assert "C5.1" not in [mod.rule for mod in shot.mods]

    def test_not_again_in_a_building(self) -> None:
        """One that has kept its ROF keeps its CA in a building."""
        again = gun(ca=5, rof=True)
        bar("C3.22", "tH7", at="tD7", target="tH7", board=OPEN, **again)
        assert plan(**again).ca in (1, 2)


OPEN = """
board: t
size: 40x10
stone building: D7
"""


class TestC9_2MortarsUnderRoofs:
    """C9.2."""

    def test_building(self) -> None:
        """Not from a building Location; from woods it can."""
        bar("C9.2", "tH7", at="tD7", board=OPEN)
        assert plan("tH3", at="tD3").type == "area"


class TestC9_3SpottedFire:
    """C9.3."""

    HIDDEN = """
board: t
size: 40x10
stone building: F5
"""

    def spotted(self, where: str, **given: Any) -> ToHit:
        """A mortar in D5 behind a house, a spotter S, the target in J5."""
        return plan(
            "tJ5",
            target="tJ5",
            board=self.HIDDEN,
            enemies={"S": ("russian/8-0", where)},
            order={"spotter": "S"},
            **given,
        )

    def test_who_sees(self) -> None:
        """An ADJACENT unit with LOS lets it fire, with +2."""
        bar("A6.1", "tJ5", board=self.HIDDEN)
        shot = self.spotted("tD4")
        assert {mod.name: mod.value for mod in shot.mods}["spotted fire"] == 2

    def test_who_does_not(self) -> None:
        """Not one who is farther away or does not see the target."""
        for where, why in (("tC2", "ADJACENT"), ("tD5", "LOS")):
            with pytest.raises(Illegal, match=why):
                self.spotted(where)

    def test_only_mortars(self) -> None:
        """Not for other ordnance."""
        with pytest.raises(Illegal, match="only a mortar"):
            self.spotted("tD4", **gun())
