"""An analysis: what it adds up to, and the file that it is kept in."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.views.analysis import (
    DEAREST,
    Analysis,
    WeighedDecision,
    analysis_file,
    cost_words,
    curve,
    encoded,
    mark_of,
    points,
    read_analysis,
    summary_lines,
)


def decision(number: int, chance: float, cost: float = 0.0) -> WeighedDecision:
    """A decision with a chance and a cost."""
    return WeighedDecision(
        number=number,
        moment=10 * number,
        turn=1,
        side="FRIENDLY",
        phase="MPh",
        order={"type": "end"},
        said="end",
        better={"type": "move"} if cost else None,
        better_said="4-6-7 A to K5",
        chance=chance,
        low=chance,
        high=chance,
        cost=cost,
        cost_low=cost,
        cost_high=cost,
    )


GAME = Analysis(
    mark=mark_of([]),
    decisions=4,
    looked={
        4: decision(4, 0.7),
        0: decision(0, 0.4, 0.1),
        2: None,
        3: decision(3, 0.5, 0.3),
    },
    result=1.0,
)


def test_luck_and_judgement() -> None:
    """Together they are what lies between the first chance and the end."""
    assert GAME.judgement == pytest.approx(-0.4)
    assert GAME.luck == pytest.approx((0.8 - 0.4) + (0.7 - 0.5) + (1 - 0.7))
    assert GAME.judgement + GAME.luck == pytest.approx(1.0 - 0.5)
    assert curve(GAME) == [(0, 0.5), (30, 0.8), (40, 0.7), (41, 1.0)]


def test_still_open() -> None:
    """What is still better later in the phase, or is done then, has cost nothing."""
    move, other = {"type": "move", "units": ["B"]}, {"type": "move", "units": ["A"]}
    first = replace(decision(0, 0.4, 0.1), order=other, better=move)
    again = replace(decision(1, 0.4, 0.2), order=other, better=move)
    done = replace(decision(2, 0.6), order=move)
    end = replace(decision(3, 0.6, 0.1), better={"type": "end"}, order=other)

    def judged(*those: WeighedDecision) -> float:
        looked = {one.number: one for one in those}
        found = replace(GAME, looked=looked)
        assert found.judgement + found.luck == pytest.approx(
            1 - found.weighed[0].before
        )
        return round(-100 * found.judgement)

    assert judged(first) == 10
    assert judged(first, again) == 20
    assert judged(first, again, done) == 0
    assert judged(first, replace(again, turn=2)) == 30
    assert judged(end, replace(end, number=4)) == 20  # each time another one
    assert judged(first, replace(done, phase="APh")) == 10


def test_goes_on() -> None:
    """A game that is not over has no luck beyond its last decision."""
    going = replace(GAME, result=None)
    assert going.luck == pytest.approx(GAME.luck - 0.3)
    assert curve(going)[-1] == (40, 0.7)


def test_dearest() -> None:
    """The dearest first, no more than five, and only what cost something."""
    assert [one.number for one in GAME.dearest] == [3, 0]
    many = {n: decision(n, 0.1, n / 100) for n in range(20)}
    assert len(replace(GAME, looked=many).dearest) == DEAREST
    lines = list(summary_lines(GAME))
    assert lines[0] == (
        "4 decisions, in 1 of them nothing to choose; "
        "at the first one the chance to win was 50%, at the end 100%"
    )
    assert lines[1] == "judgement: -40 points; luck: +90 points"
    assert "4-6-7 A to K5" in lines[2]


def test_sure_first() -> None:
    """What may have cost nothing is told as such, and after what is sure."""
    unsure = replace(decision(1, 0.5, 0.4), cost_low=0.004)
    many = {1: unsure, 2: decision(2, 0.5, 0.1), 3: decision(3, 0.5, 0.2)}
    found = replace(GAME, looked=many)
    assert [one.number for one in found.dearest] == [3, 2, 1]
    assert "; better: 4-6-7 A to K5, +20 points" in cost_words(found.dearest[0])
    told = "; perhaps better, or no mistake: 4-6-7 A to K5, +40 points (0 to +40)"
    assert cost_words(unsure).endswith(told)


def test_not_whole() -> None:
    """As long as some are to come no sums are told: gaps would be taken for luck."""
    lines = list(summary_lines(replace(GAME, decisions=9)))
    assert lines[0] == "4 of 9 decisions weighed so far"
    assert not any("judgement" in line or "nothing" in line for line in lines)
    assert "4-6-7 A to K5" in lines[1]


@pytest.mark.parametrize(
    ("share", "said"), [(0.004, "0"), (-0.004, "0"), (0.2, "+20"), (-0.026, "-3")]
)
def test_points(share: float, said: str) -> None:
    """With its sign, and none for nothing."""
    assert points(share) == said


def test_file(tmp_path: Path) -> None:
    """It is kept beside the save, and is not that of another game."""
    save = tmp_path / "game.opfor"
    assert read_analysis(save, []) is None
    analysis_file(save).write_bytes(encoded(GAME))
    assert read_analysis(save, []) == GAME
    other = replace(GAME, mark="another")
    analysis_file(save).write_bytes(encoded(other))
    assert read_analysis(save, []) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"mark": 1}',
        b'{"mark": "", "decisions": "x"}',
        b"[" * 9999,
    ],
)
def test_no_analysis(tmp_path: Path, data: bytes) -> None:
    """What is no analysis counts as none."""
    save = tmp_path / "game.opfor"
    analysis_file(save).write_bytes(data)
    assert read_analysis(save, []) is None
