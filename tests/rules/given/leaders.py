"""ENEMY leaders and broken units, and the MPh with them."""

from typing import Any

from opfor.core.game import Game
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.enemies import Thing, enemy, put
from tests.rules.given.moves import phase

OPEN = "board: t\nsize: 20x10\nbrush: A1\n"
"""Open Ground but for one hex."""

LEADER = enemy("L", "J6", "8-0")
DIRECTOR = enemy("L", "J6", "8-1")
"""A leader with a negative modifier."""


def broken(id_: str, at: str, counter: str = "4-4-7", **fields: object) -> Unit:
    """A broken ENEMY unit."""
    return enemy(id_, at, counter, broken=True, **fields)


def leader(automatic: str, action: str = "Move", **fields: object) -> Unit:
    """An 8-1 in J6 with an Automatic Action."""
    return enemy("L", "J6", "8-1", automatic=automatic, action=action, **fields)


def went(*things: Thing, dice: tuple[str, ...] = (), **how: Any) -> Game[State]:
    """The game after the ENEMY's MPh, in which nothing is fired at what moves."""

    def there(play: Play) -> None:
        for thing in things:
            put(play, thing)

    how = {"board": OPEN, "attitude": "Hold", **how}
    return phase(*dice, changed=there, **how)


def moved(*things: Thing, dice: tuple[str, ...] = (), **how: Any) -> State:
    """The state after it."""
    return went(*things, dice=dice, **how).state
