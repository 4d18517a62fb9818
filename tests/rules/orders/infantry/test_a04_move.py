"""The orders of the MPh as they are offered and carried out."""

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.reach import reach
from opfor.rules.choices.orders import EndMove, MoveTo
from opfor.rules.sequence.orders_by_phase import carry_out, check, legal
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName, Unit
from tests.rules.given.phases import offered, phase, unit
from tests.rules.given.world import game

FLAT = "board: t\nsize: 17x10\nwoods: H5\n"
STACK = {"V": ("german/4-6-7", "tG5"), "L": ("german/8-1", "tG5")}


class TestB26_4Wire:
    """B26.4."""

    def test_above_the_wire(self) -> None:
        """Who enters a wire Location is above the wire."""

        def run(play: Play) -> None:
            where = LocationName("tG4")
            wire = Fortification(id="w", kind="wire", location=where)
            play.emit(FortificationAdded(wire))
            carry_out(play, "FRIENDLY", MoveTo(("V",), where))

        assert game(board=FLAT, units=STACK, run=run).state.units["V"].inside == "w"


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


class TestA20_5Prisoners:
    """A20.5: what a Guard can do with prisoners."""

    @staticmethod
    def offers(held: Unit, board: str = FLAT, first: MoveTo | None = None) -> None:
        """Every move that is offered to the Guard of somebody passes as an order."""

        def look(play: Play) -> None:
            found = list(offered("FRIENDLY", MoveTo)(play))
            assert found
            for order in found:
                check(play, "FRIENDLY", order)

        steps = [("FRIENDLY", first)] if first else []
        phase("MPh", *steps, look, units=[unit("a", "tG5"), held], board=board)

    def test_a_wounded_prisoner(self) -> None:
        """The Guard of a wounded leader is offered what it may do with him."""
        held = unit("e1", "tG5", "russian/8-0", guard="a", unarmed=True, wounded=True)
        self.offers(held)

    def test_bypass_with_a_prisoner(self) -> None:
        """Who goes on in Bypass orders his own units alone."""
        held = unit("e1", "tG5", guard="a", unarmed=True)
        board = "board: t\nsize: 17x10\nwooden building: G4\n"
        ways: list[MoveTo] = []

        def look(play: Play) -> None:
            ways.extend(o for o in offered("FRIENDLY", MoveTo)(play) if o.bypass)

        phase("MPh", look, units=[unit("a", "tG5"), held], board=board)
        assert ways
        self.offers(held, board, ways[0])
