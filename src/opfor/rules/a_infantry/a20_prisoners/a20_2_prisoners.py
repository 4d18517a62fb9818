"""A20.2: Capture."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import free, out_of_move
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import casualty
from opfor.state.events import (
    UnitChanged,
    WeaponChanged,
)
from opfor.state.play import Play
from opfor.state.units import Unit

# -- surrender ---------------------------------------------------------------------


@rule("A20.2", "Capture", cites=("A20.5", "A21.2"))
def capture(play: Play, id_: str, to: str) -> None:
    """A unit becomes the prisoner of another one, which is its Guard from now on.

    It is put beneath it, disarmed; what it possessed stays where it was.
    """
    captor = play.state.units[to]
    unit = play.state.units[id_]
    out_of_move(play, id_)
    # A20.2: disarmed
    for weapon in play.state.weapons_of(id_):
        left = replace(weapon, owner="", location=unit.location)
        play.emit(WeaponChanged(left, fact("left_by", by=id_)))
    # A20.54: its own prisoners are free
    free(play, id_)
    # A26.22: CVP, doubled
    casualty(play, unit, captor.side, captured=True)
    # A20.5: beneath its Guard
    taken = Unit(
        id=id_,
        side=unit.side,
        counter=unit.counter,
        location=captor.location,
        wounded=unit.wounded,
        unarmed=True,
        guard=to,
        moved=unit.moved,
        group=unit.group,
    )
    play.emit(UnitChanged(taken, fact("prisoner_of", guard=to)))
