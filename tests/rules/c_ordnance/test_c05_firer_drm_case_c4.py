"""C5.34: shots of vehicles that have driven there, by each of the 36 DR."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from opfor.core.dice import DR
from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import needs_dr, verdicts
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.sequence.legal_orders import carry_out
from opfor.state.play import Play
from opfor.state.units import NO_CA, LocationName
from tests.rules.given.armor import STUG, duel, plan, seen

TARGET = LocationName("C1")
"""Eight hexes from K5: To Hit number 9, for none of the guns here another."""

WAY = ("O7", "N6", "M6", "L5", "K5")
"""Open ground toward the target, all in its LOS; the shot is out of K5."""

ROLLS = [DR(*dice) for dice in product(range(1, 7), repeat=2)]

G = {"equipment": ("G",)}


def drives(play: Play, mp: int) -> None:
    """The tank drives on for so many MP, to K5."""
    for at in WAY[-mp:]:
        carry_out(play, "FRIENDLY", DriveOrder("tank", LocationName(at)))


def order() -> Fire:
    """Its Main Armament at the vehicle in C1."""
    return Fire(("tank.ma",), TARGET, at="etank")


def shot(mp: int, tank: dict[str, Any] | None = None, **scene: Any) -> ToHit:
    """The shot of a tank in Motion, once it has spent that many MP in LOS."""

    def run(play: Play) -> ToHit:
        drives(play, mp)
        return plan_shot(play, "FRIENDLY", order())

    state = {"motion": True, "ce": True} | (tank or {})
    given = {"phase": "MPh", "at": WAY[-1 - mp], "enemy_at": TARGET, "tank": state}
    found: ToHit = seen(run, **given | scene)
    return found


def hits(made: ToHit, dice: Sequence[int]) -> bool:
    """Whether a DR, coloured die first, hits; with the worst dr after an Original 2."""
    return verdicts(made, DR(*dice), 6)["etank"] != "miss"


def odds(made: ToHit) -> int:
    """How many of the 36 DR hit."""
    return sum(hits(made, dice) for dice in ROLLS)


class TestC5_34ByTheMP:
    """C5.34, C5.3, C5.31."""

    @pytest.mark.parametrize(
        ("mp", "hit", "miss", "of_36"),
        [
            (4, (3, 1), (4, 1), 5),  # 9 - 4: up to 5
            (3, (2, 1), (1, 3), 3),  # 9 - 5: up to 4
            (2, (1, 1), (2, 1), 1),  # 9 - 6: up to 3
        ],
    )
    def test_turret(
        self, mp: int, hit: tuple[int, int], miss: tuple[int, int], of_36: int
    ) -> None:
        """Cases B and C are 4, C1 1 and C2 2 more; the lower dr counts twice."""
        made = shot(mp)
        assert hits(made, hit)
        assert not hits(made, miss)
        assert odds(made) == of_36

    def test_doubles(self) -> None:
        """Of doubles one die: 2,2 is 6 and misses, where 4 would hit."""
        assert not hits(shot(4), (2, 2))
        assert not hits(shot(4, tank=G), (3, 3))
        assert hits(shot(4, tank=G), (2, 2))

    def test_only_an_original_2(self) -> None:
        """With C2 no other DR hits; it needs a dr to be a CH."""
        made = shot(2)
        said = [verdicts(made, DR(1, 1), dr)["etank"] for dr in range(1, 7)]
        assert needs_dr(made, DR(1, 1))
        assert said == ["critical"] + ["hit"] * 5

    def test_stabilized(self) -> None:
        """Case C 1 and C4 1 beside B: 4 too, but no dr counts twice."""
        made = shot(4, tank=G)
        assert hits(made, (2, 3))
        assert not hits(made, (3, 3))
        assert odds(made) == 10

    def test_no_turret(self) -> None:
        """Case C 3 beside B: up to 4."""
        made = shot(4, counter=STUG)
        assert hits(made, (1, 2))
        assert not hits(made, (3, 1))
        assert odds(made) == 3

    def test_turned_turret(self) -> None:
        """Case A counts not at all in Bounding First Fire."""
        made = shot(4, tank={"tca": 2})
        assert made.ca != NO_CA
        assert hits(made, (3, 1))
        assert odds(made) == 5


class TestC5_34InOtherPhases:
    """C5.34, D3.3."""

    def test_prep_fire(self) -> None:
        """In Motion it makes none."""
        with pytest.raises(Illegal, match="in Motion"):
            seen(plan, tank={"motion": True})

    @pytest.mark.parametrize(
        ("dice", "out_of_order"), [((4, 6), False), ((6, 6), True)]
    )
    def test_breakdown(self, dice: tuple[int, int], *, out_of_order: bool) -> None:
        """The Original DR tells: 4,6 counts as 14 and does no harm to a B12."""

        def run(play: Play) -> None:
            drives(play, 4)
            carry_out(play, "FRIENDLY", order())

        played = duel(
            run,
            f"C3.3 DR {dice[0]},{dice[1]}",
            phase="MPh",
            at=WAY[0],
            enemy_at=TARGET,
            tank={"motion": True, "ce": True},
        )
        assert played.state.weapons["tank.ma"].malfunctioned is out_of_order
        assert played.state.units["etank"].vehicle is not None
