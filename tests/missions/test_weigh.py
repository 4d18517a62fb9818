"""A Mission adjusted until it is as wished; the games are coins."""

from collections import deque

import pytest
from msgspec.structs import replace

from opfor.core.dice import uniform
from opfor.missions.weigh import Dials, Step, in_words, weigh
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


@pytest.mark.parametrize(("begin", "way"), [(0.2, 1), (0.85, -1), (0.5, 0)])
def test_as_wished(begin: float, way: int) -> None:
    """What is too hard gets easier and the reverse, until the rate is as wished."""
    steps = list[Step]()
    found = weigh(SETUP, 0.5, workers=Coins(begin), most=3000, changed=steps.append)
    assert found.reached
    assert list(found.steps) == steps
    assert steps[-1].known.low <= 0.5 <= steps[-1].known.high
    assert steps[-1].known.half <= 0.10
    change = strength(found.mission)
    assert (change > 0) - (change < 0) == way


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
    assert found.faults < 100


def test_dials() -> None:
    """Squads, turns and AC# by turns; who holds has fewer turns to make it easier."""
    dials = Dials(SETUP)
    mission, *told = SETUP.mission, ""
    for _ in range(3):
        turned = dials.turn(mission, 0.3)
        assert turned
        mission, word = turned
        told.append(word)
    assert [word.split(" (")[0] for word in told[1:]] == [
        "two squads more", "one turn more", "AC# one lower",
    ]  # fmt: skip
    held = replace(SETUP.mission, held_by="FRIENDLY")
    dials = Dials(replace(SETUP, mission=held))
    dials.turn(held, 0.1)
    turned = dials.turn(held, 0.1)
    assert turned
    assert turned[0].turns == held.turns - 1


def test_at_its_bounds() -> None:
    """Where squads and turns are as few as can be, the AC# is left."""
    few = tuple(replace(line, number=1) for line in SETUP.mission.unit)
    mission = replace(SETUP.mission, unit=few, turns=4)
    turned = Dials(SETUP).turn(mission, -0.2)
    assert turned
    assert turned[0].ac_shift == 1


def test_in_words() -> None:
    """A step as a line."""
    found = weigh(SETUP, 0.5, workers=Coins(0.5), most=10)
    assert in_words(found.steps[0]).endswith("%)")
