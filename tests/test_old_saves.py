"""Games that an older release saved: they open, tell their story and play on.

`tests/saves/VERSION` has games that each release left in the middle of a step
(`tests/keep_saves.py`): Infantry, vehicles, OBA, fights on the player's own table, a
board in VASL's form, a campaign. Those of 0.1.0 have sentences for events; those of
`before-1.0.0` call themselves 0.2.0, with the rules of the day before that release was
begun. Every game is opened as by the release after the one that is being made.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from opfor.campaign.file import read_campaign
from opfor.campaign.saves import settled_by_save
from opfor.core import save, saved_game
from opfor.core.ask import Context
from opfor.core.dice import Seeded
from opfor.core.errors import OpforError
from opfor.core.save import read_save
from opfor.core.saved_game import OldEvent
from opfor.ports.session import Session, kind_on, read_setup, resume, saved_world
from opfor.rules.a_infantry.a10_morale import a10_2_morale_check
from opfor.sim.steady import Steady
from opfor.views.text.condensed import story_from_set_up
from opfor.views.text.log import log_lines
from opfor.web.replays.routes import Replay
from tests.keep_saves import BOARD, COMPANY

FOLDER = Path(__file__).parent / "saves"
SAVES = sorted(FOLDER.glob("*/*.opfor"))

KINDS = {"armor", "artillery", "campaign", "director", "infantry", "vasl"}

WHOLE = [each for each in sorted(FOLDER.iterdir()) if each.name != "0.1.0"]
"""The folders with a game of every kind; 0.1.0 had not all of them."""

FIRST = sorted(FOLDER.glob("0.1.0/*.opfor"))

MOMENTS = 20
"""Moments of a replay that are looked at."""

SOME = 20
"""Answers that are played on."""

NEXT = "99.0"
"""A release that has made none of these saves."""


@pytest.fixture(autouse=True)
def next_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play as the release that comes next."""
    monkeypatch.setattr(save, "__version__", NEXT)
    monkeypatch.setattr(saved_game, "__version__", NEXT)


def copied(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a save with all that lies beside it."""
    folder = copytree(path.parent, tmp_path / "games")
    monkeypatch.chdir(folder)
    return folder / path.name


@pytest.fixture(params=SAVES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def path(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of a save."""
    return copied(request.param, tmp_path, monkeypatch)


@pytest.fixture
def company(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the save of a campaign's game, with 22 answers of a step in hand."""
    return copied(FOLDER / "0.2.0" / f"{COMPANY}.opfor", tmp_path, monkeypatch)


def play_on(session: Session) -> int:
    """Play some moves; how many answers that took."""
    player, game = Steady(session.world, "on"), session.game
    dice, answers, asked = Seeded("on"), 0, game.pending
    while asked is not None and answers < SOME:
        drawn = game.journal.drawn(asked.stream) if asked.stream else 0
        port = dice if asked.stream else player
        answer = port.answer(asked, Context(game.state, drawn))
        asked, answers = game.answer(asked.number, answer), answers + 1
    return answers


def test_there() -> None:
    """They are small, and some were saved in the middle of a step."""
    assert {folder.name for folder in WHOLE} >= {"0.2.0", "before-1.0.0"}
    for folder in WHOLE:
        assert {path.stem for path in folder.glob("*.opfor")} == KINDS
        on_vasl = read_setup(read_save(folder / "vasl.opfor").options)
        assert on_vasl.mission.map == BOARD
    found = [read_save(path) for path in SAVES]
    assert all(path.stat().st_size < 300_000 for path in SAVES)
    assert not any(saved.current for saved in found)
    assert sum(len(saved.entries) > saved.floor for saved in found) >= 3


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


def test_replayed(path: Path) -> None:
    """The replay has its lines, its board at each end, and what explains an event."""
    replay = Replay(path)
    story = replay.story()
    assert story.lines
    assert not replay.frame(0).pieces
    assert replay.frame(story.moments).pieces
    assert replay.why(story.lines[-1].number)


def test_replayed_through(path: Path) -> None:
    """From its beginning to its end, moment by moment, it shows a board."""
    replay = Replay(path)
    moments = replay.story().moments
    shown = [replay.frame(at) for at in range(0, moments, max(1, moments // MOMENTS))]
    assert len(shown) >= MOMENTS
    first = next(at for at, frame in enumerate(shown) if frame.pieces)
    assert all(frame.pieces for frame in shown[first:])


@pytest.mark.parametrize("save_", FIRST, ids=lambda path: path.stem)
class TestWithoutSums:
    """Those of 0.1.0 have no sums: what holds for them, and from when on for all."""

    def test_answers(
        self, save_: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An answer that is missing is noticed all the same."""
        path = copied(save_, tmp_path, monkeypatch)
        assert "sums" not in tables(path)
        changed(path, "DELETE FROM answers WHERE number = 3")
        with pytest.raises(OpforError, match="answer 3 is missing"):
            read_save(path)

    def test_from_now_on(
        self, save_: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another Mission is not noticed before it is played on, but then."""
        path = copied(save_, tmp_path, monkeypatch)
        other = "UPDATE meta SET value = value || ' ' WHERE key = 'options'"
        changed(path, other)
        session = resume(path)
        session.game.run()
        assert play_on(session)
        session.close()
        assert "sums" in tables(path)
        changed(path, other)
        with pytest.raises(OpforError, match="changed from outside"):
            read_save(path)


ANEW = {COMPANY: 22}
"""Answers of a step in hand that a rule mended since asks for anew: a MG that had
malfunctioned left Residual FP (A8.2)."""


def tables(path: Path) -> set[str]:
    """What is in a save."""
    with closing(sqlite3.connect(path)) as db:
        return {name for (name,) in db.execute("SELECT name FROM sqlite_master")}


def changed(path: Path, sql: str) -> None:
    """Change a save from outside."""
    with closing(sqlite3.connect(path)) as db:
        assert db.execute(sql).rowcount == 1
        db.commit()


def test_goes_on(path: Path) -> None:
    """It goes on where it was, all its answers with it, to the end of its turn."""
    saved = read_save(path)
    session = resume(path)
    asked = session.game.run()
    assert asked is not None
    anew = ANEW.get(path.stem, 0)
    assert len(session.game.journal) == len(saved.entries) - anew
    assert (f"{anew} answers of the step in hand" in session.notice) is bool(anew)
    assert play_on(session)
    session.close()
    after = read_save(path)
    assert after.versions[-1].name == NEXT
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
    assert play_on(session)
    undone = session.game.undo()
    again = session.game.run()
    assert again is not None
    assert again.number == undone.answers[0].asked.number
    session.close()


@pytest.mark.parametrize("folder", WHOLE, ids=lambda folder: folder.name)
def test_campaign(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign finds its game, and goes on when it is over."""
    company = copied(folder / f"{COMPANY}.opfor", tmp_path, monkeypatch)
    campaign = read_campaign(company.with_suffix(".toml"))
    after = settled_by_save(campaign, company.parent, give_up=True)
    assert after.history[0].outcome == "lost"


class TestMendedRules:
    """Rules that were mended since the game was played."""

    def test_in_hand(self, company: Path) -> None:
        """The step in hand is asked for anew, and the player is told in a line."""
        saved = read_save(company)
        session = resume(company)
        assert "rules were mended since opfor 0.2.0 played this game" in session.notice
        assert "22 answers of the step in hand" in session.notice
        assert len(session.notice.splitlines()) == 1
        assert session.game.run() is not None
        assert play_on(session)
        session.close()
        again = resume(company)
        assert again.notice == ""
        again.close()
        after = read_save(company)
        assert after.events[: len(saved.events)] == saved.events

    def test_past(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What happened stays as it happened, in the game and in its replay."""
        path = copied(FOLDER / "0.2.0" / "infantry.opfor", tmp_path, monkeypatch)
        before, saved = Replay(path).story(), read_save(path)
        monkeypatch.setattr(a10_2_morale_check, "heat_of_battle", lambda *_: "none")
        assert Replay(path).story() == before
        session = resume(path)
        assert "answer 67 was for A15.1" in session.notice
        assert "asked for anew" not in session.notice
        assert session.game.run() is not None
        assert len(session.game.journal) == len(saved.entries)
        assert play_on(session)
        session.close()
        assert read_save(path).events[: len(saved.events)] == saved.events
