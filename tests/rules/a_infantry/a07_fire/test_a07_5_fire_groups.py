"""A7.35 and A7.5: who fires with what, fire groups, and who directs them."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.choices.orders import Fire
from opfor.state.in_progress import Shot
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase
from tests.rules.given.armor import duel
from tests.rules.given.fire import drm, fp, planned, scene, sw, unit

A = unit("a", "german/4-6-7", "tC5")
B = unit("b", "german/4-6-7", "tC6")
LEADER = unit("l", "german/8-1", "tC5")
SECOND = unit("m", "german/9-2", "tC6")

AT = LocationName("E2")


def shot(firers: str, target: str, *froms: str, leaders: str = "") -> Shot:
    """A FRIENDLY attack made before in this phase."""
    at = tuple(map(LocationName, froms))
    ids = tuple(firers.split()), tuple(leaders.split())
    return Shot("FRIENDLY", LocationName(target), at, *ids)


def who(attack: Attack) -> str:
    """The units and SW that fire, ids apart by spaces."""
    return " ".join(arm.id for arm in attack.arms)


class TestA7_5FireGroups:
    """A7.5."""

    def test_adjacent_locations(self) -> None:
        """Units of ADJACENT Locations fire together; their FP are added."""
        assert fp(planned(scene(A, B), "a b", "tE5")) == 8

    def test_chain(self) -> None:
        """Locations apart need another between them that fires, too."""
        third = unit("c", "german/4-6-7", "tC7")
        view = scene(A, B, third)
        assert fp(planned(view, "a b c", "tE6")) == 12
        with pytest.raises(Illegal, match=r"A7\.5"):
            planned(view, "a c", "tE6")

    def test_enemy_in_the_location(self) -> None:
        """Who has a Known enemy with him fires at nothing else."""
        view = scene(A, unit("e", "russian/4-4-7", "tC5"))
        with pytest.raises(Illegal, match=r"A7\.212"):
            planned(view, "a", "tE5")
        assert fp(planned(view, "a", "tC5")) == 12


class TestA7_55MandatoryGroups:
    """A7.55."""

    def view(self, *, rof: bool = False, phase: Phase = "PFPh") -> Any:
        """Two squads and a HMG in one Location; one squad has fired at E5."""
        other = unit("b", "german/4-6-7", "tC5")
        gun = sw("h", "german/hmg", "b", rof=rof, fired="prep" if rof else "")
        shots = (shot("a", "tE5", "tC5"),)
        turn = "ENEMY" if phase == "MPh" else "FRIENDLY"
        return scene(A, other, gun, phase=phase, shots=shots, side=turn)

    def test_together(self) -> None:
        """Others of the Location cannot fire at that target any more."""
        with pytest.raises(Illegal, match=r"A7\.55"):
            planned(self.view(), "b", "tE5")

    def test_other_targets(self) -> None:
        """They may at another."""
        assert who(planned(self.view(), "b", "tE6")) == "b"

    def test_exc1_rof(self) -> None:
        """A SW that kept its ROF may."""
        assert who(planned(self.view(rof=True), "h", "tE5")) == "h"

    def test_exc2_first_fire(self) -> None:
        """In the MPh they may."""
        assert who(planned(self.view(phase="MPh"), "b", "tE5")) == "b"

    @pytest.mark.parametrize("counter", ["german/50-mtr", "german/ft"])
    def test_exc4_ordnance(self, counter: str) -> None:
        """After a mortar, a Gun or a FT they may: it is in no fire group."""
        arm = sw("m", counter, "a", fired="prep")
        other = unit("b", "german/4-6-7", "tC5")
        view = scene(A, other, arm, shots=(shot("m", "tE5", "tC5"),))
        assert who(planned(view, "a b", "tE5")) == "a b"


class TestA7_53Direction:
    """A7.53."""

    def test_drm(self) -> None:
        """A leader's DRM counts, and keeps those from cowering."""
        made = planned(scene(A, LEADER), "a", "tE5", "l")
        assert drm(made)["leadership of l"] == -1
        assert made.cowers == 0

    def test_worst_of_several(self) -> None:
        """Of two Locations with a leader each the worse one counts."""
        made = planned(scene(A, B, LEADER, SECOND), "a b", "tE5", "l m")
        assert drm(made)["leadership of l"] == -1

    def test_wounded(self) -> None:
        """A wounded leader's DRM is one worse."""
        hurt = unit("l", "german/8-1", "tC5", wounded=True)
        made = planned(scene(A, hurt), "a", "tE5", "l")
        assert drm(made)["leadership of l"] == 0

    @pytest.mark.parametrize("states", [{"pinned": True}, {"broken": True}])
    def test_unable(self, states: dict[str, Any]) -> None:
        """Neither pinned nor broken ones direct."""
        hurt = unit("l", "german/8-1", "tC5", **states)
        with pytest.raises(Illegal, match=r"A7\.53"):
            planned(scene(A, hurt), "a", "tE5", "l")

    @pytest.mark.parametrize("who", ["b", "x"])
    def test_no_leader(self, who: str) -> None:
        """Only leaders do."""
        with pytest.raises(Illegal, match=r"A7\.53"):
            planned(scene(A, B), "a", "tE5", who)


class TestA7_531Limits:
    """A7.531."""

    def test_each_location(self) -> None:
        """A leader in one of two Locations does not direct the group."""
        with pytest.raises(Illegal, match=r"A7\.531"):
            planned(scene(A, B, LEADER), "a b", "tE5", "l")

    def test_once(self) -> None:
        """He directs one attack in a phase."""
        used = unit("l", "german/8-1", "tC5", fired="prep", deeds=("direct",))
        with pytest.raises(Illegal, match=r"A7\.531"):
            planned(scene(A, used), "a", "tE5", "l")

    def test_not_with_his_own_sw(self) -> None:
        """Who mans a SW does not direct."""
        view = scene(A, LEADER, sw("w", "german/lmg", "l"))
        with pytest.raises(Illegal, match=r"A7\.531"):
            planned(view, "a w", "tE5", "l")

    def test_exc1_rof(self) -> None:
        """He may go on directing a SW that keeps its ROF, and only it."""
        used = unit("l", "german/8-1", "tC5", fired="prep", deeds=("direct",))
        gun = sw("h", "german/hmg", "a", rof=True, fired="prep")
        shots = (shot("h", "tE5", "tC5", leaders="l"),)
        view = scene(A, used, gun, shots=shots)
        assert drm(planned(view, "h", "tG5", "l"))["leadership of l"] == -1
        with pytest.raises(Illegal, match=r"A7\.531"):
            planned(view, "a", "tG5", "l")

    def test_exc1_not_two(self) -> None:
        """D-858: one of two SW that keep their ROF, but not both in a FG."""
        used = unit("l", "german/8-1", "tC5", fired="prep", deeds=("direct",))
        guns = [sw(id_, "german/lmg", "a", rof=True, fired="prep") for id_ in "gh"]
        shots = (shot("g h", "tE5", "tC5", leaders="l"),)
        view = scene(A, used, *guns, shots=shots)
        assert drm(planned(view, "h", "tG5", "l"))["leadership of l"] == -1
        assert "leadership of l" not in drm(planned(view, "g h", "tG5"))
        with pytest.raises(Illegal, match=r"A7\.531"):
            planned(view, "g h", "tG5", "l")


class TestFirersDrm:
    """DRM that those who fire bring."""

    @pytest.mark.parametrize(
        ("states", "name", "value"),
        [({"cx": True}, "CX", 1), ({"encircled": True}, "Encircled", 1)],
    )
    def test_states(self, states: dict[str, Any], name: str, value: int) -> None:
        """CX and Encircled firers have +1."""
        view = scene(unit("a", "german/4-6-7", "tC5", **states))
        assert drm(planned(view, "a", "tE5"))[name] == value

    def test_hero(self) -> None:
        """A hero has -1; alone at a MG +1 beside."""
        hero = unit("h", "german/hero", "tC5")
        view = scene(hero, sw("w", "german/lmg", "h"))
        assert drm(planned(view, "h", "tE5"))["heroic"] == -1
        assert sum(drm(planned(view, "w", "tE5")).values()) == 0

    def test_overstacked(self) -> None:
        """+1 for each squad too many with the firers, -1 with the target."""
        crowd = [unit(f"a{n}", "german/4-6-7", "tC5") for n in range(5)]
        found = drm(planned(scene(*crowd), "a0", "tE5"))
        assert found["overstacked"] == 2
        enemies = [unit(f"e{n}", "russian/4-4-7", "tE5") for n in range(4)]
        found = drm(planned(scene(A, *enemies), "a", "tE5"))
        assert found["overstacked target"] == -1


class TestA7_55Vehicles:
    """A7.55."""

    def test_exc3_vehicles(self) -> None:
        """Each MG of a vehicle may fire by itself at one Location in one phase."""

        def run(play: Play) -> None:
            for weapon in ("tank.cmg", "tank.bmg"):
                order = Fire((weapon,), AT)
                resolve(play, plan_attack(play, "FRIENDLY", order))

        played = duel(
            run, "A7.3 DR 6,5", "A7.3 DR 6,5", enemy={"vca": 3, "tca": 3, "ce": True}
        )
        assert played.state.weapons["tank.bmg"].fired == "prep"
