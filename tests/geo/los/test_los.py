"""LOS against VASL's answers, and what must hold on any map."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from opfor.core.errors import OpforError
from opfor.geo.boards.text import read_text_board
from opfor.geo.boards.vasl import board_names, read_board
from opfor.geo.hex_facts import HexFacts
from opfor.geo.los import jit as los_jit
from opfor.geo.los.los import MANY, Los, Veil
from opfor.geo.map import Map, Placed, parse_map
from tests.geo.los_reference import BOARDS, agreement, los_of
from tests.shared import SHARED, needs_shared

OWN = Path(str(files("opfor.data") / "boards"))


@needs_shared
@pytest.mark.parametrize("name", BOARDS)
def test_agrees_with_vasl(name: str) -> None:
    """Blocked or clear, and hindrances, are as VASL says in nearly all pairs."""
    figures = agreement(name)
    assert figures.all >= 0.9994
    assert figures.clear >= 0.9988
    assert figures.hindrance >= 0.998


@needs_shared
def test_is_the_same_from_either_end_on_every_board() -> None:
    """LOS is reciprocal (A6.5): random pairs of every board, both ways."""
    folder = SHARED / "boards"
    rng = np.random.default_rng(6)
    for name in board_names(folder):
        board_map = Map([Placed(read_board(folder, name))])
        los = Los(board_map, HexFacts(board_map))
        a, b = rng.integers(0, len(los), (2, 300))
        assert (los.pairs(a, b) == los.pairs(b, a)).all(), name


@needs_shared
def test_flat_board_never_blocks() -> None:
    """A board of Open Ground has clear LOS everywhere."""
    assert (los_of("Blank0").all_pairs() == 0).all()


@needs_shared
@pytest.mark.parametrize("name", ["01", "09", "18", "24", "BFPC"])
def test_all_ways_of_asking_agree(name: str) -> None:
    """Brief answers and explanations, fields and the square say the same."""
    los = los_of(name)
    square = los.all_pairs()
    rng = np.random.default_rng(1)
    for a, b in rng.integers(0, len(los), (2000, 2)).tolist():
        sight = los.explain(a, b)
        assert los.check(a, b) == square[a, b]
        assert (sight.hindrance if sight.clear else -1) == square[a, b]
        assert sight.clear == (sight.blocked_by == "")
    assert (los.field(7) == square[7]).all()


@pytest.mark.parametrize("text", ["o1", "o1@0,0 o2@0,1 o3@0,2"])
def test_a_large_batch_is_answered_in_its_order(text: str) -> None:
    """The order in which its threads are walked is nobody's business."""
    board_map = parse_map(text, lambda name: read_text_board(OWN / f"{name}.txt"))
    los = Los(board_map, HexFacts(board_map))
    a, b = np.random.default_rng(3).integers(0, len(los), (2, MANY))
    expected = [
        los.pairs(a[n : n + 1000], b[n : n + 1000]) for n in range(0, MANY, 1000)
    ]
    assert (los.pairs(a, b) == np.concatenate(expected)).all()


@needs_shared
def test_a_board_answers_alone_as_beside_others() -> None:
    """Threads that stay inside a board see the same with other boards around."""
    alone = los_of("03")
    joined = parse_map(
        "04@0,0 03@1,0 06@2,0", lambda n: read_board(SHARED / "boards", n)
    )
    los = Los(joined, HexFacts(joined))
    rng = np.random.default_rng(2)
    grid = alone.map.grid
    spots = [
        (a, level)
        for a, level in alone.locations
        if 1 < grid.coordinates(a)[0] < grid.cols - 2
        and 1 < grid.coordinates(a)[1] < grid.rows - 2
    ]
    for one, two in rng.integers(0, len(spots), (400, 2)):
        pair = spots[one], spots[two]
        here = [alone.index(*spot) for spot in pair]
        there = [
            los.index(joined.hex("3" + alone.map.label(hex_)), level)
            for hex_, level in pair
        ]
        assert alone.check(*here) == los.check(*there), pair


@needs_shared
def test_a_turned_board_answers_nearly_the_same() -> None:
    """Turned round, a thread lies up to a pixel off, which few pairs notice.

    Dots lie at fractions of pixels, and pixels start at the left and at the top.
    """
    straight = los_of("03")
    joined = parse_map("04@0,0 r03@1,0", lambda n: read_board(SHARED / "boards", n))
    turned = Los(joined, HexFacts(joined))
    label = straight.map.label
    spots = [
        (number, turned.index(joined.hex("3" + label(hex_)), level))
        for number, (hex_, level) in enumerate(straight.locations)
        if not straight.map.half_hex(hex_)
    ]
    chosen = np.random.default_rng(3).integers(0, len(spots), (2, 4000))
    a, b = np.array(spots)[chosen[0]], np.array(spots)[chosen[1]]
    same = straight.pairs(a[:, 0], b[:, 0]) == turned.pairs(a[:, 1], b[:, 1])
    assert same.mean() > 0.99


def test_compiles_without_a_place_for_the_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where numba finds no folder to write to, code is compiled without a cache."""

    def no_folder(*_: object, **options: object) -> object:
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return real(**options)  # type: ignore[call-overload]  # passed on as it came

    real = los_jit.numba.njit
    monkeypatch.setattr(los_jit.numba, "njit", no_folder)
    assert los_jit.compiled(_double)(4) == 8


def _double(number: int) -> int:
    return 2 * number


@needs_shared
def test_six_hindrances_block() -> None:
    """Hindrances that sum to 6 block LOS (B.10), also when SMOKE adds to them."""
    los = los_of("16")
    square = los.all_pairs()
    a, b = map(int, np.argwhere(square == 4)[0])
    between = [hexes[0] for hexes in los.crossed(a, b)]
    veils = (Veil(between[0], 3),)
    assert los.check(a, b, veils) == -1
    assert los.explain(a, b, veils).blocked_by.startswith("hindrance of")


@needs_shared
def test_no_such_level() -> None:
    """Asking for a level that a hex has not is told plainly."""
    los = los_of("01")
    with pytest.raises(OpforError, match="has no level 3"):
        los.index(0, 3)
