"""What a value of a sweep adds over the one before it."""

import pytest

from opfor.sim.series import GameOutcome
from opfor.study.interval import paired_interval
from opfor.study.steps import MISSION, sweep_steps, value_text


def games(won: str, fault: int = -1) -> list[GameOutcome]:
    """A game for each letter: "x" is won."""
    return [
        GameOutcome(
            index=index,
            winner="FRIENDLY" if letter == "x" else "ENEMY",
            fault="KeyError" if index == fault else "",
        )
        for index, letter in enumerate(won)
    ]


def test_one_axis() -> None:
    """Each value against the one before it, game by game."""
    cells = {f"ac={ac}": {MISSION: "t", "ac": ac} for ac in (1, 2, 3)}
    found = {
        "ac=1": games("xxxxxxxx"),
        "ac=2": games("xxxx----"),
        "ac=3": games("xxxx---x"),
    }
    one, two = sweep_steps(cells, found)
    assert (one.over, one.before, one.after, one.cells) == ("ac", "1", "2", 1)
    assert (one.games, one.difference, two.difference) == (8, -0.5, 0.125)
    assert one.low is not None
    assert one.high is not None
    assert one.low < -0.5 < one.high


def test_two_axes() -> None:
    """Cells that differ by the one thing alone; what is left out has no pair."""
    cells = {
        "a1": {MISSION: "t", "kind": "a", "ac": 1},
        "a2": {MISSION: "t", "kind": "a", "ac": 2},
        "b1": {MISSION: "t", "kind": "b", "ac": 1},
    }
    found = {"a1": games("x-" * 5), "a2": games("xx" * 5), "b1": games("--" * 5)}
    kind, ac = sweep_steps(cells, found)
    assert (kind.over, kind.cells, kind.difference) == ("kind", 1, -0.5)
    assert (ac.over, ac.cells, ac.difference) == ("ac", 1, 0.5)


@pytest.mark.parametrize(
    ("values", "steps"),
    [
        (("1941-08", "1943-02", "1942-07"), ("1941-08", "1942-07", "1943-02")),
        ((1, 10, 2), ("1", "2", "10")),
        (("russian", "german"), ("russian", "german")),
    ],
)
def test_order(values: tuple[object, ...], steps: tuple[str, ...]) -> None:
    """Where some cells are missing others come first: no step runs backwards."""
    cells = {f"{n}": {MISSION: "t", "x": value} for n, value in enumerate(values)}
    found = sweep_steps(cells, {name: games("x" * 8) for name in cells})
    assert (found[0].before, *(step.after for step in found)) == steps


def test_the_luck_of_a_number_is_one() -> None:
    """Ten cells with the same luck tell no more than one: a number is one mean."""
    one = {"1": games("x-x-x---x-"), "2": games("xxx-xxx---")}
    cells = {name: {MISSION: "t", "ac": int(name)} for name in one}
    (alone,) = sweep_steps(cells, one)
    ten = {f"{name} {n}": one[name] for name in one for n in range(10)}
    cells = {name: {MISSION: "t", "ac": name[0], "n": name[2:]} for name in ten}
    together = next(step for step in sweep_steps(cells, ten) if step.over == "ac")
    assert together.cells == 10
    assert together.games == alone.games == 10
    assert together.difference == pytest.approx(alone.difference)
    assert together.high is not None
    assert alone.high is not None
    assert (together.high - together.difference) > 0.6 * (alone.high - alone.difference)


def test_no_pairs() -> None:
    """Games of two Missions are none; few or faulty games say little."""
    cells = {name: {MISSION: name} for name in ("t", "u")}
    assert not sweep_steps(cells, {"t": games("x" * 9), "u": games("-" * 9)})
    cells = {name: {MISSION: "t", "ac": name} for name in ("1", "2")}
    (step,) = sweep_steps(cells, {"1": games("x" * 8, fault=3), "2": games("-" * 9)})
    assert (step.games, step.difference, step.low, step.high) == (7, -1.0, None, None)


def test_value_text() -> None:
    """As one types it."""
    assert value_text("german") == "german"
    assert value_text(True) == "true"
    assert value_text({"on": "6", "result": []}) == '{ on = "6", result = [] }'


def test_fixed() -> None:
    """Of a number of games that was fixed beforehand more is known."""
    cells = {"1": {MISSION: "t", "ac": 1}, "2": {MISSION: "t", "ac": 2}}
    found = {"1": games("x-" * 20), "2": games("xx" * 20)}
    (usual,) = sweep_steps(cells, found, fixed=True)
    (anytime,) = sweep_steps(cells, found)
    assert usual.difference == anytime.difference == 0.5
    added = [0.0, 1.0] * 20
    assert (usual.low, usual.high) == paired_interval(added)[1:]
    assert anytime.low is not None
    assert anytime.high is not None
    assert anytime.low < paired_interval(added).low
    assert anytime.high > paired_interval(added).high
