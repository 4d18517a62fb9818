"""S6.3: Automatic Actions, and which of them goes first."""

import pytest

from opfor.core.explain import Considered
from opfor.core.rule import REGISTRY
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import NUMBERS, RULES
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import in_sight
from opfor.rules.s_solitaire.s06_actions.s06_221_move_options import exposed
from opfor.rules.s_solitaire.s09_movement.danger import threats
from opfor.state.units import LocationName, Marker, Unit, VehicleState
from opfor.views.text.log import log_lines
from opfor.views.text.why import why_lines
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import ask, enemy, friend, played
from tests.rules.given.world import MISSION, VILLAGE, events, world


class TestS6_3AutomaticActions:
    """S6.3."""

    def test_the_lowest_number(self) -> None:
        """T25: of several the one with the lowest number goes first."""
        flame = Marker(id="m", kind="flame", location=LocationName("tJ6"))
        near = friend("V", "K6")
        assert number(enemy("e1", "J6"), near) == "S6.311"
        assert number(enemy("e1", "J6"), near, flame) == "S6.304"

    def test_the_dr_is_made(self) -> None:
        """T25: the Action DR is made all the same; its Action is not used."""
        flame = Marker(id="m", kind="flame", location=LocationName("tJ6"))
        unit = played("S6.11 DR 2,3", things=[enemy("e1", "J6"), flame]).state.units[
            "e1"
        ]
        assert (unit.action, unit.automatic) == ("Move", "S6.304")

    def test_panic_goes_before_it(self) -> None:
        """T25: on doubles high enough the unit Panics instead."""
        flame = Marker(id="m", kind="flame", location=LocationName("tJ6"))
        unit = played("S6.11 DR 5,5", things=[enemy("e1", "J6"), flame]).state.units[
            "e1"
        ]
        assert (unit.action, unit.automatic) == ("Panic", "")
        assert number(enemy("e1", "J6", panic=True), flame) == ""

    def test_none(self) -> None:
        """A squad with nothing special has none."""
        assert own(enemy("e1", "J6")) is None

    def test_exc1_human_wave(self) -> None:
        """EXC: a MMC of a Human Wave has its Move without a DR."""
        unit = played(things=[enemy("e1", "J6", wave="wave1")]).state.units["e1"]
        assert (unit.action, unit.automatic) == ("Move", "S6.305")


class TestSight:
    """What Locations are in range and LOS of FRIENDLY units."""

    @pytest.mark.parametrize(("at", "seen"), [("D6", True), ("C6", False)])
    def test_in_sight(self, at: str, seen: bool) -> None:
        """Within the range of an unbroken unit, long range included (D-432)."""
        things = [friend("V", "P6")]
        where = LocationName(f"t{at}")
        assert ask(things, lambda p: in_sight(p, where)) is seen

    @pytest.mark.parametrize(
        "unit",
        [
            friend("V", "P6", unarmed=True),
            friend("V", "P6", "german/opel-6700", vehicle=VehicleState(vca=0)),
            friend("V", "P6", broken=True),
        ],
    )
    def test_unarmed(self, unit: Unit) -> None:
        """Who is unarmed or broken is no danger, on no route either (S6.316)."""
        where = LocationName("tK6")
        assert ask([unit], lambda p: in_sight(p, where)) is False
        found = ask(
            [unit], lambda p: (sum(t.fp for t in threats(p)), exposed(p, where))
        )
        assert found == (0, False)


class TestConsidered:
    """What was asked, and what applied."""

    def test_all_rules_have_numbers(self) -> None:
        """Each rule that is asked has its number, in the order of the book."""
        assert len(NUMBERS) == len(RULES)
        ids = [REGISTRY.find(number).id for number in NUMBERS]
        assert ids == sorted(ids)

    def test_up_to_the_one_that_applies(self) -> None:
        """Up to Self Preservation, which applies; all of them if none does."""
        near = [enemy("e1", "J4"), friend("V", "J5")]
        game = played("S6.11 DR 4,6", "A7.3 DR 6,5", things=near)
        found = events(game, Considered)[0]
        assert found.applies == "S6.311"
        assert found.rules[0] == "S6.301"
        assert found.rules[-1] == "S6.311"
        game = played("S6.11 DR 4,3", things=[enemy("e1", "O6")])
        found = events(game, Considered)[0]
        assert (found.applies, found.rules) == ("", NUMBERS)

    def test_why_and_log(self) -> None:
        """`why` has a line for each; the log has none."""
        game = played("S6.11 DR 4,3", things=[enemy("e1", "O6")])
        where = world(VILLAGE, MISSION)
        told = [line.text for line in why_lines(where, game.events)]
        assert "Automatic Action of e1: none" in told
        assert "  S6.311 Self Preservation: does not apply" in told
        log = [line.text for line in log_lines(where, game.events)]
        assert not any("Automatic Action of" in text for text in log)
