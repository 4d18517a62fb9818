"""A1.31, A1.32: Deployment and Recombining."""

import pytest

from opfor.rules.choices.orders import Deploy, Rally, Recombine
from opfor.state.units import Weapon
from tests.rules.given.ordered import offers, ordered, refused
from tests.rules.given.stack import Stack, drm, left, stack

LED: Stack = {"V": "german/4-6-7", "L": "german/8-1"}
HALVES: Stack = {"A": "german/2-4-7", "B": "german/2-4-7", "L": "german/8-0"}
MG = Weapon(id="mg", counter="german/lmg", owner="B")


class TestA1_31Deployment:
    """A1.31."""

    @pytest.mark.parametrize(("dice", "halves"), [("4,4", 2), ("5,4", 0)])
    def test_ntc(self, dice: str, halves: int) -> None:
        """A squad that passes a NTC, with leadership, becomes two HS."""
        played = ordered(Deploy("V", "L"), LED, f"A10.1 DR {dice}")
        assert list(left(played).values()).count("2-4-7") == halves

    def test_finns(self) -> None:
        """Finns need no leader, but make a 1TC."""
        played = ordered(Deploy("V"), {"V": "finnish/6-4-8"}, "A10.1 DR 3,4")
        assert drm(played) == {"without a leader": 1}
        assert left(played) == {"248A": "2-4-8", "248B": "2-4-8"}

    def test_refused(self) -> None:
        """Without a leader, for Russians, for a HS, in the other side's RPh."""
        refused("A1.31", Deploy("V"), LED)
        russians: Stack = {"V": "russian/4-4-7", "L": "russian/8-1"}
        refused("A25", Deploy("V", "L"), russians)
        refused("A1.31", Deploy("A", "L"), HALVES)
        refused("A3", Deploy("V", "L"), LED, side="ENEMY")
        refused("A25", Deploy("V", "L"), {"V": "italian/3-4-7", "L": "italian/8-1"})

    def test_one_a_leader(self) -> None:
        """D-091: a leader Deploys one squad, and rallies nobody beside it."""
        units: Stack = {
            **LED,
            "W": "german/4-6-7",
            "X": ("german/4-6-7", {"broken": True}),
        }
        first = Deploy("V", "L")
        refused("A1.31", [first, Deploy("W", "L")], units, "A10.1 DR 6,5")
        refused("A1.31", [first, Rally("X", "L")], units, "A10.1 DR 6,5")
        refused("A1.31", [Rally("X", "L"), first], units, "A10.6 DR 6,5")

    def test_offered(self) -> None:
        """It is offered to squads with a leader."""
        assert offers(LED) == [Deploy("V", "L")]


class TestA1_32Recombining:
    """A1.32."""

    def test_squad(self) -> None:
        """Two HS become the squad they are halves of, with what they possessed."""
        played = ordered(Recombine(("A", "B"), "L"), HALVES, weapons=(MG,))
        assert left(played) == {"467A": "4-6-7", "L": "8-0"}
        assert played.state.weapons["mg"].owner == "467A"
        assert played.state.toll("ENEMY").cvp == 0

    def test_refused(self) -> None:
        """Not without a leader, not of two types, not a HS with itself."""
        refused("A1.32", Recombine(("A", "B")), HALVES)
        mixed: Stack = {**HALVES, "B": "german/2-3-7"}
        refused("A1.32", Recombine(("A", "B"), "L"), mixed)
        refused("A1.32", Recombine(("A", "A"), "L"), HALVES)

    def test_offered(self) -> None:
        """It is offered to pairs with a leader."""
        assert offers(HALVES) == [Recombine(("A", "B"), "L")]

    def test_a_pinned_half(self) -> None:
        """Nor are HS that are pinned or broken."""
        units: Stack = {**HALVES, "B": ("german/2-4-7", {"pinned": True})}
        refused("A1.31", Recombine(("A", "B"), "L"), units)
        assert stack(lambda _: None, units).state.units["B"].pinned
