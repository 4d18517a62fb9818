"""Small games in which the ENEMY moves, for the tests of S9."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.a_infantry.a03_9_phases import acting
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import close
from opfor.rules.s_solitaire.s09_movement.movers import Mover
from opfor.rules.sequence.enemy import act
from opfor.state.events import (
    CommandRolled,
    Moved,
    PhaseBegan,
    UnitChanged,
)
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Unit,
)
from tests.rules.given.world import MISSION, events, game, world

# The FBE is the bottom, so north is to the left and F is down a hexrow.

PLAIN = """
board: t
size: 20x10
woods: J5 K5
wooden building 1: M5
stone building: H4
pond: P5
wall: G5/F5
"""
WORLD = world(PLAIN, replace(MISSION, fbe="bottom"))
SQUAD = "russian/4-4-7"


def at(name: str) -> LocationName:
    """A name as that of a Location."""
    return LocationName(name)


def scene(*units: Unit, vpo: tuple[str, ...] = (), **state: Any) -> FrozenView:
    """The board with units; VPO Locations are FRIENDLY Controlled unless said."""
    mission = replace(MISSION, vpo=tuple(map(at, vpo)), held_by="FRIENDLY")
    known = {unit.id: unit for unit in units}
    found = State(
        mission=mission, units=known, side="ENEMY", phase="MPh", turn=1, **state
    )
    return FrozenView(found, WORLD)


def enemy(where: str, id_: str = "e1", **fields: Any) -> Unit:
    """An ENEMY squad."""
    counter = fields.pop("counter", SQUAD)
    return Unit(id=id_, side="ENEMY", counter=counter, location=at(where), **fields)


def friend(where: str, id_: str = "f1", **fields: Any) -> Unit:
    """A FRIENDLY squad."""
    counter = "german/4-6-7"
    return Unit(id=id_, side="FRIENDLY", counter=counter, location=at(where), **fields)


def mover(where: str, attitude: str = "Hold", id_: str = "e1") -> Mover:
    """A squad as what moves."""
    return Mover(ids=(id_,), location=at(where), attitude=attitude)  # type: ignore[arg-type] # a test's word


def phase(
    *dice: str,
    enemies: dict[str, str] | None = None,
    changed: Callable[[Play], None] | None = None,
    attitude: str = "Advance",
    board: str = PLAIN,
    command: int = 0,
    counter: str = SQUAD,
    asked: Callable[[Play], object] | None = None,
    **given: Any,
) -> Game[State]:
    """The ENEMY's MPh: who is named has the Action Move; FRIENDLY units hold fire.

    Args:
        dice: what falls.
        enemies: ENEMY squads by id: their Locations.
        changed: what else there is, put on the map first.
        attitude: theirs.
        board: the board.
        command: the row of their Command, without a DR.
        counter: theirs.
        asked: what looks at each moment in which the FRIENDLY side may fire.
        given: other things of `game`.
    """

    def run(play: Play) -> None:
        if changed:
            changed(play)
        play.emit(PhaseBegan(1, "ENEMY", "MPh"))
        for id_ in enemies or {}:
            unit = replace(play.state.units[id_], action="Move")
            play.emit(UnitChanged(unit, "is to move"))
        if command:
            for who in WHO:
                play.emit(CommandRolled(who, command))
        while (side := acting(play.state)) is not None:
            if side == "FRIENDLY":
                if asked:
                    asked(play)
                hold(play)
            elif not act(play):
                break

    return game(
        *dice,
        board=board,
        enemies={id_: (counter, where) for id_, where in (enemies or {}).items()},
        attitude=attitude,
        fbe="bottom",
        run=run,
        **given,
    )


WHO = ("Advance Infantry", "Hold Infantry in odd hexes", "Hold Infantry in even hexes")


def hold(play: Play) -> None:
    """The FRIENDLY side holds its fire."""
    window = play.state.window
    assert window is not None
    close(play)


def entered(played: Game[State]) -> list[str]:
    """The Locations that units entered, in order."""
    return [str(event.to) for event in events(played, Moved)]
