"""A10.6 and A10.63: who may try to rally, and by himself."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Rally
from tests.rules.given import phases
from tests.rules.given.ordered import ordered, refused
from tests.rules.given.stack import Stack, drm, unit

BROKEN = {"broken": True}
SQUAD: Stack = {"V": ("german/4-6-7", BROKEN)}
LED: Stack = {**SQUAD, "L": "german/8-1"}


class TestA10_6_mayWho:
    """A10.6/may."""

    def test_once(self) -> None:
        """Once a Player Turn."""
        two = [Rally("V", "L"), Rally("V", "L")]
        refused("A10.6", two, LED, "A10.6 DR 6,5")

    @pytest.mark.parametrize("states", [{"melee": True}, {"guard": "x"}])
    def test_states(self, states: dict[str, Any]) -> None:
        """Not in Melee, not as a prisoner, not unless broken."""
        refused("A10.6", Rally("V"), {"V": ("german/8-1", BROKEN | states)})
        refused("A10.6", Rally("V"), {"V": "german/8-1"})

    @pytest.mark.parametrize("states", [BROKEN, {"pinned": True}, {"melee": True}])
    def test_leader(self, states: dict[str, Any]) -> None:
        """The leader must be in Good Order and unpinned."""
        units: Stack = {**SQUAD, "L": ("german/8-1", states)}
        refused("A10.6", Rally("V", "L"), units)

    def test_a_hero(self) -> None:
        """A hero is none, nor is one elsewhere."""
        refused("A10.6", Rally("V", "H"), {**SQUAD, "H": "german/hero"})
        refused("A10.6", Rally("V", "X"), SQUAD)

    def test_disrupted(self) -> None:
        """A Disrupted unit does not rally by itself."""
        units: Stack = {"V": ("german/8-1", {**BROKEN, "disrupted": True})}
        refused("A19.12", Rally("V"), units)

    def test_not_theirs(self) -> None:
        """Only one's own units."""
        refused("A10.6", Rally("Q"), SQUAD)


class TestA10_63SelfRally:
    """A10.63."""

    @pytest.mark.parametrize("counter", ["german/8-1", "german/2-2-8", "finnish/6-4-8"])
    def test_boxed(self, counter: str) -> None:
        """SMC, crews and Finns rally by themselves, at +1, in either RPh."""
        units: Stack = {"V": (counter, BROKEN)}
        played = ordered(Rally("V"), units, "A10.6 DR 4,3", side="ENEMY")
        assert drm(played) == {"Self-Rally": 1}
        assert not unit(played, "V").broken

    def test_the_first_mmc(self) -> None:
        """One MMC may as the first that tries, in its own RPh."""
        units: Stack = {**SQUAD, "W": ("german/4-6-7", BROKEN)}
        refused("A10.63", [Rally("W"), Rally("V")], units, "A10.6 DR 6,5")
        refused("A10.63", Rally("V"), SQUAD, side="ENEMY")

    def test_the_first_mmc_that_dies(self) -> None:
        """It was the first one, also if its try was its end."""
        units: Stack = {**SQUAD, "W": ("german/2-4-7", BROKEN)}
        refused("A10.63", [Rally("W"), Rally("V")], units, "A10.6 DR 6,6")

    def test_after_a_leader(self) -> None:
        """A try with a leader counts as the first one, too; a SMC's does not."""
        units: Stack = {
            **LED,
            "W": ("german/4-6-7", BROKEN),
            "M": ("german/8-0", BROKEN),
        }
        refused("A10.63", [Rally("V", "L"), Rally("W")], units, "A10.6 DR 6,5")
        dice = "A10.6 DR 6,5", "A10.6 DR 6,4"
        played = ordered([Rally("M"), Rally("W")], units, *dice)
        assert unit(played, "W").did("rally")

    def test_exc1_enemy(self) -> None:
        """Two MMC of the ENEMY may, also after a leader has rallied another one."""
        names = "eV", "eW", "eX"
        units = [phases.unit(name, "tJ6", broken=True) for name in names]
        leader = phases.unit("eL", "tJ6", "russian/8-0")
        tries = [("ENEMY", Rally("eV", "eL"))]
        tries += [("ENEMY", Rally(name)) for name in names[1:]]
        dice = ["A10.6 DR 6,5"] * 3
        more: Any = {"attacker": "ENEMY", "dice": dice}
        played = phases.phase("RPh", *tries, units=[*units, leader], **more)
        assert all(unit(played, name).did("rally") for name in names)
        more["dice"] = dice[:2]
        alone = [("ENEMY", Rally(name)) for name in names]
        with pytest.raises(Illegal):
            phases.phase("RPh", *alone, units=units, **more)
