"""Games until they are enough: the same for any workers, gone on with at will."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from opfor.core.dice import uniform
from opfor.core.errors import OpforError
from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, GameOutcome
from opfor.sim.summary import summary
from opfor.state.mission import load_mission
from opfor.study.results import PARTS, what_is_apart
from opfor.study.run import (
    Enough,
    Games,
    Group,
    count_of,
    play_many,
    play_until,
    so_many,
    study_digest,
    until_known,
    won_of,
)
from opfor.study.workers import Batch, Played, Processes, local

SETUP = Setup(mission=replace(load_mission("tutorial"), turns=1), seed=1)
ORDER = BatchOrder(setup=SETUP, seed=5)


class Coins:
    """Workers that throw coins and give them back in any order, some of them twice."""

    def __init__(self, size: int, seed: int) -> None:
        self.size, self.played = size, 0
        self._random, self._given = np.random.default_rng(seed), list[Batch]()

    def give(self, batch: Batch) -> None:
        """Keep it."""
        self._given.append(batch)

    def take(self) -> Played:
        """Any of them."""
        batch = self._given.pop(int(self._random.integers(len(self._given))))
        games = range(batch.first, batch.first + batch.games)
        self.played += batch.games
        return Played(batch, [coin(index) for index in games])

    def close(self) -> None:
        """Nothing is open."""


def coin(index: int) -> GameOutcome:
    """A game that is a coin."""
    winner = "FRIENDLY" if uniform("coin", "", index, 10) < 4 else "ENEMY"
    vp = {"FRIENDLY": 0, "ENEMY": 0}
    losses: dict[str, list[int]] = {"FRIENDLY": [], "ENEMY": []}
    return GameOutcome(index=index, winner=winner, vp=vp, losses=losses)  # type: ignore[arg-type]


def one(enough: Enough) -> Group:
    """A single kind of games."""
    return Group({"": ORDER}, enough)


class Stopped(Exception):  # noqa: N818 - what Ctrl-C does, at a chosen moment
    """Somebody stopped it."""


def after(games: int) -> object:
    """Stop once so many games are known."""

    def told(found: Games) -> None:
        if sum(map(len, found.values())) >= games:
            raise Stopped

    return told


class TestUntil:
    """Played until the rate is known."""

    @pytest.mark.parametrize("size", [1, 2, 3, 8])
    def test_same_for_any_workers(self, tmp_path: Path, size: int) -> None:
        """The same games count, and the file is the same to the byte."""
        files = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
        orders = {"a": ORDER, "b": replace(ORDER, seed=6)}
        found = [
            play_until(
                [Group({n: o}, until_known(0.1)) for n, o in orders.items()],
                workers=workers,
                out=file,
            )
            for workers, file in zip((Coins(1, 0), Coins(size, 9)), files, strict=True)
        ]
        assert found[0] == found[1]
        assert files[0].read_bytes() == files[1].read_bytes()

    def test_known(self) -> None:
        """It ends as soon as it is known, and no later."""
        games = play_until([one(until_known(0.1))], workers=Coins(3, 1))[""]
        known = until_known(0.1)
        assert known({"": games})
        assert not known({"": games[:-10]})

    def test_no_more_than(self) -> None:
        """Or when the most games have been played."""
        games = play_until([one(until_known(0.01, 25))], workers=Coins(3, 1))
        assert len(games[""]) == 25

    def test_faults(self) -> None:
        """A program that fails all the time is not asked for ever."""
        faulty = [GameOutcome(index=index, fault="KeyError") for index in range(20)]
        assert until_known(0.03)({"": faulty})
        assert not until_known(0.03)({"": faulty[:10]})

    @pytest.mark.parametrize("stop", [1, 30, 57])
    def test_gone_on_with(self, tmp_path: Path, stop: int) -> None:
        """Stopped at any moment and begun again, it comes to the same file."""
        whole, file = tmp_path / "whole.jsonl", tmp_path / "file.jsonl"
        enough = until_known(0.1)
        play_until([one(enough)], workers=Coins(2, 1), out=whole)
        with pytest.raises(Stopped):
            play_until(
                [one(enough)],
                workers=Coins(2, 2),
                out=file,
                told=after(stop),  # type: ignore[arg-type]
            )
        play_until([one(enough)], workers=Coins(5, 3), out=file)
        assert file.read_bytes() == whole.read_bytes()

    def test_nothing_left(self, tmp_path: Path) -> None:
        """What is known already is not played again."""
        file = tmp_path / "file.jsonl"
        play_until([one(so_many(20))], workers=Coins(2, 1), out=file)
        idle = Coins(2, 1)
        found = play_until([one(so_many(15))], workers=idle, out=file)
        assert (len(found[""]), idle.played) == (15, 0)
        assert len(file.read_bytes().splitlines()) == 20


class TestPairs:
    """Two kinds that are played side by side."""

    @pytest.mark.parametrize("size", [1, 3, 8])
    def test_as_many_of_each(self, tmp_path: Path, size: int) -> None:
        """Both end at the same number, the same one for any workers."""
        out = tmp_path / "file.jsonl"
        group = Group({"a": ORDER, "b": ORDER}, after_wins(17))
        found = play_until([group], workers=Coins(size, 4), out=out)
        assert count_of(found) == len(found["a"]) == len(found["b"]) == 43
        names = [json.loads(line)["cell"] for line in out.read_bytes().splitlines()]
        assert names == ["a"] * 43 + ["b"] * 43

    @pytest.mark.parametrize("lines", [1, 2, 7])
    def test_half_a_pair(self, tmp_path: Path, lines: int) -> None:
        """A file that was cut between the games of a pair is gone on with."""
        out = tmp_path / "file.jsonl"
        group = Group({"a": ORDER, "b": ORDER}, so_many(6))
        with pytest.raises(Stopped):
            play_until([group], workers=Coins(2, 4), out=out, told=after(8))  # type: ignore[arg-type]
        cut = out.read_bytes().splitlines(keepends=True)[:lines]
        out.write_bytes(b"".join(cut))
        with pytest.raises(Stopped):
            play_until([group], workers=Coins(2, 4), out=out, told=after(10))  # type: ignore[arg-type]
        found = play_until([group], workers=Coins(2, 4), out=out)
        assert [one.index for one in found["a"]] == list(range(6))
        assert len(out.read_bytes().splitlines()) == 12


def after_wins(number: int) -> Enough:
    """Enough when the FRIENDLY side has won so many games of the first kind."""
    return lambda found: won_of(found["a"])[0] >= number


class TestDigest:
    """What sets studies apart."""

    def test_anything_asked(self) -> None:
        """Another seed, player, name or row is another study."""
        orders: Sequence[BatchOrder] = (
            ORDER,
            replace(ORDER, seed=6),
            replace(ORDER, player="random"),
            replace(ORDER, keyed=True),
            replace(ORDER, rows={"A1": [{"on": "7", "result": ["S"]}]}),
        )
        names = {study_digest({"a": order}) for order in orders}
        assert len(names | {study_digest({"b": ORDER})}) == len(orders) + 1

    def test_parts(self) -> None:
        """What was asked, and rows of tables, are parts of their own."""
        plain = study_digest({"a": ORDER}).split(":")
        other = study_digest({"a": replace(ORDER, seed=6)}).split(":")
        row = replace(ORDER, rows={"A1": [{"on": "7", "result": ["S"]}]})
        rows = study_digest({"a": row}).split(":")
        assert len(plain) == len(PARTS)
        assert [a == b for a, b in zip(plain, other, strict=True)] == [1, 0, 1, 1]
        assert [a == b for a, b in zip(plain, rows, strict=True)] == [1, 1, 0, 1]

    def test_files_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file that the player reads is named where it is otherwise."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
        bot = "class Bot:\n    reads = ('a.json', 'b.json')\n"
        Path("of_files.py").write_text(bot + "    def __init__(self, *_): ...\n")
        order = replace(ORDER, player="of_files:Bot")
        digests = []
        for text in "12":
            Path("a.json").write_text("0")
            Path("b.json").write_text(text)
            digests.append(study_digest({"": order}))
        told = what_is_apart(*digests)
        assert told == "what the player reads was otherwise: b.json"
        assert what_is_apart(study_digest({"": ORDER}), digests[0]) == PARTS[1]

    def test_packs(self, tmp_path: Path) -> None:
        """What a pack holds is part of what is asked."""
        row = 'extends = "A1"\nsource = "player"\nrows = [{ on = "7", result = [] }]'
        order = replace(ORDER, setup=replace(SETUP, packs=(str(tmp_path),)))
        (tmp_path / "a.toml").write_text(row)
        before = study_digest({"": order})
        (tmp_path / "a.toml").write_text(row.replace("[] }", '["S"] }'))
        assert study_digest({"": order}) != before


class TestGames:
    """Real games."""

    def test_same_games(self) -> None:
        """The same seed gives the same games, in any number of processes."""
        one = play_many(SETUP, games=3, seed=5)
        two = play_many(SETUP, games=3, seed=5, jobs=2)
        assert [*map(timeless, one)] == [*map(timeless, two)]
        assert [outcome.index for outcome in one] == [0, 1, 2]
        assert summary(one).games == 3

    def test_none(self) -> None:
        """Less than one game, or no process, is refused."""
        with pytest.raises(OpforError, match="at least one"):
            play_many(SETUP, games=0, seed=1)
        with pytest.raises(OpforError, match="at least one"):
            local(0)

    def test_killed(self) -> None:
        """A process that is killed is told in one sentence."""
        workers = Processes(1)
        try:
            workers.give(Batch("", ORDER, 0, 1))
            next(iter(workers._pool._own)).kill()
            with pytest.raises(OpforError, match="killed"):
                workers.take()
        finally:
            workers.close()


def timeless(outcome: GameOutcome) -> GameOutcome:
    """An outcome without what depends on the machine."""
    return replace(outcome, seconds=0.0, first=False, enemy_turns_s=[])
