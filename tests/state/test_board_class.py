"""The class of a board by what is drawn on it."""

import pytest

from opfor.core.errors import OpforError
from opfor.core.table import read_table
from opfor.geo.boards.library import Library
from opfor.geo.map import Map, parse_map
from opfor.state.board_class import board_marks
from opfor.state.nations import load_nation
from tests.shared import SHARED, needs_shared


def marks(board_map: Map) -> dict[str, str]:
    """The marks by the shipped table."""
    return board_marks(board_map, load_nation("russian").table("A9"))


def test_our_boards() -> None:
    """The village is a village, the two hills are not, also side by side."""
    both = parse_map("o1@0,0 ro5@0,1", Library().load)
    assert marks(both) == {"o1": "v", "o5": ""}


@needs_shared
@pytest.mark.parametrize(
    ("name", "mark"), [("01", "c"), ("20", "c"), ("21", "c"), ("10", "v"), ("33", "")]
)
def test_vasl_boards(name: str, mark: str) -> None:
    """City, village and open boards are told apart."""
    library = Library([SHARED / "boards"])
    assert marks(parse_map(name, library.load)) == {name: mark}


def test_unknown_measure() -> None:
    """A pack's line that nothing can measure is told with its place."""
    table = read_table(
        b'id = "A9"\ntitle = "x"\nkey = "list"\nsource = "project"\n'
        b'rows = [\n  { result = { of = "ponds", least = 1 } },\n]\n',
        file="a9.toml",
    )
    with pytest.raises(OpforError, match=r"a9.toml:6: 'ponds' cannot be measured"):
        board_marks(parse_map("o1", Library().load), table)
