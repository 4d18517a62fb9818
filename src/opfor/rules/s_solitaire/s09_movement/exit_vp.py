"""S9.41: S? that leave the map."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.steps import end_move_if_done
from opfor.state.events import LossesChanged, SuspectRemoved
from opfor.state.play import Play
from opfor.state.units import Suspect


@rule("S9.41", "Exit VP", exc=("4 for a Human Wave S?",), cites=("A26.23", "S4.3"))
def suspect_exits(play: Play, suspect: Suspect) -> None:
    """A S? leaves by the FBE: two Exit VP; units have theirs by A26.23 (D-040).

    EXC: four if it is in a Human Wave.
    """
    # S9.41: two Exit VP, four from a Human Wave (S4.323).
    toll = play.state.toll("ENEMY")
    more = replace(toll, exit_vp=toll.exit_vp + suspect.exit_vp)
    why = fact("exit_vp_for", points=suspect.exit_vp, unit=suspect.id)
    play.emit(LossesChanged("ENEMY", more, why))
    play.emit(SuspectRemoved(suspect.id, fact("left_the_map")))
    end_move_if_done(play)
