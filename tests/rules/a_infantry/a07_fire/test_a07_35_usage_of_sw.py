"""A7.35: the SW that a unit can use."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.state.in_progress import Shot
from opfor.state.units import LocationName
from tests.rules.given.fire import planned, scene, sw, unit

A = unit("a", "german/4-6-7", "tC5")


LEADER = unit("l", "german/8-1", "tC5")


def shot(firers: str, target: str, *froms: str, leaders: str = "") -> Shot:
    """A FRIENDLY attack made before in this phase."""
    at = tuple(map(LocationName, froms))
    ids = tuple(firers.split()), tuple(leaders.split())
    return Shot("FRIENDLY", LocationName(target), at, *ids)


def who(attack: Attack) -> str:
    """The units and SW that fire, ids apart by spaces."""
    return " ".join(arm.id for arm in attack.arms)


class TestA7_351Usage:
    """A7.351."""

    HS = unit("s", "german/2-4-7", "tC5")

    def view(self, owner: str, *shots: Shot) -> Any:
        """Three MG in the hands of one unit, beside others."""
        guns = (sw(f"w{n}", "german/lmg", owner) for n in (1, 2, 3))
        hero = unit("h", "german/hero", "tC5")
        return scene(A, self.HS, LEADER, hero, *guns, shots=shots)

    @pytest.mark.parametrize(
        ("owner", "firers"),
        [("a", "a w1"), ("a", "w1 w2"), ("s", "w1"), ("l", "w1"), ("h", "w1")],
    )
    def test_possible(self, owner: str, firers: str) -> None:
        """A squad one SW beside its FP or two without; others one without."""
        assert who(planned(self.view(owner), firers, "tE5")) == firers

    @pytest.mark.parametrize(
        ("owner", "firers"),
        [("a", "a w1 w2"), ("a", "w1 w2 w3"), ("s", "s w1"), ("s", "w1 w2")],
    )
    def test_too_many(self, owner: str, firers: str) -> None:
        """No more than that."""
        with pytest.raises(Illegal, match=r"A7\.351"):
            planned(self.view(owner), firers, "tE5")

    def test_what_was_fired_before_counts(self) -> None:
        """Two SW at one target leave no inherent FP for another."""
        view = self.view("a", shot("w1 w2", "tG5", "tC5"))
        with pytest.raises(Illegal, match=r"A7\.351"):
            planned(view, "a", "tE5")

    @pytest.mark.parametrize(
        ("owner", "fired", "may"),
        [
            ("a", {}, True),
            ("s", {}, False),
            ("h", {}, False),
            ("s", {"fired": "first"}, True),
            ("s", {"rof": True}, True),
        ],
    )
    def test_after_first_fire(self, owner: str, fired: Any, may: bool) -> None:
        """D-871: in the DFPh a HS or SMC has what it fired with in the MPh, no more."""
        units = (A, self.HS, unit("h", "german/hero", "tC5"))
        used = [replace(u, fired="first" if u.id == owner else "") for u in units]
        view = scene(
            *used,
            sw("w", "german/lmg", owner, **fired),
            unit("V", "russian/4-4-7", "tC6"),
            phase="DFPh",
            side="ENEMY",
        )
        if may:
            assert who(planned(view, "w", "tC6")) == "w"
            return
        with pytest.raises(Illegal, match=r"A7\.351"):
            planned(view, "w", "tC6")

    def test_own_fp_after_a_sw(self) -> None:
        """D-871: nor does a HS fire its own FP in the DFPh after its MG."""
        hs = replace(self.HS, fired="first")
        things = hs, unit("V", "russian/4-4-7", "tC6")
        now: dict[str, Any] = {"phase": "DFPh", "side": "ENEMY"}
        assert who(planned(scene(*things, **now), "s", "tC6")) == "s"
        mg = sw("w", "german/lmg", "s", fired="first")
        with pytest.raises(Illegal, match=r"A7\.351"):
            planned(scene(*things, mg, **now), "s", "tC6")

    def test_helper(self) -> None:
        """A SMC helps only where another SMC mans a SW."""
        with pytest.raises(Illegal, match=r"A9\.12"):
            planned(self.view("a"), "w1 l", "tE5")
