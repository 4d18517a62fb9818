"""How hard a Mission is: figures, and games that can be stopped."""

from pathlib import Path
from time import monotonic, sleep

from opfor.sim.series import GameOutcome
from opfor.web.designer.desk import DesignDesk
from opfor.web.designer.hardness import HALF, MOST_GAMES, HardnessRoom, hardness_of
from opfor.web.designer.messages import Look
from opfor.web.folders import Places
from tests.web.designer.drafts import draft

PATIENCE = 120
"""Seconds until a process that starts on a busy machine has played a game."""


def games(won: int, lost: int, faults: int = 0) -> list[GameOutcome]:
    """So many games."""
    ends = ["FRIENDLY"] * won + ["ENEMY"] * lost
    played = [GameOutcome(index=n, winner=who) for n, who in enumerate(ends)]  # type: ignore[arg-type] # sides
    bad = [GameOutcome(index=len(ends) + n, fault="x") for n in range(faults)]
    return played + bad


class TestFigures:
    """What is known by some games."""

    def test_none(self) -> None:
        """Before the first game nothing is known."""
        found = hardness_of([])
        assert (found.games, found.low, found.high) == (0, 0.0, 1.0)
        assert 100 < found.needed <= MOST_GAMES

    def test_some(self) -> None:
        """The rate lies in its interval; games with a fault do not count."""
        found = hardness_of(games(30, 20, faults=2))
        assert (found.games, found.won, found.faults) == (50, 30, 2)
        assert found.low < found.rate < found.high
        assert found.needed > 50

    def test_enough(self) -> None:
        """With enough games it is within ten points, and no more are needed."""
        found = hardness_of(games(150, 150))
        assert (found.high - found.low) / 2 <= HALF
        assert found.needed == 300


def test_played_and_stopped(tmp_path: Path) -> None:
    """Games are played in other processes; stopped, what is known stays."""
    desk = DesignDesk(Places(tmp_path))
    room = HardnessRoom()
    small = draft(map="o1", turns=1, vpo=["o1K5", "o1L5"])
    begun = room.ask(desk.setup(Look(draft=small)))
    assert (begun.running, begun.about) == (True, "The Mill")
    until = monotonic() + PATIENCE
    while not room.now.games and room.now.running and monotonic() < until:
        sleep(0.2)
    known = room.stop()
    assert known.games > 0
    assert not known.running
    assert room.now == known
