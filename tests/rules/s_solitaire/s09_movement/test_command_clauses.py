"""S9.21, S9.22: what the clauses of Move Commands mean."""

import pytest

from opfor.rules.s_solitaire.s09_movement.command_clauses import (
    CONDITIONS,
    GOALS,
    PLACES,
)
from opfor.state.play import Play
from tests.rules.given.enemies import ask, enemy, weapon
from tests.rules.given.moves import mover

BOARD = "board: t\nsize: 20x10\nwoods: J5\n"


@pytest.mark.parametrize(("where", "tem"), [("J5", True), ("K5", False)])
def test_tem(where: str, tem: bool) -> None:
    """The +1 of woods is a positive TEM; Open Ground has none."""
    none, some = CONDITIONS.read("without positive TEM"), PLACES.read("positive TEM")
    assert none
    assert some

    def holds(play: Play) -> list[bool]:
        one = mover(f"t{where}")
        return [
            none.meaning(play, one),
            some.meaning(play, one, one.location),
        ]

    assert ask([enemy("e1", where)], holds, board=BOARD) == [not tem, tem]


def test_another_mmc() -> None:
    """The closest MMC is another one, never a unit of those that move."""
    goal = GOALS.read("the closest Good Order ENEMY MMC 0 to 5 hexes away")
    assert goal

    def goals(play: Play) -> list[str]:
        return list(goal.meaning(play, mover("tK5")))

    things = [enemy("e1", "K5"), enemy("e2", "M5"), enemy("e3", "O5")]
    assert ask(things, goals, board=BOARD) == ["tM5"]


@pytest.mark.parametrize(
    ("lies", "found"),
    [
        pytest.param("M5", ["tM5"], id="downstairs"),
        pytest.param("M5/1", [], id="with the mover"),
        pytest.param("Q5", [], id="too far"),
    ],
)
def test_unpossessed_weapon(lies: str, found: list[str]) -> None:
    """{A4a} 8: within so many hexes is on another level of the hex, too."""
    goal = GOALS.read("an unpossessed Weapon within 3 hexes")
    assert goal

    def goals(play: Play) -> list[str]:
        return list(goal.meaning(play, mover("tM5/1")))

    things = [enemy("e1", "M5/1"), weapon("w", "lmg", at=lies)]
    board = "board: t\nsize: 20x10\nwooden building 1: M5\n"
    assert ask(things, goals, board=board) == found
