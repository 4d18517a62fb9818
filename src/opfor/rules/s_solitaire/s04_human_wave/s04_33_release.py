"""S4.33: an obstacle releases units from the wave."""

from collections.abc import Collection

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import WaveMove, leave
from opfor.state.play import Play


@rule("S4.33", "An obstacle releases units from the wave", cites=("S4.321",))
def release(play: Play, moves: Collection[WaveMove]) -> list[str]:
    """Take out of their wave those that an obstacle stops, and end their MPh; the ids.

    A S? keeps Advance Attitude and {x10}; units assume the Prevailing Attitude. The
    choice to let a unit wait and follow in another's tracks is not taken.
    """
    stopped = [move.id for move in moves if move.standing == "obstacle"]
    for id_ in stopped:
        leave(play, id_, fact("released_by_an_obstacle"), moved=True)
    return stopped
