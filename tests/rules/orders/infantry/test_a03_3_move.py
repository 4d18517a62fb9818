"""A4 in play: the orders of the MPh, and all that follows from entering a Location."""

from msgspec.structs import replace

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.reach import reach
from opfor.rules.choices.orders import EndMove, MoveTo
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.one_turn import played
from tests.rules.given.world import game

FLAT = "board: t\nsize: 17x10\nwoods: H5\n"
STACK = {"V": ("german/4-6-7", "tG5"), "L": ("german/8-1", "tG5")}


class TestOffers:
    """What is offered is legal, and the parts of a stack go on one by one."""

    def test_every_offer_is_legal(self) -> None:
        """Each offer passes its own check, at the start and after a step."""

        def run(play: Play) -> None:
            for to in ("tG4", "tF4"):
                offers = list(legal(play, "FRIENDLY"))
                assert len(offers) > 10
                for offer in offers:
                    check(play, "FRIENDLY", offer.order)
                carry_out(play, "FRIENDLY", MoveTo(("V", "L"), LocationName(to)))

        game(board=FLAT, units=STACK, run=run)

    def test_part_by_part(self) -> None:
        """The leader goes on alone and halts; then the squad may still go on."""

        def run(play: Play) -> None:
            for order in (
                MoveTo(("V", "L"), LocationName("tG4")),
                MoveTo(("L",), LocationName("tG3")),
                EndMove(),
            ):
                carry_out(play, "FRIENDLY", order)
            assert play.state.units["L"].moved
            assert play.state.move
            assert play.state.move.units == ("V",)
            carry_out(play, "FRIENDLY", MoveTo(("V",), LocationName("tF4")))

        state = game(board=FLAT, units=STACK, run=run).state
        assert state.units["V"].location == "tF4"

    def test_set_apart_by_hand(self) -> None:
        """Units in hand that a player sets apart on his table go on each by itself."""

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", MoveTo(("V", "L"), LocationName("tG4")))
            chief = play.state.units["L"]
            apart = replace(chief, location=LocationName("tG7"))
            play.emit(UnitChanged(apart, "adjusted"))
            offers = [o.order for o in legal(play, "FRIENDLY")]
            moves = {o.units for o in offers if isinstance(o, MoveTo)}
            assert moves == {("V",), ("L",)}
            for order in offers:
                check(play, "FRIENDLY", order)

        game(board=FLAT, units=STACK, run=run)

    def test_another_unit_ends_all_parts(self) -> None:
        """A unit of another stack that moves ends the move of every part."""

        def run(play: Play) -> None:
            for order in (
                MoveTo(("V", "L"), LocationName("tG4")),
                MoveTo(("L",), LocationName("tG3")),
                MoveTo(("W",), LocationName("tA4")),
            ):
                carry_out(play, "FRIENDLY", order)

        units = STACK | {"W": ("german/4-6-7", "tA5")}
        state = game(board=FLAT, units=units, run=run).state
        assert [state.units[id_].moved for id_ in "VLW"] == [True, True, False]


class TestReach:
    """Where a stack could go in this MPh."""

    def test_costs_and_routes(self) -> None:
        """Four MF: woods for two of them; with its leader two more."""

        def run(play: Play) -> None:
            squad, chief = (play.state.units[id_] for id_ in ("V", "L"))
            alone = reach(play, [squad])
            assert alone[LocationName("tH5")].spent == 2 * MF
            assert alone[LocationName("tG1")].route[-1] == "tG1"
            assert "tA5" not in alone
            assert len(reach(play, [squad, chief])) > len(alone)

        game(board=FLAT, units=STACK, run=run)


class TestA3_3MovementPhase:
    """A3.3."""

    def test_order_of_battle(self) -> None:
        """Units are named by counter and letter; the first ones have the SW."""
        state = played().state
        assert list(state.units) == ["467A", "467B", "81A"]
        assert {w.id: w.owner for w in state.weapons.values()} == {"mmgA": "467A"}
