"""The rule of each order, and of what the ENEMY does in each phase."""

from typing import get_args

from opfor.core.rule import RuleId, causes, default_cause, part_of_rule
from opfor.rules.choices.orders import Adjust, Command, EndPhase
from opfor.rules.sequence.enemy import OF_PHASE
from opfor.rules.sequence.order_causes import RULES
from opfor.state.units import Phase
from opfor.views.rule_index import load_index


def test_every_order_has_its_rule() -> None:
    """All but the end of a phase and what the player sets; each a known number."""
    assert {*RULES} == {*get_args(Command)} - {EndPhase, Adjust}
    assert {*OF_PHASE} == {*get_args(Phase)} - {""}
    known = load_index().rules
    assert {RuleId.parse(n) for n in (*RULES.values(), *OF_PHASE.values())} <= {*known}


def test_only_where_no_rule_is_finer() -> None:
    """What is done is the cause of what has none, and of nothing else."""
    with default_cause("D2.13"):
        assert causes() == ("D2.13",)
        with part_of_rule("D2.14"):
            assert causes() == ("D2.14",)
    assert causes() == ()
