"""S6.3: `why` is told which Automatic Actions were asked for, in order."""

from opfor.core.explain import Considered
from opfor.core.rule import REGISTRY
from opfor.rules.s_solitaire.s06_actions.automatic import NUMBERS, RULES
from opfor.views.text.log import log_lines
from opfor.views.text.why import why_lines
from tests.rules.given.enemies import enemy, friend, played
from tests.rules.given.world import MISSION, VILLAGE, events, world


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
