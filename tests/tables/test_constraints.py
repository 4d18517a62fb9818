"""C01 to C49, what the rules give away of values: those that no table test has.

Each constraint is named in the test that holds it, C33 or c33.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from opfor.geo.boards.text import text_board
from opfor.geo.terrain_chart import MF
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import (
    between,
    fits,
    human_wave,
    may_recover,
)
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import (
    ALLOTMENT,
    moves_automatically,
)
from opfor.rules.s_solitaire.s04_placement.s04_1e_letter_chits import coordinate
from opfor.state.nations import load
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect, Unit, Weapon
from tests.rules.given.setting import flat, played
from tests.rules.given.world import MISSION, VILLAGE, world

TESTS = Path(__file__).resolve().parents[1]
NAMED = re.compile(r"(?<![a-z0-9])c(\d\d)(?:,? (?:to|and) c(\d\d))?(?![0-9])", re.I)
HERE = LocationName("tG5")


def test_c33_coordinate() -> None:
    """C33: the coordinate of a placement hex is dr + 2, from 3 to 8."""
    board = text_board("board: t\nsize: 33x10\n")
    assert [coordinate(board, dr) for dr in range(1, 7)] == [3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("number", "legal"), [(2, False), (3, True), (10, True), (11, False)]
)
def test_c44_hexes_between(number: int, legal: bool) -> None:
    """C44: 3 to 10 hexes lie between the two that are drawn for a Human Wave."""
    assert between(5, 6 + number) == number
    assert fits(5, 6 + number) == legal


def test_c44_every_hex_of_the_span() -> None:
    """C44: every hex of the span gets one S?."""
    chits = ("S4.21 chit D", "S4.21 chit J")
    game = played(flat(), *chits, run=human_wave, fbe="top")
    found = sorted(suspect.enters for suspect in game.state.suspects.values())
    assert found == [f"t{letter}10" for letter in "DEFGHIJ"]


def test_c45_vp() -> None:
    """C45: an exited S? is 2 Exit VP, 4 of a Human Wave, which is two squads."""
    usual, wave = (Suspect("S1", HERE, human_wave=wave) for wave in (False, True))
    assert (usual.exit_vp, wave.exit_vp) == (2, 4)
    assert (usual.squads, wave.squads) == (1, 2)


def test_c48_panic() -> None:
    """C48: Panic is +2 to Ambush, +1 to its CC attacks, -1 to those against it."""
    panic = load()["panic"]
    causes = ("its Ambush", "its CC attack", "CC attack against it")
    assert [panic.look_up(cause=cause).result for cause in causes] == [2, 1, -1]
    assert Unit(id="e", side="ENEMY", counter="russian/4-4-7").good_order
    assert not Unit(
        id="e", side="ENEMY", counter="russian/4-4-7", panic=True
    ).good_order


def test_c49_human_wave() -> None:
    """C49: a Human Wave has 8 MF, does not Panic, Recovers SW of 2 PP or less."""
    here = world(VILLAGE, MISSION)
    squad = Unit(id="e", side="ENEMY", counter="russian/4-4-7", wave="wave1")
    assert ALLOTMENT == 8 * MF
    assert moves_automatically(here, squad)
    for code, taken in (("lmg", True), ("mmg", False)):
        weapon = Weapon(id="w", counter=f"russian/{code}")
        view = FrozenView(State(mission=MISSION), here)
        assert may_recover(view, squad, weapon) is taken


def numbers(text: str) -> Iterator[int]:
    """The constraints that a name or a docstring names: C05, "C18 to C20"."""
    for found in NAMED.finditer(text.replace("_", " ")):
        first = int(found[1])
        joined = " to " in found[0].lower()
        yield from range(first, int(found[2]) + 1) if joined else [first]
        if found[2]:
            yield int(found[2])


def test_every_constraint_has_a_test() -> None:
    """C01 to C49 are each named by a test function, or in the body of one."""
    held: set[int] = set()
    for path in [*TESTS.rglob("test_*.py")]:
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                if node.name == "test_every_constraint_has_a_test":
                    continue
                held |= set(numbers(f"{node.name} {ast.get_docstring(node)}"))
                held |= set(_remarks(source, node))
    assert set(range(1, 50)) - held == set()


def _remarks(source: str, node: ast.FunctionDef) -> Iterator[int]:
    """Those named in remarks beside the cases of a test."""
    start = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    for line in source.splitlines()[start - 1 : node.end_lineno]:
        yield from numbers(line.partition("# ")[2])
