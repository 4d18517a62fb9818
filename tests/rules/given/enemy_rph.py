"""An ENEMY RPh."""

from typing import Any

from opfor.core.game import Game
from opfor.state.state import State
from opfor.state.units import LocationName, Unit, Weapon
from tests.rules.given.enemy_part import enemy_part


def rph(*units: Unit, dice: tuple[str, ...] = (), **more: Any) -> Game[State]:
    """An ENEMY RPh."""
    return enemy_part("RPh", *units, dice=dice, **more)


def sw(id_: str, counter: str, owner: str = "", at: str = "", **states: Any) -> Weapon:
    """A Weapon."""
    where = LocationName(at)
    return Weapon(id=id_, counter=counter, owner=owner, location=where, **states)
