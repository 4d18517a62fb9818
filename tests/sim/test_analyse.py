"""A played game weighed: which decisions, by what, and what is kept."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.core.journal import Entry
from opfor.core.save import read_save
from opfor.ports.session import Setup, kind_on, read_setup, saved_world
from opfor.sim.analyse import analyse, begun, look, tasks
from opfor.state.state import State
from opfor.views.analysis import encoded, read_analysis
from opfor.views.replay import Reel
from tests.sim.saves import tutorial


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The save of a short game in which the player does nothing."""
    return tutorial(tmp_path_factory.mktemp("games") / "idle.opfor")


def told(save: Path) -> tuple[Setup, Reel, Sequence[Entry]]:
    """A game, as it was told, and its answers."""
    saved = read_save(save)
    setup = read_setup(saved.options)
    events = kind_on(saved_world(setup)).told(saved)
    return setup, Reel(State(mission=setup.mission), events), saved.entries


def test_idle_player(save: Path) -> None:
    """Each order is weighed; who lets the time run out is told what was better."""
    setup, reel, entries = told(save)
    known = begun(reel, entries, 1)
    assert known.result == 0.0
    todo = tasks(setup, reel, entries, known)
    assert len(todo) == known.decisions
    moves = [task for task in todo if task.at.state.find(b'"phase":"MPh"') > 0]
    done = list(analyse(known, moves[:1], map))[-1]
    (one,) = done.weighed
    assert one.said == "end your part of the MPh"
    assert 0 <= one.low <= one.chance <= one.high <= 1
    assert one.games
    left = tasks(setup, reel, entries, done)
    assert [task.number for task in left] == [
        task.number for task in todo if task.number != one.number
    ]
    assert look(moves[0]).found == one  # the same again, in whatever process


def test_what_begins_a_phase(save: Path) -> None:
    """It is played out thrice as often, if nothing is better than what was ordered."""
    setup, reel, entries = told(save)
    todo = tasks(setup, reel, entries, begun(reel, entries, 1, games=4))
    advance = next(
        task for task in todo if task.always and b'"phase":"APh"' in task.at.state
    )
    first = look(advance).found
    assert first is not None
    assert first.better is None
    assert first.games == 3 * 4
    later = look(replace(advance, always=False)).found
    assert later is not None
    assert later.games < first.games


def test_kept(save: Path) -> None:
    """What is kept is of this game only."""
    _, reel, entries = told(save)
    found = begun(reel, entries)
    save.with_name("idle.analysis.json").write_bytes(encoded(found))
    assert read_analysis(save, entries) == found
    assert read_analysis(save, entries[:-1]) is None
