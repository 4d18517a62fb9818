"""The states of a told game."""

from pathlib import Path

import pytest

from opfor.core.save import read_save
from opfor.ports.session import kind_on, read_setup, resume, saved_world
from opfor.state.state import State
from opfor.views.replay import STRIDE, Reel
from tests.web.games import played


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The save of a game that is not over, so that a step is in hand."""
    return played(tmp_path_factory.mktemp("games"), answers=40)


@pytest.fixture(scope="module")
def reel(save: Path) -> Reel:
    """Its film."""
    saved = read_save(save)
    setup = read_setup(saved.options)
    told = kind_on(saved_world(setup)).told(saved)
    return Reel(State(mission=setup.mission), told)


class TestReel:
    """Any moment is found, and is what it was in play."""

    def test_last(self, save: Path, reel: Reel) -> None:
        """The last moment is the game as it waits, with all its events."""
        session = resume(save)
        session.game.run()
        assert reel.last == session.game.state
        assert list(reel.events) == list(session.game.events)
        session.close()

    def test_any(self, reel: Reel) -> None:
        """A moment is the same from a kept state as from the beginning."""
        states = dict(
            enumerate((state for _, state in reel.states()), 1)
        )  # the same events, one by one
        for moment in (1, STRIDE - 1, STRIDE, STRIDE + 1, 3 * STRIDE, len(reel)):
            assert reel.at(moment) == states[moment]
        assert reel.at(0).turn == 0

    def test_parts(self, reel: Reel) -> None:
        """Phases in which nothing happened are left out; a moment knows its own."""
        parts = reel.parts()
        assert [part.turn for part in parts] == sorted(part.turn for part in parts)
        for part in parts:
            state = reel.at(part.number)
            assert (state.turn, state.side, state.phase) == (
                part.turn, part.side, part.phase,
            )  # fmt: skip
        assert {part.number for part in parts} < {p.number for p in reel.phases()}
        assert reel.part_at(0, parts) is None
        assert reel.part_at(parts[1].number, parts) == parts[1]
        assert reel.part_at(parts[1].number - 1, parts) == parts[0]
