"""C6.11: shots at a vehicle that has driven there, by each of the 36 DR."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from opfor.core.dice import DR
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import verdicts
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.vehicle_orders import DriveOrder, StopOrder
from opfor.rules.sequence.legal_orders import carry_out
from opfor.rules.sequence.s02_turn import next_phase
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import duel, plan, seen

WAY = ("E6", "E5", "E4", "E3", "E2")
"""The ENEMY's tank drives up to E2, six hexes from K5: To Hit number 10."""

ROLLS = [DR(*dice) for dice in product(range(1, 7), repeat=2)]

READY = {"ce": True}


def driven(play: Play, mp: int) -> None:
    """From the PFPh on it drives on for so many MP, to E2."""
    next_phase(play)
    for at in WAY[-mp:]:
        carry_out(play, "ENEMY", DriveOrder("etank", LocationName(at)))


def shot(
    mp: int, then: Callable[[Play], object] = lambda _play: None, **tank: Any
) -> ToHit:
    """The FRIENDLY tank's shot at the ENEMY's once it has spent that many MP."""

    def run(play: Play) -> ToHit:
        driven(play, mp)
        then(play)
        order = Fire(("tank.ma",), LocationName("E2"), at="etank")
        return plan_shot(play, "FRIENDLY", order)

    found: list[ToHit] = []
    duel(
        lambda play: found.append(run(play)),
        turn="ENEMY",
        enemy={"motion": True, "vca": 0, "tca": 0},
        enemy_at=WAY[-1 - mp],
        enemy_by="orders",
        tank=READY | tank,
    )
    return found[0]


def best_and_odds(made: ToHit) -> tuple[int, int]:
    """The highest Original DR that hits, and how many of the 36 do."""
    hit = [dice for dice in ROLLS if verdicts(made, dice, 6)["etank"] != "miss"]
    return max((dice.total for dice in hit), default=0), len(hit)


def stops(play: Play) -> None:
    """It stops, and the DFPh comes."""
    carry_out(play, "ENEMY", StopOrder("etank"))
    next_phase(play)


class TestC6_11Shots:
    """C6.11, C6.1, D2.4."""

    @pytest.mark.parametrize(
        ("mp", "best", "of_36"),
        [(1, 6, 15), (2, 7, 21), (3, 7, 21), (4, 8, 26)],
    )
    def test_by_the_mp(self, mp: int, best: int, of_36: int) -> None:
        """Case J2 is 4, J1 3 and J 2 in all, each in place of the others."""
        assert best_and_odds(shot(mp)) == (best, of_36)

    def test_stopped(self) -> None:
        """In the DFPh it is Case J, however few MP it was seen for."""
        assert best_and_odds(shot(2, stops)) == (8, 26)

    def test_adjacent_in_motion(self) -> None:
        """Case J and no Case L at range 1; stopped it is Case L alone."""
        near = {"at": "K5", "enemy_at": "J4", "tank": READY}

        def made(*, motion: bool) -> ToHit:
            def run(play: Play) -> ToHit:
                return plan(play, target=LocationName("J4"))

            found: ToHit = seen(run, enemy={"motion": motion}, **near)
            return found

        assert best_and_odds(made(motion=True)) == (8, 26)
        assert best_and_odds(made(motion=False)) == (12, 36)


class TestC6_11AsBothAreInMotion:
    """C6.11 beside C5.1, C5.3 and C5.34."""

    def test_first_fire(self) -> None:
        """Case B 2, C 2, A 1 and J 2; the lower dr counts twice (D-301)."""
        made = shot(4, motion=True, tca=1)
        assert best_and_odds(made) == (2, 1)
