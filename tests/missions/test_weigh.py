"""A Mission adjusted until it is as wished; the games are coins."""

from collections import deque

import pytest

from opfor.core.dice import uniform
from opfor.missions.ladder import MOST_TURNS
from opfor.missions.weigh import PROOF, Step, in_words, weigh
from opfor.ports.session import Setup
from opfor.sim.series import GameOutcome
from opfor.state.mission import Mission, load_mission
from opfor.study.workers import Batch, Played

SETUP = Setup(mission=load_mission("first-contact"), seed=3)


def strength(mission: Mission) -> int:
    """How many squads, turns and AC# steps more than it was."""
    now, was = (sum(line.number for line in m.unit) for m in (mission, SETUP.mission))
    turns = mission.turns - SETUP.mission.turns
    return now - was + turns - mission.ac_shift


class Coins:
    """Who plays: a game is won with a chance that grows with the Mission's strength."""

    size = 1

    def __init__(self, begin: float, *, faults: bool = False) -> None:
        self._begin, self._faults, self._given = begin, faults, deque[Batch]()
        self.played = 0

    def give(self, batch: Batch) -> None:
        """Put it behind the others."""
        self._given.append(batch)

    def take(self) -> Played:
        """Throw the coins of the next batch."""
        batch = self._given.popleft()
        self.played += batch.games
        mission = batch.order.setup.mission
        chance = 1000 * (self._begin + 0.08 * strength(mission))
        seed = f"coins {strength(mission)}"
        games = range(batch.first, batch.first + batch.games)
        won = (uniform(seed, "coin", nth, 1000) < chance for nth in games)
        fault = "ValueError" if self._faults else ""
        outcomes = [
            GameOutcome(index=nth, winner="FRIENDLY" if w else "ENEMY", fault=fault)
            for nth, w in zip(games, won, strict=True)
        ]
        return Played(batch, outcomes)

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize(("begin", "way"), [(0.02, 1), (0.2, 1), (0.75, -1)])
def test_as_wished(begin: float, way: int) -> None:
    """What is too hard gets easier and the reverse, until the rate is as wished."""
    steps = list[Step]()
    coins = Coins(begin)
    found = weigh(SETUP, 0.5, workers=coins, changed=steps.append)
    assert found.reached
    assert list(found.steps) == steps
    assert abs(steps[-1].known.value - 0.5) <= 0.10
    assert steps[-1].known.half <= 0.10
    assert steps[-1].games == PROOF
    change = strength(found.mission)
    assert (change > 0) - (change < 0) == way
    # What is far off is left after a few games; most are the proof's.
    assert steps[0].games <= 20
    assert coins.played < 4 * PROOF


def test_as_it_is() -> None:
    """What is as wished already is put to the proof, and left alone."""
    found = weigh(SETUP, 0.5, workers=Coins(0.5))
    assert found.reached
    assert strength(found.mission) == 0


def test_out_of_reach() -> None:
    """Where the last rung is not enough it ends there, and that is said."""
    found = weigh(SETUP, 0.5, workers=Coins(-9.0))
    assert not found.reached
    assert found.steps[-1].change == ""
    assert found.mission.turns == MOST_TURNS


def test_bounds() -> None:
    """After so many games it is left as it is, and that is said."""
    coins = Coins(0.2)
    found = weigh(SETUP, 0.5, workers=coins, most=30)
    assert not found.reached
    assert sum(step.games for step in found.steps) <= 40


def test_faults() -> None:
    """Games that end in a fault do not count, and some of them are enough."""
    found = weigh(SETUP, 0.5, workers=Coins(0.5, faults=True), most=3000)
    assert not found.reached
    assert 0 < len(found.faults) < 100


def test_in_words() -> None:
    """A step as a line."""
    found = weigh(SETUP, 0.5, workers=Coins(0.5), most=10)
    assert in_words(found.steps[0]).endswith("%)")
