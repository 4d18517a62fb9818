"""The Player Turn as it is written down, and the rule of what the ENEMY does."""

from opfor.core.rule import RuleId, causes, default_cause, part_of_rule
from opfor.rules.a_infantry.a03_9_phases import PARTS, PHASES
from opfor.rules.sequence.find_orders import AT
from opfor.rules.sequence.player_turn import OF_PHASE, PLAYER_TURN
from opfor.views.rule_index import load_index


def test_phases() -> None:
    """Each phase has its row, in order, with a rule of a known number."""
    assert tuple(row.phase for row in PLAYER_TURN) == PHASES
    known = load_index().rules
    assert {RuleId.parse(row.rule) for row in PLAYER_TURN} <= {*known}


def test_parts() -> None:
    """The ENEMY acts where a side has a part, and only there; so do orders."""
    parts = {(phase, role) for phase in PHASES for role in PARTS[phase]}
    parts.add(("MPh", "window"))
    assert {*AT} == parts
    for phase, row in OF_PHASE.items():
        roles = {role for of, role in parts if of == phase}
        for role in ("attacker", "window", "defender"):
            assert bool(row.enemy(role)) == (role in roles)


def test_only_where_no_rule_is_finer() -> None:
    """What is done is the cause of what has none, and of nothing else."""
    with default_cause("D2.13"):
        assert causes() == ("D2.13",)
        with part_of_rule("D2.14"):
            assert causes() == ("D2.14",)
    assert causes() == ()
