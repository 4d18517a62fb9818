"""A stack in one Location, to which one thing is done; dice are scripted."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from opfor.core.event import RollMade
from opfor.core.game import Game
from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.state.events import LossesChanged, UnitChanged
from opfor.state.in_progress import SideLosses
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.world import game

HERE = "tJ6"

Stack = Mapping[str, tuple[str, Mapping[str, Any]] | str]
"""Units by id: the counter, or the counter and the states it begins with."""


def stack(
    run: Callable[[Play], object],
    units: Stack,
    *dice: str,
    at: str = HERE,
    enemies: Mapping[str, tuple[str, str]] | None = None,
    san: int = 0,
    **setting: Any,
) -> Game[State]:
    """The game after something was done to FRIENDLY units in one Location.

    Args:
        run: what is done.
        units: the stack.
        dice: what falls, each naming its rule.
        at: where the stack is.
        enemies: ENEMY units by id: counter and Location.
        san: the ENEMY SAN.
        setting: as for `game`.
    """
    pieces = {id_: (u, {}) if isinstance(u, str) else u for id_, u in units.items()}

    def once(play: Play) -> None:
        for id_, (_, states) in pieces.items():
            if states:
                changed = replace(play.state.units[id_], **states)
                play.emit(UnitChanged(changed, "as given"))
        if san:
            play.emit(LossesChanged("ENEMY", SideLosses(san=san), "as given"))
        run(play)

    return game(
        *dice,
        units={id_: (counter, at) for id_, (counter, _) in pieces.items()},
        enemies=dict(enemies or {}),
        run=once,
        **setting,
    )


def unit(game: Game[State], id_: str) -> Unit:
    """A unit as it is now."""
    return game.state.units[id_]


def left(game: Game[State], side: str = "FRIENDLY") -> dict[str, str]:
    """The units of a side that are left, by id: their counters without the nation."""
    return {
        id_: u.counter.partition("/")[2]
        for id_, u in game.state.units.items()
        if u.side == side
    }


def drm(game: Game[State], number: int = -1) -> dict[str, int]:
    """The modifiers of one of the rolls that were made, by name."""
    rolls = [e.event for e in game.events if isinstance(e.event, RollMade)]
    return {mod.name: mod.value for mod in rolls[number].mods}


def mc(units: Stack, *dice: str, number: int = 0, **setting: int) -> Game[State]:
    """A MC of V."""
    mods = [Mod(f"{number}MC", number, "A7.304")] if number else []
    return stack(
        lambda play: morale_check(play, "V", mods),
        units,
        *dice,
        elr={"FRIENDLY": 3},
        **setting,
    )
