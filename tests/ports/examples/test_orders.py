"""Orders as tables, of both sides, and markers on the map."""

import pytest

from opfor.core.errors import OpforError
from tests.ports.examples.small import GIVENS, played

ENEMY = GIVENS + '[enemies]\nE = "concealed 4-4-7 in O6"\n'
MOVE = '{ type = "move", units = ["V"], to = "J7" }'


def case(*lines: str) -> str:
    """A case of these lines."""
    return "\n".join(['[[case]]\nwhat = "An order as a table."', *lines])


class TestTables:
    """do = { type = "move", … }."""

    def test_of_the_player(self) -> None:
        """A table does what the words do; Locations have their short names."""
        dice = 'dice = "S5.1 dr 6"'
        text = case(f"do = {MOVE}", dice, 'expect.units.V = "in J7"')
        assert not played(text).misses

    def test_of_the_enemy(self) -> None:
        """An order of the ENEMY waits for his part; the other side does nothing."""
        move = '{ side = "ENEMY", type = "move", units = ["E"], to = "N6" }'
        text = case('phase = "ENEMY MPh"', f"do = {move}", 'expect.units.E = "in N6"')
        assert not played(text, ENEMY).misses

    def test_refused(self) -> None:
        """A table that is no legal order is refused like words."""
        far = MOVE.replace("J7", "B5")
        assert not played(case(f"do = {far}", 'expect.refused = "A4.2"')).misses

    def test_may(self) -> None:
        """A table stands among the orders that are legal too."""
        assert not played(case('do = "run"', f"expect.may = [{MOVE}]")).misses

    @pytest.mark.parametrize(
        ("order", "said"),
        [
            ('{ side = "GERMAN", type = "end" }', "no such side"),
            ('{ type = "move", units = ["V"], to = "QQ99" }', "QQ99"),
        ],
    )
    def test_wrong(self, order: str, said: str) -> None:
        """A side or a Location that is none is told."""
        with pytest.raises(OpforError, match=said):
            played(case(f"do = {order}"))


class TestMarkers:
    """[markers]."""

    def test_there(self) -> None:
        """What is given is there."""
        text = case('markers.a = "smoke 3 in K6"', 'markers.b = "residual 4 in J7"')
        text += '\ndo = "run"\nexpect.markers = ["residual 4 in J7", "smoke 3 in K6"]'
        assert not played(text).misses

    @pytest.mark.parametrize("mark", ["fog in K6", "smoke 3"])
    def test_wrong(self, mark: str) -> None:
        """What is no marker, or is nowhere, is told."""
        with pytest.raises(OpforError):
            played(case(f'markers.a = "{mark}"', 'do = "run"'))
