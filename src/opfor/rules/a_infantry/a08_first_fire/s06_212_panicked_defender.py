"""S6.212: a Panicked DEFENDER must still fire at close Targets."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a03_9_phases import defender
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import (
    fit,
    manned_by_unit,
    reach_of,
    target_of_window,
)
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule(
    "S6.212",
    "A Panicked DEFENDER must still fire at close Targets",
    cites=("A8.31", "S6.211"),
)
def panic_fire(view: GameView) -> list[Unit]:
    """The DEFENDER's units in Panic that must yet fire at what moves next to them.

    At what is ADJACENT or in their Location, once in each Location that the mover
    spends MF in: Infantry by FPF, a vehicle by Intensive Fire of its ordnance and
    Sustained Fire of its MG. Whether the movers are Known does not matter.
    """
    where, window = target_of_window(view), view.state.window
    fired = window.shots if window else {}
    return [
        unit
        for unit in view.state.units.values()
        if unit.panic
        and unit.side == defender(view.state)
        and unit.location
        and where
        and fit(unit)
        and any(id_ not in fired for id_ in _bound(view, unit))
        and adjacent(view, unit.location, where)
    ]


def _bound(view: GameView, unit: Unit) -> list[str]:
    """What a unit in Panic must fire with: its FP, or each Weapon of a vehicle."""
    if unit.vehicle is not None:
        return [weapon.id for weapon in manned_by_unit(view).get(unit.id, ())]
    return [unit.id] if reach_of(view, unit, None) > 0 else []
