"""S7: the ENEMY's part of each RPh."""

from typing import Any

import pytest

from opfor.state.units import LocationName, Unit
from tests.rules.given.enemy_part import decided, why
from tests.rules.given.enemy_rph import rph, sw
from tests.rules.given.phases import unit
from tests.rules.given.stack import unit as one

CONSCRIPT, ELITE, LEADER = "russian/4-2-6", "russian/4-5-8", "russian/8-1"
HS, CREW = "russian/2-3-7", "russian/2-2-8"
WOODS, OPEN = "tE5", "tC3"


def broken(id_: str, at: str = WOODS, counter: str = "", **states: Any) -> Unit:
    """A broken ENEMY unit."""
    return unit(id_, at, counter, broken=True, **states)


LMG, MMG, HMG, ATR = "russian/lmg", "russian/mmg", "russian/hmg", "russian/atr"


class TestS7_p1Order:
    """S7.p1."""

    def test_order(self) -> None:
        """A SW is Recovered first, repaired next; then leaders rally, then MMC do."""
        game = rph(
            unit("eA", "tL4"),
            unit("eB", "tH8"),
            broken("e1", "tE6"),
            unit("eL", "tE6", LEADER),
            broken("e2", "tD8"),
            lying=[sw("m", LMG, at="tL4"), sw("n", LMG, "eB", malfunctioned=True)],
            dice=(
                "A4.44 dr 1",
                "A9.72 dr 1",
                "A10.6 DR 2,2",
                "A10.6 DR 2,1",
            ),
        )
        assert game.state.weapons["m"].owner == "eA"
        assert not any(u.broken for u in game.state.units.values())

    def test_nothing(self) -> None:
        """Where there is nothing to do the ENEMY rolls nothing."""
        assert not decided(rph(unit("e1", WOODS)))


class TestS7_p2SelfRally:
    """S7.p2."""

    def test_two(self) -> None:
        """Two MMC of three try: those with the best chance."""
        game = rph(
            broken("e1", OPEN),
            broken("e2"),
            broken("e3", counter=ELITE),
            dice=("A10.6 DR 6,5", "A10.6 DR 6,5"),
        )
        assert decided(game) == ["e3 by itself", "e2 by itself"]
        assert why(game, 0) == ["best chance"]

    def test_one_that_dies_of_it(self) -> None:
        """Two MMC of three try, also where the first one is lost by its try."""
        game = rph(
            broken("e1", counter=HS),
            broken("e2", OPEN, HS),
            broken("e3", "tC4", CONSCRIPT),
            dice=("A10.6 DR 6,6", "A10.6 DR 6,5"),
        )
        assert decided(game) == ["e1 by itself", "e2 by itself"]
        assert "e1" not in game.state.units

    @pytest.mark.parametrize(
        ("line", "other", "more"),
        [
            ("in a VPO Location", broken("e2", "tE6"), {"vpo": (LocationName("tE6"),)}),
            ("possesses a functioning HW", broken("e2"), {"lying": ("m", MMG, "e2")}),
            ("possesses another SW", broken("e2"), {"lying": ("m", LMG, "e2")}),
            ("best class", broken("e2", OPEN, ELITE, encircled=True), {}),
            ("nearest the FBE", broken("e2", "tC4"), {}),
        ],
    )
    def test_list(self, line: str, other: Unit, more: dict[str, Any]) -> None:
        """The lines of the list, one after the other."""
        first = broken("e1", "tE5") if other.location == "tE6" else broken("e1")
        if line == "nearest the FBE":
            first = broken("e1", "tG4")
        if line == "best class":
            first = broken("e1", OPEN)
        lying = [sw(*more.pop("lying"))] if "lying" in more else []
        game = rph(
            first, other, dice=("A10.6 DR 6,5", "A10.6 DR 6,5"), lying=lying, **more
        )
        assert decided(game)[0] == "e2 by itself"
        assert why(game, 0) == [line]

    def test_squad_before_hs(self) -> None:
        """Of equal chance and class the squad."""
        game = rph(
            broken("e1", "tE5", HS, encircled=False),
            broken("e2", OPEN),
            dice=("A10.6 DR 6,5", "A10.6 DR 6,5"),
        )
        assert decided(game)[0] == "e2 by itself"
        assert why(game, 0) == ["squad before HS"]

    def test_exc1_boxed(self) -> None:
        """Those with a boxed level all try, a leader first, who then leads."""
        game = rph(
            broken("eL", "tE6", LEADER),
            broken("eC", counter=CREW),
            broken("e1", "tE6"),
            broken("e2"),
            broken("e3", OPEN),
            dice=("A10.6 DR 1,2", *4 * ["A10.6 DR 6,5"]),
        )
        assert decided(game) == [
            "eL by itself",
            "e1 by eL",
            "eC by itself",
            "e2 by itself",
            "e3 by itself",
        ]

    def test_not_in_the_other_turn(self) -> None:
        """In a FRIENDLY Player Turn only boxed units try."""
        game = rph(
            broken("eC", counter=CREW),
            broken("e1"),
            attacker="FRIENDLY",
            dice=("A10.6 DR 1,2",),
        )
        assert decided(game) == ["eC by itself"]


class TestS7_p3LeadersRally:
    """S7.p3."""

    def test_likeliest_first(self) -> None:
        """The unit of his Location with the best chance; then the next one."""
        game = rph(
            unit("eL", WOODS, LEADER),
            broken("e1", counter=CONSCRIPT),
            broken("e2"),
            dice=("A10.6 DR 6,5", "A10.6 DR 6,5"),
        )
        assert decided(game) == ["e2 by eL", "e1 by eL"]

    def test_better_leader(self) -> None:
        """Of two leaders the one who helps more."""
        game = rph(
            unit("eL", WOODS, "russian/8-0"),
            unit("eM", WOODS, LEADER),
            broken("e1"),
            dice=("A10.6 DR 6,5",),
        )
        assert decided(game) == ["e1 by eM"]

    @pytest.mark.parametrize(("dm", "tried"), [(True, False), (False, True)])
    def test_chance(self, dm: bool, tried: bool) -> None:
        """Below three chances in 36 a unit waits."""
        # A 4-2-6 in the open with a 8-0 under DM needs a 1, without it a 5.
        game = rph(
            unit("eL", OPEN, "russian/8-0"),
            broken("e1", OPEN, CONSCRIPT, dm=dm),
            dice=("A10.6 DR 6,5",) if tried else (),
        )
        assert bool(decided(game)) is tried

    def test_three_chances(self) -> None:
        """Three chances in 36 are enough."""
        # A 4-4-7 in the open, DM, with a 8-0: 7 - 4 = 3, which is 2 or 3.
        units = unit("eL", OPEN, "russian/8-0"), broken("e1", OPEN, dm=True)
        assert decided(rph(*units, dice=("A10.6 DR 6,5",))) == ["e1 by eL"]


class TestS7_p4KeepingDM:
    """S7.p4."""

    def test_kept(self) -> None:
        """A unit in the open that could rout into woods keeps DM past the RPh."""
        game = rph(broken("e1", "tE4", CONSCRIPT, dm=True), ends=True)
        assert one(game, "e1").did("keep DM")

    @pytest.mark.parametrize(("at", "dm"), [(WOODS, True), ("tE4", False)])
    def test_not_kept(self, at: str, dm: bool) -> None:
        """Not in woods, nor without DM."""
        game = rph(broken("e1", at, CONSCRIPT, dm=dm), attacker="FRIENDLY")
        assert not one(game, "e1").did("keep DM")

    def test_disrupted(self) -> None:
        """Nor a Disrupted unit, which does not rout (A19.12)."""
        lost = broken("e1", "tE4", CONSCRIPT, dm=True, disrupted=True)
        game = rph(lost, ends=True)
        assert not one(game, "e1").did("keep DM")

    @pytest.mark.parametrize(
        ("leader", "kept"), [("tE4", False), ("tE5", True), ("tA9", True)]
    )
    def test_beside_a_leader(self, leader: str, *, kept: bool) -> None:
        """Nor who stays with his leader; but who can rout to one does (S10, D-895)."""
        game = rph(
            broken("e1", "tE4", CONSCRIPT, dm=True),
            unit("eL", leader, "russian/8-0"),
            ends=True,
        )
        assert one(game, "e1").did("keep DM") is kept

    def test_out_of_reach(self) -> None:
        """Nor where no such terrain is within its MF."""
        board = "board: t\nsize: 17x10\nwoods: O9"
        far = broken("e1", "tA1", CONSCRIPT, dm=True)
        game = rph(far, board=board, attacker="FRIENDLY")
        assert not one(game, "e1").did("keep DM")
