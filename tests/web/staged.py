"""Saved games in which a task waits to be done: small forces, set where they matter."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from opfor.core.ask import Choose, Order
from opfor.ports.session import SUFFIX, Session, Setup, begin
from opfor.state.mission import OB, OBA, load_mission
from opfor.state.state import State
from opfor.state.units import LocationName

Adjusted = Mapping[str, Mapping[str, object]]


def ours(counter: str, at: str = "", number: int = 1, *weapons: str) -> OB:
    """FRIENDLY units on the map, or offboard."""
    where = LocationName(f"o1{at}" if at else "")
    return OB(counter=counter, number=number, at=where, weapons=weapons)


def theirs(counter: str, at: str, number: int = 1, *weapons: str) -> OB:
    """Known ENEMY units."""
    return replace(ours(counter, at, number, *weapons), side="ENEMY")


def staged(
    folder: Path,
    name: str,
    *units: OB,
    until: Callable[[State], bool],
    adjust: Adjusted = MappingProxyType({}),
    seed: int = 7,
    placement: tuple[str, ...] = (),
    oba: tuple[OBA, ...] = (),
) -> Path:
    """The save of a game with these units, in which nobody does anything until then.

    Args:
        folder: where it is written.
        name: its file without the suffix.
        units: both OB.
        until: the moment that it waits at, when an order is asked for.
        adjust: fields that are set by unit, as on the player's table.
        seed: of its dice.
        placement: where S? stand; nowhere.
        oba: batteries.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{SUFFIX}"
    mission = load_mission("first-contact")
    mission = replace(mission, placement=placement, unit=units, oba=oba, re=0)
    session = begin(Setup(mission=mission, seed=seed), path)
    try:
        _play(session, until, adjust)
    finally:
        session.close()
    return path


def _play(session: Session, until: Callable[[State], bool], adjust: Adjusted) -> None:
    asked = session.game.run()
    first = [
        {"type": "adjust", "what": "unit", "id": id_, "set": dict(fields)}
        for id_, fields in adjust.items()
    ]
    while asked:
        value: Any = {"type": "end"}
        if isinstance(asked.request, Choose):
            value = asked.request.options[0].key
        elif first and isinstance(asked.request, Order):
            value = first.pop(0)
        elif isinstance(asked.request, Order) and until(session.game.state):
            break
        asked = session.game.answer(asked.number, value)


def friendly(phase: str, turn: int = 1) -> Callable[[State], bool]:
    """The player's own phase."""
    return lambda state: (
        (state.side, state.phase, state.turn)
        == (
            "FRIENDLY",
            phase,
            turn,
        )
    )


def fire_window(state: State) -> bool:
    """A mover may be fired at."""
    return state.window is not None and state.window.side == "FRIENDLY"
