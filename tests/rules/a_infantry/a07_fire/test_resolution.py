"""A7.3, A7.4, A7.9: attacks on the IFT from the DR to what they bring about."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import against, fp_attack
from opfor.rules.a_infantry.a07_fire.resolution import attack_fact
from opfor.rules.a_infantry.a07_fire.targets import (
    attacked_units,
    could_check,
    result_for,
)
from opfor.state.events import ShotFired
from opfor.state.in_progress import Move
from opfor.state.units import LocationName
from tests.rules.given.fire import drm, fought, planned, scene, shoot, sw, unit
from tests.rules.given.world import events, notes

A = unit("a", "german/4-6-7", "tC5")
E = unit("e", "russian/4-4-7", "tE5")
HERE = LocationName("tE5")


class TestA7_3Resolution:
    """A7.3."""

    def test_marks_and_remembers(self) -> None:
        """A 4-6-7 Prep Fires on the 4 column: no effect on a 9; it has fired."""
        made = fought("A7.3 DR 4,5", things=(A, E), orders=(shoot("a", "tE5"),))
        assert made.state.units["a"].fired == "prep"
        assert made.state.units["e"] == E
        assert [s.shot.target for s in events(made, ShotFired)] == [HERE]
        assert any("column 4" in text for text in notes(made))

    def test_less_than_one_fp(self) -> None:
        """Reading 43: less than one FP is no attack."""
        weak = unit("h", "german/hero", "tC5", pinned=True)
        with pytest.raises(Illegal, match=r"A7\.3"):
            planned(scene(weak), "h", "tE5")

    def test_concealed_target(self) -> None:
        """A concealed unit meets half the FP: its own column of the same DR."""
        made = planned(scene(A, E), "a", "tE5")
        view = scene(A, E)
        hidden = unit("e", "russian/4-4-7", "tE5", concealed=True)
        assert against(view, made, hidden).fp == 2
        assert str(result_for(view, made, E, 5)) == "1MC"
        assert str(result_for(view, made, hidden, 5)) == "NMC"

    def test_concealment_is_lost(self) -> None:
        """A PTC or worse costs it; no effect does not."""
        hidden = unit("e", "russian/4-4-7", "tE5", concealed=True)
        for dice, left in (("4,3", True), ("4,2", False)):
            made = fought(
                f"A7.3 DR {dice}",
                *(() if left else ("A10.1 DR 2,3",)),
                things=(A, hidden),
                orders=(shoot("a", "tE5"),),
            )
            assert made.state.units["e"].concealed is left

    def test_foxhole(self) -> None:
        """Its TEM counts for those inside, and takes FFMO away."""
        view = scene(A, E, phase="MPh")
        made = fp_attack(
            view, "FRIENDLY", HERE, 4, source="residual", move=Move(units=("e",))
        )
        assert sum(drm(made).values()) == -2
        assert against(view, made, E).drm == -2

    def test_ft(self) -> None:
        """A22.4: -1 against whoever has a FT."""
        view = scene(A, E, sw("f", "russian/ft", "e"))
        assert against(view, planned(view, "a", "tE5"), E).drm == -1

    def test_spraying(self) -> None:
        """One DR for two Locations."""
        other = unit("e2", "russian/4-4-7", "tE6")
        made = fought(
            "A7.3 DR 5,6",
            things=(A, E, other),
            orders=(shoot("a", "tE5", second="tE6"),),
        )
        assert sum("no effect" in text for text in notes(made)) == 2


class TestA10_62_fireDm:
    """A10.62/fire."""

    def test_no_effect(self) -> None:
        """A 9 on the 4 column does nothing but put a broken unit under DM."""
        broken = unit("e", "russian/4-4-7", "tE5", broken=True)
        made = fought("A7.3 DR 4,5", things=(A, broken), orders=(shoot("a", "tE5"),))
        assert made.state.units["e"].dm

    def test_too_weak(self) -> None:
        """1 FP at a stone building has a PTC at best; so has what has cowered."""
        weak = unit("a", "russian/2-4-8", "tC3", pinned=True)
        broken = unit("e", "russian/4-4-7", "tF3", broken=True)
        made = fought("A7.3 DR 4,5", things=(weak, broken), orders=(shoot("a", "tF3"),))
        assert not made.state.units["e"].dm
        view = scene(weak, broken)
        attack = planned(view, "a", "tF3")
        assert not could_check(view, attack, broken)
        open_ = unit("e", "russian/4-4-7", "tE5", broken=True)
        attack = planned(scene(weak, open_), "a", "tE5")
        assert could_check(view, attack, open_)


class TestA7_4Targets:
    """A7.4."""

    def test_all_in_the_location(self) -> None:
        """All enemies there; friends, too, where there is a Melee."""
        friend = unit("b", "german/4-6-7", "tE5")
        view = scene(A, friend, E)
        made = planned(view, "a", "tE5")
        assert [u.id for u in attacked_units(view, made)] == ["e"]
        view = scene(
            A,
            unit("b", "german/4-6-7", "tE5", melee=True),
            unit("e", "russian/4-4-7", "tE5", melee=True),
        )
        assert [u.id for u in attacked_units(view, made)] == ["b", "e"]

    def test_only_what_moves(self) -> None:
        """First Fire attacks the moving stack alone, with FFMO and FFNAM."""
        mover = unit("a", "german/4-6-7", "tE5")
        other = unit("b", "german/4-6-7", "tE5")
        shooter = unit("e", "russian/4-4-7", "tC5")
        view = scene(mover, other, shooter, phase="MPh", move=Move(units=("a",)))
        made = planned(view, "e", "tE5")
        assert [u.id for u in attacked_units(view, made)] == ["a"]
        assert sum(drm(made).values()) == -2

    @pytest.mark.parametrize(("target", "rule"), [("tH9", "A6"), ("", "A7")])
    def test_not_possible(self, target: str, rule: str) -> None:
        """Out of LOS, or nowhere."""
        view = scene(unit("a", "german/4-6-7", "tH1"))
        with pytest.raises(Illegal, match=rule):
            planned(view, "a", target)


class TestA7_9Cowering:
    """A7.9."""

    @pytest.mark.parametrize(
        ("counter", "columns"),
        [
            ("german/4-6-7", 1),
            ("german/4-3-6", 2),
            ("british/4-5-7", 0),
            ("british/4-4-7", 1),
            ("finnish/6-4-8", 0),
        ],
    )
    def test_columns(self, counter: str, columns: int) -> None:
        """One column; two for conscripts; none for steady troops."""
        assert planned(scene(unit("a", counter, "tC5")), "a", "tE5").cowers == columns

    def test_doubles(self) -> None:
        """Original doubles: 4 FP on the 2 column, and all its SW are done, too."""
        made = fought(
            "A7.3 DR 3,3",
            "A10.1 DR 2,3",
            things=(A, sw("w", "german/lmg", "a"), E),
            orders=(shoot("a", "tE5"),),
        )
        assert any("e: PTC" in text for text in notes(made))
        assert made.state.weapons["w"].fired == "prep"

    def test_off_the_left_edge(self) -> None:
        """From the 1 column there is nothing left."""
        half = unit("a", "german/2-4-7", "tC5", pinned=True)
        made = fought("A7.3 DR 1,1", things=(half, E), orders=(shoot("a", "tE5"),))
        assert any("no effect" in text for text in notes(made))

    def test_exc1_directed(self) -> None:
        """Directed fire does not cower."""
        leader = unit("l", "german/8-0", "tC5")
        assert planned(scene(A, leader), "a", "tE5", "l").cowers == 0

    @pytest.mark.parametrize("states", [{"berserk": True}, {"fanatic": True}])
    def test_exc2_berserk_and_fanatic(self, states: dict[str, Any]) -> None:
        """Neither these nor SMC do."""
        who = unit("a", "german/4-6-7", "tE5", **states)
        assert planned(scene(who, E, phase="AFPh"), "a", "tE5").cowers == 0
        hero = unit("h", "german/hero", "tC5")
        assert planned(scene(hero), "h", "tE5").cowers == 0


class TestFpAttack:
    """Attacks that no order made."""

    def test_mods(self) -> None:
        """Hindrance and TEM follow from where it comes from; the rest is given."""
        view = scene(A, E)
        made = fp_attack(
            view,
            "FRIENDLY",
            LocationName("tH5"),
            Fraction(12),
            source="HE",
            froms=(LocationName("tC5"),),
        )
        assert drm(made) == {"woods": 1}
        assert attack_fact(view, made).data["fp"] == 12
        bare = fp_attack(
            view, "FRIENDLY", LocationName("tH5"), 36, source="DC", tem=False
        )
        assert drm(bare) == {}
