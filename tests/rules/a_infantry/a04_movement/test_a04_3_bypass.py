"""A4.3: Bypass of woods and buildings along hexsides that they do not touch."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import EndMove, MoveTo
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import FortificationAdded, MoveChanged, Moved
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName
from tests.rules.given.world import game

HOUSE = "board: t\nsize: 17x10\nstone building: H5\n"
Step = tuple[str, tuple[int, ...]]


def bypassed(*steps: Step, board: str = HOUSE, start: str = "tG5") -> State:
    """The State after steps, each a Location and the hexsides gone along."""

    def run(play: Play) -> None:
        for to, sides in steps:
            order = MoveTo(("V",), LocationName(to), bypass=sides)
            play.emit(Moved(order.to, plan(play, order)))

    units = {"V": ("german/4-6-7", start)}
    return game(board=board, units=units, run=run).state


class TestA4_3Bypass:
    """A4.3."""

    def test_past_a_house_and_on(self) -> None:
        """From G5 H5 is entered by its hexside 5; along 0 and 1 it leads to I5."""
        state = bypassed(("tH5", (0, 1)), ("tI5", ()))
        assert state.units["V"].location == "tI5"
        assert state.move
        assert (state.move.spent, state.move.bypass) == (2 * MF, ())

    def test_told(self) -> None:
        """Each way past is told by the hexes across the hexsides."""

        def run(play: Play) -> None:
            found = [o for o in legal(play, "FRIENDLY") if isinstance(o.order, MoveTo)]
            labels = [o.label for o in found if o.order.to == "tH5" and o.order.bypass]
            assert "V to tH5 (1 MF, Bypass along tH4)" in labels
            assert "V to tH5 (1 MF, Bypass along tH4 and tI5)" in labels
            assert len(labels) == len(set(labels))

        game(board=HOUSE, units={"V": ("german/4-6-7", "tG5")}, run=run)

    def test_only_where_the_corner_leads(self) -> None:
        """A hex that does not touch the corner come to is out of reach."""
        with pytest.raises(Illegal, match="does not touch the corner"):
            bypassed(("tH5", (0,)), ("tI6", ()))

    def test_more_than_two_hexsides_cost_double(self) -> None:
        """Two hexsides more cost another MF, in the same hex."""
        state = bypassed(("tH5", (0, 1)), ("tH5", (2, 3)))
        assert state.move
        assert (state.move.bypass, state.move.spent) == ((0, 1, 2, 3), 2 * MF)
        assert state.move.here == 2 * MF

    def test_into_the_obstacle(self) -> None:
        """Out of Bypass the obstacle itself is entered at its own cost."""
        state = bypassed(("tH5", (0,)), ("tH5", ()))
        assert state.move
        assert (state.move.spent, state.move.bypass) == (3 * MF, ())

    def test_not_the_long_way_about(self) -> None:
        """Hexsides that do not follow on each other, or are too many, are refused."""
        for sides in ((2,), (0, 2), (0, 1, 2), (5,)):
            with pytest.raises(Illegal, match="does not lead along those hexsides"):
                bypassed(("tH5", sides))

    def test_not_where_the_obstacle_touches(self) -> None:
        """A hexside that the building crosses is not free."""
        board = "board: t\nsize: 17x10\nstone building: H4+H5\n"
        with pytest.raises(Illegal, match="touches that hexside"):
            bypassed(("tH5", (0,)), board=board)

    @pytest.mark.parametrize("level", [1, 2])
    def test_up_a_slope(self, level: int) -> None:
        """Up one level costs a MF more; over two at once nobody bypasses."""
        hill = "".join(f"level {n}: H5\n" for n in range(1, level + 1))
        if level == 1:
            move = bypassed(("tH5", (0,)), board=HOUSE + hill).move
            assert move
            assert move.spent == 2 * MF
        else:
            with pytest.raises(Illegal, match="abrupt slope"):
                bypassed(("tH5", (0,)), board=HOUSE + hill)

    def test_nothing_to_bypass(self) -> None:
        """Open Ground is no obstacle."""
        with pytest.raises(Illegal, match="nothing to bypass"):
            bypassed(("tG4", (1,)))

    def test_exc1_wire(self) -> None:
        """A hex with wire is not bypassed."""

        def run(play: Play) -> None:
            wire = Fortification(id="w", kind="wire", location=LocationName("tH5"))
            play.emit(FortificationAdded(wire))
            with pytest.raises(Illegal, match="wire cannot be bypassed"):
                plan(play, MoveTo(("V",), LocationName("tH5"), bypass=(0,)))

        game(board=HOUSE, units={"V": ("german/4-6-7", "tG5")}, run=run)

    def test_nobody_stays_in_it(self) -> None:
        """Bypass is offered, cannot be ended by choice, and leads on."""

        def run(play: Play) -> None:
            offers = [o.order for o in legal(play, "FRIENDLY")]
            order = MoveTo(("V",), LocationName("tH5"), bypass=(0, 1))
            assert order in offers
            carry_out(play, "FRIENDLY", order)
            with pytest.raises(Illegal, match=r"A4\.33"):
                check(play, "FRIENDLY", EndMove())
            onward = [o.order for o in legal(play, "FRIENDLY")]
            assert {o.to for o in onward if isinstance(o, MoveTo)} == {
                "tI6",
                "tI5",
                "tH5",
            }

        game(board=HOUSE, units={"V": ("german/4-6-7", "tG5")}, run=run)

    def test_who_has_no_way_on(self) -> None:
        """Where its MF lead nowhere any more, the move may end in Bypass."""

        def run(play: Play) -> None:
            order = MoveTo(("V",), LocationName("tH5"), bypass=(0, 1))
            carry_out(play, "FRIENDLY", order)
            move = play.state.move
            assert move
            play.emit(MoveChanged(replace(move, spent=9 * MF)))
            check(play, "FRIENDLY", EndMove())

        game(board=HOUSE, units={"V": ("german/4-6-7", "tG5")}, run=run)
