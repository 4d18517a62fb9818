"""Replays: the same game to the byte, or the first difference by name."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from opfor.core.ask import Asked
from opfor.core.errors import Divergence, OpforError
from opfor.core.saved_game import Saved, snapshot_of
from tests.core.test_jsonl import saved_game
from tests.core.toy import ANSWERS, RACE, Race, new_game, play

ROOT = Path(__file__).resolve().parents[2]


class TestCheckReplay:
    """Playing the journal again and comparing."""

    def saved(self) -> Saved:
        """A finished game."""
        return saved_game(play(new_game(seed=5)))

    def test_a_good_save(self) -> None:
        """A save replays to the state that was played."""
        game = play(new_game(seed=5))
        assert RACE.check_replay(saved_game(game)).fingerprint() == game.fingerprint()

    def test_a_request_that_differs(self) -> None:
        """The first request that differs is named, with what was expected and got."""
        saved = self.saved()
        entry = saved.entries[3]
        asked = entry.asked
        other = Asked(asked.number, ("T8.8",), asked.after, asked.request)
        entries = list(saved.entries)
        entries[3] = entry.__class__(other, entry.answer)
        with pytest.raises(Divergence) as error:
            RACE.check_replay(replace(saved, entries=tuple(entries)))
        assert error.value.number == 4
        assert error.value.expected.startswith("T8.8 asking")
        assert error.value.got.startswith("T2.1 asking")

    def test_an_event_that_differs(self) -> None:
        """The first event that differs is named."""
        saved = self.saved()
        events = list(saved.events)
        events[1] = events[1].replace(b'"points":', b'"points":1')
        with pytest.raises(OpforError, match=r"^event 2: the save tells"):
            RACE.check_replay(replace(saved, events=tuple(events)))
        with pytest.raises(OpforError, match="the replay ends at event"):
            RACE.check_replay(replace(saved, events=(*saved.events, saved.events[-1])))

    def test_a_snapshot_that_differs(self) -> None:
        """A snapshot that leads elsewhere is found."""
        saved = self.saved()
        mark = play(new_game(seed=5), ANSWERS[:2]).mark
        good = snapshot_of(mark)
        RACE.check_replay(replace(saved, snapshots=(good,)))
        bad = snapshot_of(
            mark._replace(state=Race(places={"tent": "z"}, turn=mark.state.turn))
        )
        with pytest.raises(OpforError, match="another state"):
            RACE.check_replay(replace(saved, snapshots=(bad,)))

    def test_changed_rules_are_found(self) -> None:
        """If the rules changed, the first answer they lead away from is named."""
        saved = self.saved()
        kind = replace(RACE, program=lambda options: RACE.program({"goal": 12}))
        with pytest.raises(Divergence, match="the end of the game"):
            kind.check_replay(saved)


class TestHashSeeds:
    """The same game on every machine."""

    def test_to_the_byte(self) -> None:
        """Three processes with other hash seeds come to the same fingerprint."""
        code = (
            "from tests.core.toy import *\n"
            "game = play(new_game(seed=7, settings={'pace': 'random'}))\n"
            "print(game.fingerprint())"
        )
        prints = {
            subprocess.run(
                [sys.executable, "-c", code],
                env=os.environ | {"PYTHONHASHSEED": seed},
                cwd=ROOT,
                check=True,
                capture_output=True,
                timeout=60,
                text=True,
            ).stdout
            for seed in ("0", "1", "4242")
        }
        here = play(new_game(seed=7, settings={"pace": "random"})).fingerprint()
        assert prints == {f"{here}\n"}

    def test_golden_game(self) -> None:
        """A game played once is the same game in every release and on every Python."""
        game = play(new_game(seed=7))
        assert game.fingerprint() == "2a4bc0b9bd30ef033328548a91929998"
