"""A12.15: units that walk into a Location with concealed enemies are put back."""

from msgspec.structs import replace

from opfor.core.dice import random_selection
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import dummy
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_concealment
from opfor.state.events import Moved, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit


@rule(
    "A12.15",
    "Detection of concealed units",
    exc=("Bypass", "a berserk charge or Human Wave", "only dummies"),
)
def detection(play: Play, side: Side, back: LocationName) -> bool:
    """What a stack meets in the Location it has entered; True if it is put back.

    Hidden units are put on the map concealed, and at least one of them all is revealed
    by Random Selection. The stack is put back where it came from, loses its "?", and
    its move is over; the MF are spent there. Reading: D-106, Random Selection stands
    for the DEFENDER's choice.

    EXC: a stack in Bypass meets nobody; a charge is not put back. EXC: where only
    dummies are, these are removed and the move goes on.
    """
    move, movers = play.state.move, play.state.movers()
    if move is None or not movers or move.bypass or move.charge:
        return False
    # A12.15: at least one of them is revealed
    if not meet(play, side, movers[0].location):
        return False
    # A12.14: those put back lose their "?"
    for unit in movers:
        lose_concealment(play, unit.id, fact("put_back_by_a_concealed_enemy"))
    # A12.15: back where they came from, their move over
    play.emit(Moved(back, replace(move, stopped=True, entry_side=-1)))
    return True


def concealed_enemies(view: GameView, side: Side, at: LocationName) -> list[Unit]:
    """The concealed and hidden enemies of a side in a Location."""
    enemies = view.state.units_at(at, other(side))
    return [unit for unit in enemies if unit.concealed or unit.hidden]


def meet(play: Play, side: Side, at: LocationName) -> bool:
    """Reveal what a side meets in a Location; whether it is more than dummies.

    Hidden units are put on the map, and one of them all is Known; dummies alone are all
    removed.
    """
    there = concealed_enemies(play, side, at)
    if all(dummy(unit) for unit in there):
        for unit in there:
            lose_concealment(play, unit.id, fact("detected"))
        return False
    _reveal(play, there)
    return True


def _reveal(play: Play, there: list[Unit]) -> None:
    _onto_the_map(play, there)
    for id_ in random_selection(
        play,
        [unit.id for unit in there],
        purpose=fact("which_concealed_unit_is_revealed"),
    ):
        lose_concealment(play, id_, fact("detected"))


def _onto_the_map(play: Play, units: list[Unit]) -> None:
    for unit in units:
        if unit.hidden:
            shown = replace(unit, hidden=False, concealed=True)
            play.emit(UnitChanged(shown, fact("put_on_the_map")))
