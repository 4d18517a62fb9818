"""A15.46: when a berserk unit becomes normal again."""

from collections.abc import Mapping

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_enemies,
    known_to_other_side,
)
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

Faced = Mapping[str, frozenset[str]]
"""Berserk units, and the Known enemies in the Location of each."""


@rule("A15.46", "Return to normal", cites=("A15.43",))
def end_charges(play: Play) -> None:
    """As its MPh ends, a berserk unit without a Known enemy in LOS is normal again.

    Reading: D-590 whether it has charged in that MPh or not.
    """
    for unit in _berserk(play):
        if unit.side != play.state.side:
            continue
        if not known_enemies(play, unit.side, unit.location):
            _calm(play, unit)


def faced(view: GameView) -> Faced:
    """The Known enemies that each berserk unit has in its Location."""
    return {
        unit.id: frozenset(enemy.id for enemy in _enemies_here(view, unit))
        for unit in _berserk(view)
    }


@rule("A15.46/eliminated", "Nobody left to fight", cites=("A15.46",))
def end_of_rage(play: Play, before: Faced) -> None:
    """A berserk unit is normal again as the last Known enemy with it is eliminated.

    By fire in the AFPh or in CC. Who only left the Location does not count.

    Args:
        play: the game.
        before: whom each had with it.
    """
    for unit in _berserk(play):
        left = (play.state.units.get(id_) for id_ in before.get(unit.id, ()))
        lost = any(enemy is None or enemy.guard for enemy in left)
        if lost and not _enemies_here(play, unit):
            _calm(play, unit)


def _berserk(view: GameView) -> list[Unit]:
    units = view.state.units.values()
    return [unit for unit in units if unit.berserk and unit.location]


def _enemies_here(view: GameView, unit: Unit) -> list[Unit]:
    return [
        other
        for other in view.state.units_at(unit.location)
        if other.side != unit.side and not other.guard and known_to_other_side(other)
    ]


def _calm(play: Play, unit: Unit) -> None:
    play.emit(UnitChanged(replace(unit, berserk=False), fact("berserk_no_more")))
