"""The Automatic Action of a unit among others."""

from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic
from opfor.state.units import Unit
from tests.rules.given.enemies import Thing, ask


def own(unit: Unit, *others: Thing, **how: object) -> Automatic | None:
    """The Automatic Action of a unit among others."""
    found = ask([unit, *others], lambda p: automatic(p, p.state.units[unit.id]), **how)
    assert found is None or isinstance(found, Automatic)
    return found


def number(unit: Unit, *others: Thing, **how: object) -> str:
    """The number of the rule of its Automatic Action; empty without one."""
    found = own(unit, *others, **how)
    return found.rule if found else ""
