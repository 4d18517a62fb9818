"""The table follows commands as VASSAL does."""

from opfor.vasl.saves.commands import (
    ChangePiece,
    Chat,
    Log,
    MovePiece,
    RemovePiece,
    SetBoards,
)
from opfor.vasl.saves.table import Table
from opfor.vasl.saves.traits import Trait, piece_state
from tests.vasl.given import added, counter, stacked

HERE, THERE = (400, 432), (456, 400)


def move(id_: str, at: tuple[int, int], under: str = "null") -> MovePiece:
    """A move to a place of the Main Map."""
    return MovePiece(id_, "Main Map", *at, under, "Main Map", 0, 0, "null", "me")


def table() -> Table:
    """Two counters in a stack, one alone elsewhere."""
    a, b, c = (counter(name, at=HERE) for name in "abc")
    return Table(
        [
            added("1", a),
            added("2", b),
            stacked("10", HERE, "1", "2"),
            added("3", c.at("Main Map", *THERE)),
        ]
    )


def order(found: Table) -> list[tuple[str, int, int, int]]:
    """Id, place and level of all counters."""
    return sorted((each.id, each.x, each.y, each.level) for each in found.lying())


class TestTable:
    """Counters and stacks."""

    def test_read(self) -> None:
        """A stack's place counts, and its members lie from the bottom up."""
        assert order(table()) == [("1", *HERE, 1), ("2", *HERE, 2), ("3", *THERE, 1)]
        assert table().stack_of("2") == "10"
        assert table().stack_of("3") == ""

    def test_move_on_top(self) -> None:
        """A counter put above another leaves its stack."""
        found = table()
        found.apply(move("3", HERE, under="1"))
        assert [each.id for each in found.lying()] == ["1", "3", "2"]
        found.apply(move("2", THERE))
        assert [each.id for each in found.lying()] == ["1", "3", "2"]
        assert order(found)[1] == ("2", *THERE, 1)

    def test_to_the_bottom(self) -> None:
        """With no counter named it goes beneath those that are there."""
        found = table()
        found.apply(move("3", HERE))
        assert [each.id for each in found.lying()] == ["3", "1", "2"]

    def test_onto_a_lone_one(self) -> None:
        """On a counter without a stack they make one."""
        found = table()
        found.apply(move("2", THERE, under="3"))
        assert order(found) == [("1", *HERE, 1), ("2", *THERE, 2), ("3", *THERE, 1)]

    def test_whole_stack(self) -> None:
        """A stack goes as one, and joins the one that is there."""
        found = table()
        found.apply(move("10", (500, 500)))
        assert [(each.x, each.level) for each in found.lying()][:2] == [
            (500, 1),
            (500, 2),
        ]
        assert found.pieces["1"].place == ("Main Map", 500, 500)

    def test_changes(self) -> None:
        """Another state, gone, and boards set."""
        found = table()
        state = piece_state(counter("a", at=THERE))
        found.apply(ChangePiece("1", state))
        assert found.pieces["1"].place[1:] == THERE
        assert order(found)[0] == ("1", *HERE, 1), "the stack's place still counts"
        found.apply(RemovePiece("1"))
        found.apply(SetBoards("0\t0\t04"))
        found.apply(SetBoards(""))
        assert found.boards == "0\t0\t04"
        assert order(found)[0] == ("2", *HERE, 1)

    def test_steps(self) -> None:
        """Steps of a log wait until they are done."""
        found = table()
        found.apply(Log(RemovePiece("1")))
        assert "1" in found.pieces
        found.step(Log(RemovePiece("1")))
        assert "1" not in found.pieces

    def test_unknown(self) -> None:
        """What the table does not know changes nothing."""
        found = table()
        before = order(found)
        for command in (
            Chat("x"),
            RemovePiece("99"),
            move("99", HERE),
            ChangePiece("9", ""),
        ):
            found.apply(command)
        assert order(found) == before

    def test_no_id(self) -> None:
        """A counter without an id gets one."""
        found = Table([added("", counter("a", Trait("moved;", "true")))])
        assert len(found.pieces) == 1
