"""B28 in play: mines attack who enters their Location, and who leaves it."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_phases import other
from opfor.rules.a_infantry.a04_movement.steps import movable
from opfor.rules.b_terrain.b28_at_mines import (
    ap_attack,
    at_attack,
    at_minefield,
    set_off,
)
from opfor.rules.b_terrain.b28_mines import mine_attack, minefield
from opfor.rules.c_ordnance.c07_to_kill import Fate
from opfor.rules.d_vehicles.d01_vehicles import mobile, vehicle
from opfor.rules.d_vehicles.d05_crew_fates import suffer
from opfor.rules.orders.fire.a07_ift import attack
from opfor.state.events import FortificationChanged, MoveChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.units import (
    Fortification,
    LocationName,
)


@rule("B28.41", "Mines attack on entering and on leaving", cites=("B28.4", "B28.1"))
def mines(play: Play, ids: Sequence[str], location: LocationName) -> bool:
    """Attack units that enter or leave a mined Location; whether there were mines.

    They lie there revealed from then on.
    """
    field = minefield(play, location)
    here = [play.state.units[id_] for id_ in ids if id_ in play.state.units]
    if field is None or not here:
        return False
    _reveal(play, field)
    attack(play, mine_attack(play, field, [u.id for u in here], here[0].side))
    return True


@rule("B28.5/drive", "Mines attack vehicles", cites=("B28.42", "B28.5", "B28.52"))
def survives_mines(play: Play, id_: str, location: LocationName) -> bool:
    """Let mines attack a vehicle that enters or leaves; whether it can go on.

    A-T mines go off by their dr, A-P mines always. They lie there revealed then.
    Reading: D-333 A-T mines come first.
    """
    unit = play.state.units[id_]
    found = vehicle(play, unit)
    if found is None:
        return True
    tanks, men = at_minefield(play, location), minefield(play, location)
    if tanks is not None and set_off(play, tanks):
        _reveal(play, tanks)
        suffer(play, id_, FATES[at_attack(play, found)], by=other(unit.side))
    if men is not None and id_ in play.state.units:
        _reveal(play, men)
        suffer(play, id_, FATES[ap_attack(play, men, found)], by=other(unit.side))
    now = play.state.units.get(id_)
    return now is not None and mobile(now)


FATES: Mapping[str, Fate] = {
    "": "none",
    "immobilized": "immobilized",
    "eliminated": "eliminated",
    "burns": "burn",
}
"""What mines do, in the words of vehicles' fates."""


def _reveal(play: Play, field: Fortification) -> None:
    if field.hidden:
        play.emit(FortificationChanged(replace(field, hidden=False), fact("revealed")))


def leave_mines(play: Play, after: Move) -> Move | None:
    """The move as mines in the Location that is left let it be; None if nobody goes.

    Whoever is pinned or broken by them stays where he is.
    """
    start = play.state.units[after.units[0]].location
    if not start or minefield(play, start) is None:
        return after
    play.emit(MoveChanged(after))
    mines(play, after.units, start)
    now = play.state.move
    able = tuple(unit.id for unit in play.state.movers() if movable(play, unit))
    return replace(now, units=able) if now and able else None
