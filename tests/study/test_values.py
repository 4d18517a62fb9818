"""Which of our own values matter most: each by a step, with the games spared."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.cli.app import main
from opfor.cli.values import in_short
from opfor.ports.session import build_world
from opfor.sim.series import GameOutcome
from opfor.study.change import with_value
from opfor.study.run import Group, play_until, so_many
from opfor.study.values import Sparing, steps_of, weights
from opfor.study.workers import Batch, Here, local
from tests.study.test_change import ORDER

QUICK = replace(with_value(ORDER, "turns", 1), player="random", keyed=True)


class TestSteps:
    """What a value is changed to."""

    def test_only_ours(self) -> None:
        """Rows with another source, or that no game read, are left as they are."""
        table = build_world(ORDER.setup).enemy.table("A1")
        read = {table.name_of(row) for row in table.rows}
        found = {step.name for step in steps_of(ORDER, read)}
        ours = {table.name_of(row) for row in table.rows if row.source == "project"}
        assert found == ours
        assert not list(steps_of(ORDER, ["A1 99", "A77 1"]))

    def test_row_beside(self) -> None:
        """A row has the result of that beside it, nearer to 7, and that alone."""
        (step,) = steps_of(ORDER, ["A1 6"])
        assert (step.name, step.was, step.now) == ("A1 6", "S", "nothing")
        before = build_world(ORDER.setup).enemy.table("A1")
        after = build_world(ORDER.setup, step.order.rows).enemy.table("A1")
        assert after.look_up(6).result == before.look_up(7).result
        others = [n for n in range(2, 16) if n != 6]
        assert all(after.look_up(n).result == before.look_up(n).result for n in others)

    def test_every_row(self) -> None:
        """Every row of ours that has a step can be played with it."""
        tables = build_world(ORDER.setup).enemy.tables
        names = ("A2b", "A5", "russian/x2", "AC-start")
        read = {
            tables[name].name_of(row)
            for name in names
            if name in tables
            for row in tables[name].rows
        }
        found = list(steps_of(ORDER, read))
        assert len(found) > 10
        assert len({step.name for step in found}) == len(found)
        for step in found:
            build_world(step.order.setup, step.order.rows)


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (("S", "nothing"), ["S", "nothing"]),
        (("a" * 50, "a" * 50 + "b"), ["…" + "a" * 10, "…" + "a" * 10 + "b"]),
        (("b" + "a" * 50, "c"), ["b" + "a" * 38 + "…", "c"]),
    ],
)
def test_in_short(texts: tuple[str, str], shown: list[str]) -> None:
    """Two long results that begin alike are shown where they part."""
    assert list(in_short(*texts)) == shown


class TestSparing:
    """Games that would be the same are not played again."""

    def test_only_where_read(self) -> None:
        """A batch without a game that read the row comes back as it was."""
        base = [
            GameOutcome(index=n, rows={"A1 6": 1} if n == 2 else {}) for n in (0, 1, 2)
        ]
        inner = Here()
        workers = Sparing(inner, base)
        workers.give(Batch("A1 6", QUICK, 0, 2))
        assert workers.take().outcomes == base[:2]
        workers.give(Batch("A1 6", QUICK, 2, 1))
        assert inner.take().batch.first == 2

    def test_beyond(self) -> None:
        """Batches that nobody needs do not keep those that are played waiting."""
        base = [GameOutcome(index=0, rows={"A1 6": 1})]
        workers = Sparing(Here(), base)
        workers.give(Batch("A1 6", QUICK, 1, 2))
        workers.give(Batch("A1 6", QUICK, 0, 1))
        workers.give(Batch("A1 6", QUICK, 3, 2))
        assert [workers.take().batch.first for _ in range(3)] == [0, 1, 3]

    def test_really_the_same(self) -> None:
        """A game that did not read a row is the same game without that row."""
        games = 12
        plain = play_until([Group({"": QUICK}, so_many(games))], workers=local(1))[""]
        (step,) = steps_of(QUICK, ["A1 6"])
        tried = play_until([Group({"": step.order}, so_many(games))], workers=local(1))
        pairs = list(zip(plain, tried[""], strict=True))
        spared = [(one, two) for one, two in pairs if step.name not in one.rows]
        assert 0 < len(spared) < games
        for one, two in spared:
            times = {"seconds": 0.0, "enemy_turns_s": [], "first": False}
            assert replace(one, **times) == replace(two, **times)


def test_weights(tmp_path: Path) -> None:
    """Each value with what its step does; most of the games are spared."""
    found = weights(QUICK, games=1, workers=local(1), out=tmp_path / "f.jsonl")
    assert found
    assert all(one.played == 1 == one.read for one in found)
    assert [abs(one.difference) for one in found] == sorted(
        (abs(one.difference) for one in found), reverse=True
    )
    lines = (tmp_path / "f-steps.jsonl").read_bytes().splitlines()
    assert len(lines) == len(found)


def test_more_games(tmp_path: Path) -> None:
    """With more games other rows are read; what was played before counts still."""
    out, steps = tmp_path / "f.jsonl", tmp_path / "f-steps.jsonl"
    weights(QUICK, games=1, workers=local(1), out=out)
    before = [json.loads(line) for line in steps.read_bytes().splitlines()]
    found = weights(QUICK, games=6, workers=local(1), out=out)
    after = [json.loads(line) for line in steps.read_bytes().splitlines()]
    names = {one["cell"] for one in before}
    assert {one.value for one in found} != names
    assert [one for one in after if one["game"] < 1 and one["cell"] in names] == before
    at_once = tmp_path / "g.jsonl"
    assert weights(QUICK, games=6, workers=local(1), out=at_once) == found


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`opfor study values`."""
    words = ["study", "values", "tutorial", "--games", "1", "--player", "random"]
    words += ["--base", "turns=1", "--base", "placement=[]"]
    assert not main([*words, "--jobs", "1", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert all(one["low"] is None for one in told)
