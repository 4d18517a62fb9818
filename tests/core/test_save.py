"""Saves: what is written, read again, undone, and refused."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.core.save import ANCHOR_EVERY, Save, read_save
from opfor.core.saved_game import Saved
from tests.core.test_game import TypedDice, luck
from tests.core.toy import ANSWERS, RACE, Race, play, router

OPTIONS = {"goal": 10_000}


OPENED: list[Save] = []


@pytest.fixture(autouse=True)
def close_all() -> Iterator[None]:
    """Close what a test leaves open, as the end of a program would."""
    yield
    while OPENED:
        OPENED.pop().close()


def start(path: Path, **ports: Any) -> tuple[Save, Game[Race]]:
    """A new saved game."""
    save = Save.create(path, OPTIONS)
    OPENED.append(save)
    return save, RACE.new(OPTIONS, router(**ports), save)


def go_on(path: Path, **ports: Any) -> tuple[Save, Game[Race]]:
    """A saved game taken up again, at its open request."""
    save = Save.open(path)
    OPENED.append(save)
    game = RACE.resume(save.saved, router(**ports), save)
    game.run()
    return save, game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the save goes."""
    return tmp_path / "game.opfor"


class TestKeeping:
    """What is on the disk, and when."""

    def test_each_answer_is_written_before_the_game_goes_on(self, path: Path) -> None:
        """When the game emits what follows from an answer, the save has the answer."""
        save, game = start(path)
        seen: list[int] = []
        game.listen(lambda _event: seen.append(len(read_save(path).entries)))
        game.run()
        game.answer(1, {"bold": 1})
        assert seen[0] == 1
        save.close()

    def test_goes_on_where_it_was(self, path: Path) -> None:
        """A game taken up again after every answer is the game played in one go."""
        _, one = start(path)
        play(one, ANSWERS)
        again = path.with_name("again")
        save, two = start(again)
        asked = two.run()
        entries = [entry for entry in one.journal if entry.decision]
        for entry in entries:
            assert asked == entry.asked
            two.answer(entry.asked.number, entry.answer)
            save.close()
            save, two = go_on(again)
            asked = two.pending
        assert two.fingerprint() == one.fingerprint()

    def test_what_followed_is_written_where_it_waits(self, path: Path) -> None:
        """Where the game waits again, automatic answers and events are written."""
        save, game = start(path)
        play(game, ANSWERS[:2])
        kept = read_save(path)
        assert len(kept.entries) == len(game.journal)
        assert not kept.entries[-1].human
        assert kept.snapshots[-1].events == game.mark.events == len(kept.events)
        save.close(game)
        assert len(read_save(path).entries) == len(kept.entries)

    def test_the_end_is_written(self, path: Path) -> None:
        """What comes after the last answer of all is in the save, to its end."""
        save = Save.create(path, {"goal": 30})
        game = RACE.new({"goal": 30}, router(), save)
        play(game, ANSWERS)
        kept = read_save(path)
        assert game.pending is None
        assert len(kept.events) == len(game.events)
        save.close()

    def test_events_of_a_step_in_hand_wait(self, path: Path) -> None:
        """A step that may be run again has no events in the save yet."""
        save, game = start(path)
        play(game, ANSWERS[:3])
        assert len(game.events) > game.mark.events  # it waits in mid-step
        assert len(read_save(path).events) == game.mark.events
        save.close(game)
        assert len(read_save(path).events) == game.mark.events

    def test_snapshots_stay_few(self, path: Path) -> None:
        """There is one snapshot now and then to undo to, and the last one."""
        save, game = start(path)
        play(game, [{"bold": 0}] * (4 * ANCHOR_EVERY))
        saved = read_save(path)
        assert [snapshot.anchor for snapshot in saved.snapshots] == [True, True, False]
        save.close()

    def test_one_file(self, path: Path) -> None:
        """At rest, also while the game is open, the save is one file."""
        save, game = start(path)
        play(game, ANSWERS[:3])
        assert [file.name for file in path.parent.iterdir()] == ["game.opfor"]
        save.close()

    def test_what_is_not_written_is_not_answered(self, path: Path) -> None:
        """If the disk refuses, the answer is not taken and the game still waits."""
        save, game = start(path)
        play(game, ANSWERS[:1])
        asked = game.pending
        assert asked is not None
        save._db.close()
        with pytest.raises(OpforError, match="this save cannot be used"):
            game.answer(asked.number, {"bold": 0})
        assert game.pending == asked
        assert len(game.journal) == asked.number - 1

    def test_what_is_not_written_is_not_taken_back(self, path: Path) -> None:
        """If the disk refuses an undo, the game is where it was, and goes on."""
        save, game = start(path)
        play(game, ANSWERS[:6])
        asked, before, token = game.pending, game.fingerprint(), game.token
        saved = path.read_bytes()
        save._db.execute("PRAGMA query_only = ON")
        with pytest.raises(OpforError, match="may not be written to, so nothing"):
            game.undo(3)
        assert (game.pending, game.fingerprint(), game.token) == (asked, before, token)
        assert path.read_bytes() == saved
        save._db.execute("PRAGMA query_only = OFF")
        play(game, [{"bold": 0}] * 2)
        save.close(game)
        RACE.check_replay(read_save(path))

    def test_a_full_disk(self, path: Path) -> None:
        """It is told as such; the answer is not taken, and can be given later."""
        save, game = start(path)
        game.run()
        save._db.execute("PRAGMA max_page_count = 1")  # no more than there are
        with pytest.raises(OpforError, match="the disk is full, so nothing"):
            play(game, [{"bold": 0}] * 1000)
        kept = len(game.journal)
        save._db.execute("PRAGMA max_page_count = 100000")
        play(game, [{"bold": 0}])
        assert len(game.journal) > kept
        save.close(game)
        RACE.check_replay(read_save(path))

    def test_two_programs_play_one_save(self, path: Path) -> None:
        """The second of two programs that play one save on is told so."""
        save, game = start(path)
        asked = game.run()
        other_save, other = go_on(path)
        game.answer(1, {"bold": 0})
        assert asked is not None
        with pytest.raises(OpforError, match="another program played this save on"):
            other.answer(1, {"bold": 1})
        save.close()
        save, game = go_on(path)
        third_save, third = go_on(path)
        game.undo()
        game.run()
        asked = third.pending
        assert asked is not None
        with pytest.raises(OpforError, match="another program played this save on"):
            third.answer(asked.number, {"bold": 1})
        with pytest.raises(OpforError, match="another program played this save on"):
            third.undo()
        save.close()
        third_save.close()
        other_save.close()

    def test_an_existing_file_is_not_overwritten(self, path: Path) -> None:
        """A new game takes no other file's place."""
        path.write_text("mine")
        with pytest.raises(OpforError, match="exists already"):
            Save.create(path, OPTIONS)
        assert path.read_text() == "mine"

    def test_a_folder_that_is_missing(self, tmp_path: Path) -> None:
        """A save that cannot be made says so."""
        with pytest.raises(OpforError, match="cannot be used"):
            Save.create(tmp_path / "none" / "game.opfor", OPTIONS)


class TestUndoInSaves:
    """Undo and the file agree."""

    def test_undo_is_in_the_save(self, path: Path) -> None:
        """What was taken back is not in the save, and comes not back on loading."""
        save, game = start(path)
        play(game, ANSWERS[:8])
        game.undo(3)
        game.run()
        length = len(game.journal)
        save.close(game)
        save, again = go_on(path)
        assert len(again.journal) == length
        assert again.fingerprint() == game.fingerprint()
        play(again, [{"bold": 2}] * 2)
        assert len(read_save(path).entries) > length
        save.close()

    def test_typed_dice_survive_undo_and_reopening(self, path: Path) -> None:
        """Undo, quit and reopen is no way to roll again."""
        save, game = start(path, dice=TypedDice("123456" * 9))
        play(game, [{"bold": 0}])
        before = luck(game)
        game.undo()
        save.close()  # as a kill would: nothing more is written
        save, again = go_on(path, dice=TypedDice(""))
        assert again.journal.kept == {
            stream: dice for stream, dice in before.items() if dice
        }
        play(again, [{"bold": 0}])
        assert luck(again) == before
        save.close(again)
        assert read_save(path).kept == {}

    def test_snapshots_follow_an_undo(self, path: Path) -> None:
        """The first answer after an undo has a snapshot of its step again."""
        save, game = start(path)
        play(game, [{"bold": 0}] * 8)
        game.undo(6)
        play(game, [{"bold": 1}])
        assert read_save(path).snapshots[-1].answers == game.mark.answers > 0
        save.close()

    def test_undo_across_snapshots(self, path: Path) -> None:
        """After loading, undo goes back beyond the snapshots, to the first answer."""
        save, game = start(path)
        play(game, [{"bold": 0}] * 30)
        save.close()
        save, again = go_on(path)
        again.undo(25)
        again.run()
        other = play(RACE.new(OPTIONS, router()), [{"bold": 0}] * 30)
        other.undo(25)
        other.run()
        assert again.fingerprint() == other.fingerprint()
        again.undo(len(again.journal.decisions()))
        asked = again.run()
        assert asked is not None
        assert asked.number == 1
        assert read_save(path).entries == ()
        save.close()

    @settings(
        max_examples=15,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(st.lists(st.sampled_from(["play", "undo", "reopen", "close"]), max_size=12))
    def test_any_order(self, path: Path, moves: list[str]) -> None:
        """Whatever is done in whatever order, the save is the game in memory."""
        path.unlink(missing_ok=True)
        save, game = start(path)
        game.run()
        for move in moves:
            if move == "play":
                play(game, [{"bold": len(game.journal) % 4}])
            elif move == "undo" and game.journal.decisions():
                game.undo()
                game.run()
            elif move in ("reopen", "close"):
                before = game.fingerprint()
                save.close(game if move == "close" else None)
                save, game = go_on(path)
                assert game.fingerprint() == before
        save.close(game)
        RACE.check_replay(read_save(path))


class TestRefusing:
    """Files that are no save, or a bad one."""

    @pytest.fixture
    def good(self, path: Path) -> Path:
        """A save with some answers."""
        save, game = start(path)
        play(game, ANSWERS[:5])
        save.close(game)
        return path

    def refused(self, path: Path) -> str:
        """The one sentence that opening says; the file stays as it was."""
        before = path.read_bytes()
        with pytest.raises(OpforError) as error:
            Save.open(path)
        assert path.read_bytes() == before
        assert list(path.parent.iterdir()) == [path]
        text = str(error.value)
        assert "\n" not in text
        assert path.name in text
        return text

    @pytest.mark.parametrize("data", [b"", b"hello", b"SQLite format 3\0", b"\0" * 500])
    def test_no_database(self, path: Path, data: bytes) -> None:
        """Any other file is no save."""
        path.write_bytes(data)
        assert "this is no save of opfor" in self.refused(path)

    def test_somebody_elses_database(self, path: Path) -> None:
        """Another program's database is not touched."""
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE bookmarks (url TEXT)")
        other.close()
        assert "the database of another program" in self.refused(path)

    def test_another_format(self, good: Path) -> None:
        """A save of another format names both formats and what to do."""
        data = bytearray(good.read_bytes())
        data[60:64] = (9).to_bytes(4, "big")
        good.write_bytes(data)
        text = self.refused(good)
        assert "format 9, this opfor reads 1" in text
        assert "open it with the opfor version that wrote it" in text

    def test_cut_off(self, good: Path) -> None:
        """A file that ends early is told to be cut off."""
        data = good.read_bytes()
        good.write_bytes(data[: len(data) - 5000])
        assert "this save is cut off" in self.refused(good)

    def test_missing(self, path: Path) -> None:
        """A file that is not there, or is a folder, cannot be read."""
        with pytest.raises(OpforError, match="No such file"):
            Save.open(path)
        with pytest.raises(OpforError, match="cannot be read"):
            Save.open(path.parent)

    @pytest.mark.parametrize(
        ("sql", "message"),
        [
            ("UPDATE answers SET entry = replace(entry, '\"bold\":2', '\"bold\":1')",
             "answer 7 was changed from outside"),
            ("UPDATE answers SET entry = 'x' WHERE number = 3", "answer 3 cannot be"),
            ("DELETE FROM answers WHERE number = 3", "answer 3 is missing"),
            ("DELETE FROM meta", "header cannot be read"),
            ("UPDATE meta SET value = '[]'", "header cannot be read"),
            ("DROP TABLE kept", "no save as opfor makes it: look at its kept"),
            ("CREATE VIEW v AS SELECT 1", "look at its v"),
            ("CREATE TRIGGER t AFTER INSERT ON answers BEGIN SELECT 1; END", "its t"),
            ("UPDATE meta SET value = replace(value, '{', '{ ') WHERE key = 'options'",
             "its Mission or seed was changed from outside"),
            ("INSERT INTO kept VALUES ('a', '[[]]')", "header cannot be read"),
        ],
    )  # fmt: skip
    def test_damage(self, good: Path, sql: str, message: str) -> None:
        """Damage inside is found on opening, and said in one sentence."""
        db = sqlite3.connect(good)
        assert db.execute(sql).rowcount != 0
        db.commit()
        db.close()
        with pytest.raises(OpforError, match=message):
            read_save(good)

    @settings(
        max_examples=150,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(st.data())
    def test_any_bytes(self, good: Path, data: st.DataObject) -> None:
        """Any damage to any bytes gives a save or one clear sentence."""
        whole = good.read_bytes()
        at = data.draw(st.integers(0, len(whole) - 1))
        noise = data.draw(st.binary(max_size=40))
        broken = good.with_name("broken")
        broken.write_bytes(whole[:at] + noise + whole[at + len(noise) :])
        assert one_sentence(broken)
        broken.write_bytes(noise)
        assert one_sentence(broken)
        broken.unlink()


def one_sentence(path: Path) -> str:
    """What opening says of the file, or that it is fine."""
    try:
        RACE.resume(read_save(path), router())
    except OpforError as error:
        return str(error).replace("\n", "")
    return "fine"


class TestSums:
    """What was changed from outside beside the answers."""

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE events SET event = replace(event, 'Scored', 'Won')",
            "DELETE FROM events WHERE number > 2",
            "DELETE FROM events WHERE number = 3",
            "UPDATE snapshots SET answers = 999",
            "UPDATE snapshots SET answers = answers - 1",
            "UPDATE snapshots SET state = 'x'",
            "UPDATE snapshots SET state = CAST(replace(state, 'turn', 'turm') AS BLOB)",
            "UPDATE snapshots SET events = events - 1",
        ],
    )
    def test_comes_anew(self, path: Path, sql: str) -> None:
        """Bad events and snapshots are left out; the answers lead there again."""
        save, game = start(path)
        play(game, ANSWERS[:6])
        save.close(game)
        before = game.fingerprint()
        db = sqlite3.connect(path)
        assert db.execute(sql).rowcount != 0
        db.commit()
        db.close()
        assert read_save(path).mended
        save, game = go_on(path)
        assert game.fingerprint() == before
        play(game, [{"bold": 0}] * 2)
        save.close(game)
        after = read_save(path)
        assert not after.mended
        RACE.check_replay(after)

    def test_of_another_release(self, path: Path) -> None:
        """What another release played cannot be played anew: it is refused."""
        save, game = start(path)
        play(game, ANSWERS[:6])
        save.close(game)
        db = sqlite3.connect(path)
        db.execute("""UPDATE meta SET value = '[["0.0.1",0]]' WHERE key = 'versions'""")
        db.execute("UPDATE events SET event = replace(event, 'Scored', 'Won')")
        db.commit()
        db.close()
        with pytest.raises(OpforError, match="record of events was changed"):
            read_save(path)

    def test_first_saves(self, path: Path) -> None:
        """A save without sums, of the first releases, gets them."""
        save, game = start(path)
        play(game, ANSWERS[:6])
        save.close(game)
        db = sqlite3.connect(path)
        db.execute("DROP TABLE sums")
        db.commit()
        db.close()
        save, game = go_on(path)
        play(game, [{"bold": 0}])
        save.close(game)
        db = sqlite3.connect(path)
        assert db.execute("SELECT count(*) FROM sums").fetchone()[0] >= 2
        db.close()
        assert not read_save(path).mended


class TestNoFile:
    """What lies in a folder and is no file."""

    def test_pipe(self, tmp_path: Path) -> None:
        """A pipe is not opened: nobody would ever write to it."""
        pipe = tmp_path / "pipe.opfor"
        os.mkfifo(pipe)
        with pytest.raises(OpforError, match="it is no file"):
            read_save(pipe)

    def test_device(self, tmp_path: Path) -> None:
        """Nor is a link to a device."""
        link = tmp_path / "zero.opfor"
        link.symlink_to("/dev/zero")
        with pytest.raises(OpforError, match="it is no file"):
            read_save(link)


class TestKill:
    """A kill at any moment."""

    def test_nothing_acknowledged_is_lost(self, tmp_path: Path) -> None:
        """Of 200 killed programs none loses an answer that was acknowledged."""
        script = Path(__file__).with_name("kill.py")
        done = subprocess.run(
            [sys.executable, str(script), str(tmp_path), "200"],
            check=True,
            capture_output=True,
            timeout=120,
            text=True,
        )
        result = json.loads(done.stdout)
        assert result["kills"] == 200
        assert result["lost"] == 0
        assert result["acknowledged"] > 200
        assert result["cut_off_in_transaction"] > 0


class TestVersions:
    """Saves of other releases."""

    def older(self, path: Path, *, whole: bool = False) -> Saved:
        """A save that an older release played, and closed or was killed."""
        save, game = start(path)
        play(game, ANSWERS[:6])
        save.close(game if whole else None)
        db = sqlite3.connect(path)
        db.execute("""UPDATE meta SET value = '[["0.0.1",0]]' WHERE key = 'versions'""")
        db.execute("DROP TABLE sums")  # which the first releases did not write
        db.commit()
        db.close()
        return read_save(path)

    def test_goes_on_if_the_rules_agree(self, path: Path) -> None:
        """With the same rules nothing is lost; the save names both releases."""
        before = self.older(path)
        save, game = go_on(path)
        assert len(game.journal) >= len(before.entries)
        play(game, [{"bold": 0}])
        versions = read_save(path).versions
        play(game, [{"bold": 0}] * 2)
        save.close(game)
        after = read_save(path)
        assert after.versions == versions
        assert after.floor in [snapshot.answers for snapshot in after.snapshots]
        assert after.versions[0].name == "0.0.1"
        assert after.current
        assert 0 < after.floor < len(after.entries)
        RACE.check_replay(after)
        save, game = go_on(path)
        play(game, [{"bold": 0}] * 2)
        assert read_save(path).versions == after.versions
        with pytest.raises(OpforError, match="to take back"):
            game.undo(7)
        save.close()

    def test_tells_anew_what_comes_after_the_snapshot(self, path: Path) -> None:
        """Events that the older release told after its last snapshot are replaced."""
        self.older(path, whole=True)
        db = sqlite3.connect(path)
        db.execute("UPDATE events SET event = replace(event, 'Scored', 'Won')")
        db.execute("DELETE FROM snapshots")
        db.commit()
        db.close()
        save, game = go_on(path)
        play(game, [{"bold": 0}] * 2)
        save.close(game)
        after = read_save(path)
        assert b'"Won"' not in b"".join(after.events)
        assert len(after.events) == game.mark.events
        RACE.check_replay(after)

    def test_keeps_what_comes_before_the_snapshot(self, path: Path) -> None:
        """Events before the snapshot stay as the older release told them."""
        saved = self.older(path)
        db = sqlite3.connect(path)
        db.execute("UPDATE events SET event = replace(event, 'Scored', 'Won')")
        db.commit()
        db.close()
        save, game = go_on(path)
        play(game, [{"bold": 0}] * 2)
        save.close(game)
        after = read_save(path)
        told = saved.snapshots[-1].events
        assert b'"Won"' in b"".join(after.events[:told])
        assert b'"Won"' not in b"".join(after.events[told:])
        RACE.check_replay(after)

    def test_goes_on_from_the_last_snapshot(self, path: Path) -> None:
        """If the rules lead elsewhere, the game goes on from its last snapshot."""
        saved = self.older(path)
        db = sqlite3.connect(path)
        last = saved.snapshots[-1]
        state = last.state.replace(b'"turn":', b'"turn":1')  # as if rules had changed
        db.execute("UPDATE snapshots SET state = ?", (state,))
        db.commit()
        db.close()
        save, game = go_on(path)
        assert game.state.turn >= 10
        assert len(game.journal) >= last.answers
        play(game, [{"bold": 0}])
        save.close(game)
        after = read_save(path)
        assert after.entries[: last.answers] == saved.entries[: last.answers]
        RACE.check_replay(after)

    def test_stays_viewable(self, path: Path) -> None:
        """Events and states of unknown types can be viewed, and say who wrote them."""
        saved = self.older(path)
        db = sqlite3.connect(path)
        db.execute("UPDATE events SET event = replace(event, 'Scored', 'Won')")
        db.execute("UPDATE snapshots SET state = ?", (b'{"turn":"x"}',))
        db.commit()
        db.close()
        saved = read_save(path)
        events = RACE.events(saved)
        assert len(events) == len(saved.events)
        assert '"Won"' in str(events)
        with pytest.raises(OpforError, match=r"written by opfor 0\.0\.1.*view it here"):
            RACE.resume(saved, router())
        with pytest.raises(OpforError, match=r"played by opfor 0\.0\.1"):
            RACE.check_replay(saved)
