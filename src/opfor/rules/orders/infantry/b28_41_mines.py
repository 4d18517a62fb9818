"""B28 in play: mines attack who enters their Location, and who leaves it."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.b_terrain.b28_mines.b28_4_mines import mine_attack, minefield
from opfor.rules.orders.fire.a07_3_attacks import attack
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
    reveal_mines(play, field)
    attack(play, mine_attack(play, field, [u.id for u in here], here[0].side))
    return True


def reveal_mines(play: Play, field: Fortification) -> None:
    """Reveal a minefield that was hidden."""
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
