"""What must hold of every state, whatever was played: one sentence for each fault."""

from collections.abc import Iterator

from opfor.state.artillery import FFE
from opfor.state.counters import DUMMY
from opfor.state.state import State
from opfor.state.units import Unit, Weapon


def faults(state: State) -> list[str]:
    """Everything in which a state is not one that the rules can bring about."""
    return [
        *(fault for unit in state.units.values() for fault in _unit(state, unit)),
        *(
            fault
            for weapon in state.weapons.values()
            for fault in _weapon(state, weapon)
        ),
        *_move(state),
        *_artillery(state),
        *_places(state),
    ]


def _unit(state: State, unit: Unit) -> Iterator[str]:
    if state.units.get(unit.id) is not unit:
        yield f"{unit.id} is kept under another id"
    if unit.berserk and (unit.broken or unit.pinned):
        yield f"{unit.id} is berserk and broken or pinned"
    if unit.broken and unit.pinned:
        yield f"{unit.id} is broken and pinned"
    if unit.dm and not unit.broken:
        yield f"{unit.id} is under DM and not broken"
    if unit.disrupted and not unit.broken:
        yield f"{unit.id} is Disrupted and not broken"
    if unit.hidden and unit.concealed:
        yield f"{unit.id} is hidden and concealed"
    if unit.concealed and unit.broken:
        yield f"{unit.id} is concealed and broken"
    if unit.counter == DUMMY and not (unit.concealed or unit.hidden):
        yield f"{unit.id} is a dummy that is seen for what it is"
    if unit.vehicle and (unit.broken or unit.inside):
        yield f"{unit.id} is a vehicle with states of Infantry"
    yield from _held(state, unit)


def _held(state: State, unit: Unit) -> Iterator[str]:
    """What a unit is held by: its Guard, the fortification that it is in."""
    if unit.guard:
        guard = state.units.get(unit.guard)
        if guard is None or guard.side == unit.side:
            yield f"{unit.id} is a prisoner of {unit.guard}, who is no Guard"
        elif guard.location != unit.location:
            yield f"{unit.id} is a prisoner in another Location than its Guard"
    if unit.inside:
        fort = state.fortifications.get(unit.inside)
        if fort is None or fort.location != unit.location:
            yield f"{unit.id} is in {unit.inside}, which is not there"


def _weapon(state: State, weapon: Weapon) -> Iterator[str]:
    if weapon.owner and weapon.owner not in state.units:
        yield f"{weapon.id} is possessed by {weapon.owner}, who is not there"
    if weapon.owner and weapon.location:
        yield f"{weapon.id} is possessed and lies in {weapon.location}"
    if weapon.malfunctioned and weapon.rof:
        yield f"{weapon.id} is malfunctioned and keeps its ROF"


def _move(state: State) -> Iterator[str]:
    movers = state.movers()
    if len({unit.location for unit in movers}) > 1:
        yield "the stack in hand is in several Locations"
    if state.window and not state.move:
        yield "the DEFENDER may fire, and nothing moves"


def _artillery(state: State) -> Iterator[str]:
    """A SR or FFE is of one battery, and each battery has one at the most."""
    marks = [m for m in state.markers.values() if m.kind == "SR" or m.kind in FFE]
    owners = [mark.of for mark in marks]
    for mark in marks:
        if mark.of not in state.batteries:
            yield f"{mark.id} is of {mark.of}, which is no battery"
        if owners.count(mark.of) > 1:
            yield f"{mark.of} has more than one SR or FFE"
    for battery in state.batteries.values():
        if min(battery.black, battery.red) < 0:
            yield f"{battery.id} has fewer chits than none"


def _places(state: State) -> Iterator[str]:
    for marker in state.markers.values():
        if not marker.location:
            yield f"{marker.id} is nowhere"
    for fort in state.fortifications.values():
        if not fort.location:
            yield f"{fort.id} is nowhere"
