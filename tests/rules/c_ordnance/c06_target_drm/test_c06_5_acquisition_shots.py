"""C6.5: an acquired target from shot to shot, as its targets come and go."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.choices.orders import MoveTo
from opfor.rules.choices.vehicle_orders import TurnGun
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.rules.sequence.legal_orders import carry_out
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.units import Acquired, GunState
from tests.rules.given.armor import L, drm, duel, plan, set_weapon
from tests.rules.given.ordnance import CREW, GUN, table

MISS = "C3.3 DR 6,5"


def another(play: Play, at: str) -> None:
    """A second tank like the ENEMY's first."""
    made = replace(play.state.units["etank"], id="etwo", location=L(at))
    play.emit(UnitAdded(made))


def fires(play: Play, **order: Any) -> int:
    """A shot of the tank in a phase of its own; its DRM for an acquired target."""
    set_weapon(play, "tank.ma", fired="", rof=False)
    made = plan(play, **order)
    shoot(play, made)
    return drm(made).get("C6.5", 0)


class TestC6_5FromShotToShot:
    """C6.5."""

    def test_one_target(self) -> None:
        """None for the first shot, -1, then -2, and no more."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.extend(fires(play) for _ in range(3))
            found.append(drm(plan(play))["C6.5"])

        duel(run, *[MISS] * 3, at="L5")
        assert found == [0, -1, -2, -2]

    def test_change_of_target(self) -> None:
        """It begins anew at another one, and is gone for the first."""
        found: list[int] = []

        def run(play: Play) -> None:
            another(play, "E3")
            other = {"target": L("E3"), "at": "etwo"}
            orders = ({}, {}, other, other, {})
            found.extend(fires(play, **order) for order in orders)

        duel(run, *[MISS] * 5)
        assert found == [0, -1, 0, -1, 0]

    def test_one_of_two_is_wrecked(self) -> None:
        """It counts for the other one that was Known in that Location."""
        found: list[int] = []

        def run(play: Play) -> None:
            another(play, "E2")
            found.append(fires(play))
            suffer(play, "etank", "burn")
            found.append(fires(play, at="etwo"))

        duel(run, MISS, MISS)
        assert found == [0, -1]


class TestC6_51InfantryThatLeaves:
    """C6.51, C6.5/loss."""

    @pytest.mark.parametrize(
        ("start", "to", "kept"), [("tH5", "tI6", "tI6"), ("tI7", "tI8", "tI7")]
    )
    def test_moves(self, start: str, to: str, kept: str) -> None:
        """The Gun in D5 follows it in its LOS; out of it, it stays where it was."""
        assert self.moved(start, to) == Acquired(at=L(kept), drm=-1)

    @staticmethod
    def moved(start: str, to: str) -> Acquired | None:
        """What the ENEMY's Gun has acquired once V has moved."""
        weapon = {"gun": GunState(ca=2), "acquired": Acquired(at=L(start), drm=-1)}
        played = table(
            lambda play: carry_out(play, "FRIENDLY", MoveTo(("V",), L(to))),
            weapon=GUN,
            unit=CREW,
            target=start,
            weapon_state=weapon,
            phase="MPh",
            enemy_by="orders",
        )
        return played.state.weapons["w"].acquired

    def test_the_gun_turns(self) -> None:
        """It turns and does not fire: nothing is acquired any more."""
        weapon = {"gun": GunState(ca=2), "acquired": Acquired(at=L("tH5"), drm=-1)}
        played = table(
            lambda play: carry_out(play, "ENEMY", TurnGun("w", 3)),
            weapon=GUN,
            unit=CREW,
            weapon_state=weapon,
            enemy_by="orders",
        )
        assert played.state.weapons["w"].acquired is None
