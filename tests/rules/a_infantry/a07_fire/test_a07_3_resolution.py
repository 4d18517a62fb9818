"""A7.3: how an attack on the IFT is resolved, step by step."""

from fractions import Fraction

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import attack_fact
from opfor.rules.a_infantry.a07_fire.attack import against, fp_attack
from opfor.rules.a_infantry.a07_fire.targets import (
    result_for,
)
from opfor.state.events import ShotFired
from opfor.state.in_progress import Move
from opfor.state.units import LocationName
from opfor.views.text.purposes import purpose_of
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

    def test_what_is_asked(self) -> None:
        """Who rolls the DR by hand is told who fires with how many FP at which DRM."""
        other = unit("d", "german/4-6-7", "tC5", cx=True)
        order = shoot("a d", "tE5")
        made = fought("A7.3 DR 5,6", things=(A, other, E), orders=(order,))
        (asked,) = (e.asked for e in made.journal if e.asked.rule == "A7.3")
        told = purpose_of(asked.request)
        assert told == "fire at tE5: a and d with 8 FP, column 8; DRM +1 (+1 CX)"

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

    def test_leaders_check_first(self) -> None:
        """D-083: a leader with a NMC checks before the squad with a 1MC (A10.2)."""
        leader = unit("eL", "russian/8-1", "tE5", concealed=True)
        dice = ("A7.3 DR 2,3", "A10.1 DR 5,4", "A10.1 DR 1,2", "A10.1 DR 6,5")
        made = fought(*dice, things=(A, E, leader), orders=(shoot("a", "tE5"),))
        checked = [e.asked.request.purpose for e in made.journal][1:]
        assert [one.data["unit"] for one in checked] == ["eL", "e", "e"]
        state = made.state.units
        assert state["eL"].broken
        assert state["e"].pinned  # by the LLTC, once all had checked

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
