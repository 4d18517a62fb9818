"""CG.p5: replacements."""

import msgspec
import pytest

from opfor.campaign.aftermath.p05_replacements import filled, replacements
from opfor.campaign.company import Options
from opfor.campaign.result import Outcome
from tests.campaign.companies import company, now, squad, told


class TestReplacements:
    """Who comes, and where they go."""

    def test_reduced_first(self) -> None:
        """Steps fill reduced squads, those with most experience first."""
        two = company(squad(1, reduced=True), squad(2, reduced=True, experience=4))
        found = filled(two, 1, now())
        assert [each.reduced for each in found.people] == [True, False]

    def test_new_squad(self) -> None:
        """Two steps are a new squad, a class below the usual one, with a new name."""
        found = filled(company(squad(1)), 3, now())
        new = found.people[-1]
        assert (len(found.people), new.counter, new.id) == (2, "4-4-7", 2)
        assert new.name != "Squad1"

    def test_no_more_than_ten(self) -> None:
        """A company has no more squads than it began with."""
        assert filled(company(), 12, now()) == company()

    @pytest.mark.parametrize(
        ("outcome", "kind", "squads"),
        [
            ("won", "usual", 3),
            ("lost", "usual", 2),
            ("won", "few", 2),
            ("won", "many", 4),
        ],
    )
    def test_steps(self, outcome: Outcome, kind: str, squads: int) -> None:
        """A dr of 2, two more if won, one if lost; few two less, many two more."""
        options = msgspec.convert({"replacements": kind}, Options)
        then = now(2, outcome=outcome, options=options)
        found = replacements(company(squad(1)), then)
        assert len(found.people) == squads

    def test_none(self) -> None:
        """Nobody comes where that was chosen, and nobody rolls."""
        then = now(options=Options(replacements="none"))
        assert replacements(company(squad(1)), then) == company(squad(1))
        assert told(then) == []
