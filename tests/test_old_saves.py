"""Games that an older release saved: they open, tell their story and play on.

`tests/saves` has games of 0.1.0, whose events were sentences: Infantry, vehicles, and a
game with its fire, morale and Close Combat on the player's table, saved in a question.
"""

from pathlib import Path
from shutil import copy

import pytest

from opfor import __version__
from opfor.core.ask import Context
from opfor.core.save import read_save
from opfor.core.saved_game import OldEvent
from opfor.ports.session import Session, kind_on, read_setup, resume, saved_world
from opfor.sim.steady import Steady
from opfor.views.text.condensed import story_from_set_up
from opfor.views.text.log import log_lines
from opfor.web.replays import Replay

SAVES = sorted((Path(__file__).parent / "saves").glob("*.opfor"))


@pytest.fixture(params=SAVES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a save."""
    return Path(copy(request.param, tmp_path / "old.opfor"))


def play_on(session: Session) -> int:
    """Play to the end of the turn; how many answers that took."""
    player, game = Steady(session.world, "on"), session.game
    turn, answers, asked = game.state.turn, 0, game.pending
    while asked is not None and game.state.turn == turn:
        answer = player.answer(asked, Context(game.state))
        asked, answers = game.answer(asked.number, answer), answers + 1
    return answers


def test_there() -> None:
    """They are small, of another release, and one was saved in the middle of a step."""
    found = [read_save(path) for path in SAVES]
    assert [path.stem for path in SAVES] == ["armor", "infantry", "table"]
    assert all(path.stat().st_size < 200_000 for path in SAVES)
    assert not any(saved.current for saved in found)
    assert any(len(saved.entries) > saved.floor for saved in found)


def test_told(path: Path) -> None:
    """Every event is told in words, as it was."""
    saved = read_save(path)
    world = saved_world(read_setup(saved.options))
    events = kind_on(world).told(saved)
    assert len(events) >= len(saved.events)
    assert not any(isinstance(each.event, OldEvent) for each in events)
    for line in (*log_lines(world, events), *story_from_set_up(world, events)):
        assert line.text
        assert '"type"' not in line.text
        assert "Fact(" not in line.text
        assert not line.text.startswith("told ")


def test_shortened(path: Path) -> None:
    """Its story leaves out what today's leaves out."""
    saved = read_save(path)
    world = saved_world(read_setup(saved.options))
    lines = story_from_set_up(world, kind_on(world).told(saved))
    left_out = (": has fired", ": Delays", ": directs fire", ": attacks in CC")
    assert not [line.text for line in lines if line.text.endswith(left_out)]
    assert any(line.style == "alarm" for line in lines)


def test_replayed(path: Path) -> None:
    """The replay has its lines, its board at each end, and what explains an event."""
    replay = Replay(path)
    story = replay.story()
    assert story.lines
    assert not replay.frame(0).pieces
    assert replay.frame(story.moments).pieces
    assert replay.why(story.lines[-1].number)


def test_goes_on(path: Path) -> None:
    """It goes on where it was, all its answers with it, to the end of its turn."""
    saved = read_save(path)
    session = resume(path)
    asked = session.game.run()
    assert asked is not None
    assert len(session.game.journal) == len(saved.entries)
    assert play_on(session)
    session.close()
    after = read_save(path)
    assert after.versions[-1].name == __version__
    assert len(after.entries) > len(saved.entries)
    again = resume(path)
    assert again.game.run() is not None
    assert len(again.game.journal) == len(after.entries)
    again.close()


def test_undo(path: Path) -> None:
    """What was played on can be taken back."""
    session = resume(path)
    asked = session.game.run()
    assert asked is not None
    answer = Steady(session.world, "on").answer(asked, Context(session.game.state))
    session.game.answer(asked.number, answer)
    undone = session.game.undo()
    assert undone.answers[0].asked.number == asked.number
    again = session.game.run()
    assert again is not None
    assert again.number == asked.number
    session.close()
