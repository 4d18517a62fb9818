"""Saves as JSON lines."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor import __version__
from opfor.core.codec import encode
from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.core.jsonl import export_jsonl, import_jsonl
from opfor.core.save import Save, read_save
from opfor.core.saved_game import Saved, Version
from tests.core.test_game import TypedDice
from tests.core.toy import ANSWERS, RACE, Race, new_game, play, router

OPTIONS = {"goal": 30}


def saved_game(game: Game[Race]) -> Saved:
    """A game as a save would hold it."""
    return Saved(
        options=OPTIONS,
        entries=tuple(game.journal),
        events=tuple(encode(event) for event in game.events),
        kept=game.journal.kept,
    )


LINES = list(export_jsonl(saved_game(play(new_game(seed=5)))))


class TestRoundTrip:
    """Out and in again."""

    def test_export_and_import(self) -> None:
        """What was exported reads back as the same save."""
        saved = saved_game(play(new_game(seed=5)))
        again = import_jsonl(b"".join(export_jsonl(saved)))
        assert (again.entries, again.events) == (saved.entries, saved.events)
        assert (again.options, again.versions) == (saved.options, saved.versions)

    def test_a_bug_report_is_a_save(self, tmp_path: Path) -> None:
        """An imported file becomes a save that goes on where the game was."""
        game = play(new_game(seed=5), ANSWERS[:6])
        saved = import_jsonl(b"".join(export_jsonl(saved_game(game))))
        save = Save.create(tmp_path / "game.opfor", OPTIONS, saved)
        again = RACE.resume(save.saved, router(seed=5), save)
        assert again.run() == game.pending
        assert again.fingerprint() == game.fingerprint()
        save.close(again)
        RACE.check_replay(read_save(save.path))

    def test_kept_dice_are_in_it(self) -> None:
        """Dice that undo kept go with the export."""
        game = play(new_game(dice=TypedDice("1234561234")), [{"bold": 0}])
        game.undo()
        saved = import_jsonl(b"".join(export_jsonl(saved_game(game))))
        assert saved.kept == game.journal.kept != {}

    def test_a_game_taken_over_by_a_release(self, tmp_path: Path) -> None:
        """The snapshot from which a newer release can replay goes with it."""
        save = Save.create(tmp_path / "game.opfor", {"goal": 10_000})
        game = RACE.new({"goal": 10_000}, router(), save)
        play(game, [{"bold": 0}] * 4)
        save.close(game)
        saved = read_save(save.path)
        floor = saved.snapshots[-1].answers
        taken = Saved(
            **(
                vars(saved)
                | {"versions": (Version("0.0.1"), Version(__version__, floor))}
            )
        )
        assert taken.floor == floor > 0
        again = import_jsonl(b"".join(export_jsonl(taken)))
        assert RACE.check_replay(again).state == game.state


class TestRefusing:
    """Files that are no export, or a bad one."""

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"", "cut off"),
            (b"hello", "JSONL:1: this line cannot be read"),
            (b"[" * 9999, "JSONL:1: this line cannot be read"),
            (b"\xff\xfe", "JSONL:1: this line cannot be read"),
            (b"".join(LINES[:-1]), "cut off or was changed"),
            (b"".join(LINES[:5] + LINES[6:]), "JSONL:6: answer 5 is missing"),
            (b"".join(LINES[1:]), "JSONL:1: this line is out of place"),
            (b"".join([*LINES, LINES[-1]]), "out of place"),
            (b"".join(LINES).replace(b'"bold":1', b'"bold":2', 1), "was changed"),
            (b"".join(LINES).replace(b'"format":1', b'"format":2', 1), "has format 2"),
        ],
    )
    def test_damage(self, data: bytes, message: str) -> None:
        """One sentence names the line or what is missing."""
        with pytest.raises(OpforError, match=message):
            import_jsonl(data)

    @settings(max_examples=150, deadline=None)
    @given(st.binary(max_size=60), st.data())
    def test_any_bytes(self, noise: bytes, data: st.DataObject) -> None:
        """Any bytes, and any damage to a good file, give a save or one sentence."""
        whole = b"".join(LINES)
        at = data.draw(st.integers(0, len(whole)))
        for broken in (noise, whole[:at] + noise + whole[at + len(noise) :]):
            try:
                RACE.resume(import_jsonl(broken), router()).run()
            except OpforError as error:
                text = str(error)
            else:
                text = "fine"
            assert text
            assert "\n" not in text
