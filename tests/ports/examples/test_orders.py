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


class TestRunTo:
    """do = "run to DFPh"."""

    def test_ends(self) -> None:
        """Play goes on to it, and whoever is asked on the way does nothing."""
        text = case('do = "run to DFPh"', 'expect.phase = "FRIENDLY DFPh"')
        assert not played(text + '\nexpect.units.V = "in J6"').misses
        assert played(text.replace("to DFPh", "")).misses

    def test_never(self) -> None:
        """A phase that does not come before the game ends is a miss."""
        text = case('phase = "ENEMY APh"', "msr.turns = 1", 'do = "run to DFPh"')
        assert played(text + '\nexpect.ac = 3\ndice = "A12.122 dr 6"').misses


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


class TestVerbs:
    """Orders in words, who acts before the verb or behind it."""

    def test_of_the_enemy(self) -> None:
        """ENEMY stands before what the ENEMY does."""
        for words in ("ENEMY E move N6", "ENEMY move E to t:N6"):
            text = case(
                'phase = "ENEMY MPh"', f'do = "{words}"', 'expect.units.E = "in N6"'
            )
            assert not played(text, ENEMY).misses

    def test_fire(self) -> None:
        """Firers, Location, who directs, and what else may be said."""
        for words in ("V + L fire tO6", "fire V O6 by L", "V fire at O6 by L"):
            text = case(
                'phase = "FRIENDLY PFPh"',
                "on_table = []",
                f'do = "{words}"',
                'dice = "A7.3 DR 6,6"',
            )
            result = played(text, ENEMY.replace("concealed ", ""))
            assert "is no order" not in str(result.misses), result.misses

    @pytest.mark.parametrize(
        ("words", "error"),
        [
            ("V fire", "HEX is not named"),
            ("V fire O6 by", "is not named"),
            ("V rally W X", "'W' is too much"),
            ("turn T left", "'left' is no number"),
            ("ENEMY E flies", "is no order"),
        ],
    )
    def test_wrong(self, words: str, error: str) -> None:
        """What is missing or too much is told."""
        with pytest.raises(OpforError, match=error):
            played(case(f'do = "{words}"'), ENEMY)

    def test_purpose(self) -> None:
        """A purpose names Locations as anything does."""
        dice = """dice = 'S5.1 dr 6 "AC of S1 in t:O6"'"""
        text = case('do = "V move J7"', dice, "expect.left = []")
        assert not played(text).misses
