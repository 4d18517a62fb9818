"""ENEMY units in place, and the ENEMY's part of a phase played out."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.sequence.enemy import act
from opfor.state.events import (
    FortificationAdded,
    MarkerAdded,
    PhaseBegan,
    UnitAdded,
    WeaponAdded,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Phase,
    Side,
    Unit,
    Weapon,
)
from tests.rules.given.world import VILLAGE, game

Thing = Unit | Weapon | Fortification | Marker


def enemy(id_: str, at: str, counter: str = "russian/4-4-7", **fields: object) -> Unit:
    """An ENEMY unit; its counter may be written without the nation."""
    code = counter if "/" in counter else f"russian/{counter}"
    unit = Unit(id=id_, side="ENEMY", counter=code, location=LocationName(f"t{at}"))
    return replace(unit, **fields)


def friend(id_: str, at: str, counter: str = "4-6-7", **fields: object) -> Unit:
    """A FRIENDLY unit."""
    code = counter if "/" in counter else f"german/{counter}"
    unit = Unit(id=id_, side="FRIENDLY", counter=code, location=LocationName(f"t{at}"))
    return replace(unit, **fields)


def weapon(
    id_: str, counter: str, owner: str = "", at: str = "", **f: object
) -> Weapon:
    """A Weapon, possessed or lying in a Location."""
    code = counter if "/" in counter else f"russian/{counter}"
    where = LocationName(f"t{at}" if at else "")
    return replace(Weapon(id=id_, counter=code, owner=owner, location=where), **f)


def played(
    *dice: str,
    things: Sequence[Thing] = (),
    run: Callable[[Play], object] | None = None,
    part: bool = True,
    phase: Phase = "PFPh",
    side: Side = "ENEMY",
    board: str = VILLAGE,
    attitude: str = "Hold",
    **mission: object,
) -> Game[State]:
    """The game after the ENEMY's part of a phase, or after `run` in its place.

    Args:
        dice: what falls, each naming its rule.
        things: units, Weapons, fortifications and markers in place.
        run: what happens first.
        part: the ENEMY then plays its part.
        phase: the phase.
        side: whose Player Turn it is.
        board: a text board.
        attitude: the Prevailing one.
        mission: other fields of the Mission.
    """

    def whole(play: Play) -> None:
        play.emit(PhaseBegan(1, side, phase))
        for thing in things:
            put(play, thing)
        if run is not None:
            run(play)
        while part and run is None and act(play):
            pass

    return game(*dice, board=board, attitude=attitude, run=whole, **mission)


def put(play: Play, thing: Thing) -> None:
    """Put a thing into play."""
    if isinstance(thing, Unit):
        play.emit(UnitAdded(thing))
    elif isinstance(thing, Weapon):
        play.emit(WeaponAdded(thing))
    elif isinstance(thing, Fortification):
        play.emit(FortificationAdded(thing))
    else:
        play.emit(MarkerAdded(thing))


def ask(
    things: Sequence[Thing],
    question: Callable[[Play], object],
    *dice: str,
    **how: object,
) -> object:
    """What a rule says of things in place."""
    answers: list[object] = []
    played(*dice, things=things, run=lambda play: answers.append(question(play)), **how)  # type: ignore[arg-type] # as played takes them
    return answers[0]
