"""C3.4: hits on vehicles."""

from typing import NamedTuple

from opfor.core.dice import DR, Rolled, dice_roll
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import breakdown
from opfor.core.rule import rule
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.c_ordnance.c03_to_hit.c03_8_multiple_hits import to_kill_drs
from opfor.rules.c_ordnance.c03_to_hit.c03_9_hit_location import hits_turret
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit, Verdict
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate, Kill, to_kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import fate_of, said
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import (
    read_hit,
    tracks,
    worst_of,
)
from opfor.rules.d_vehicles.d04_hull_down import hull_down
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.state.play import Play


class Struck(NamedTuple):
    """A hit on a vehicle that came to a To Kill DR.

    Args:
        rolled: that DR, the best one of several.
        turret: it was a turret hit.
        critical: it was a CH.
    """

    rolled: Rolled
    turret: bool
    critical: bool


@rule("C3.4", "A hit on a vehicle", cites=("C3.9", "C7.1", "D4.2", "C5.7"))
def strike_vehicle(
    play: Play, shot: ToHit, verdict: Verdict, dice: DR
) -> Struck | None:
    """Where a shot has hit a vehicle, and the To Kill DR that follows.

    A hull hit on a hull down vehicle is a miss. A Gun of 15 to 40mm with Original
    doubles makes two To Kill DR, and uses the better one; so does what its counter says
    makes several.

    Returns:
        The hit; None if there was no To Kill DR.
    """
    unit = play.state.units.get(shot.at)
    if verdict == "miss" or unit is None:
        return None
    # C3.9: turret or hull
    turret = hits_turret(dice, verdict) and not tracks(shot)
    # D4.2: Hull Down
    if not turret and hull_down(play, unit, shot.start):
        play.emit(Note(fact("the_hull_is_hidden_a_miss", unit=unit.id)))
        return None
    lose_by(play, unit.id, "hit")
    # C7.1: the To Kill number, on the Target Facing that is hit
    hit = read_hit(play, shot, turret=turret, critical=verdict == "critical")
    kill = to_kill(play, hit, unit)
    if not kill.possible:
        what = fact("can_do_nothing_to", piece=shot.piece.name, unit=unit.id)
        play.emit(Note(what))
        return None
    # C3.8: a Multiple Hit has two To Kill DR
    times = range(to_kill_drs(shot, dice))
    found = [_to_kill_dr(play, shot, kill) for _ in times]
    # C7.7, C7.4, D8.1: what becomes of it
    suffer(play, unit.id, worst_of(shot, [fate for _, fate in found]), by=shot.side)
    best = min((rolled for rolled, _ in found), key=lambda rolled: rolled.original)
    return Struck(best, turret, hit.critical)


def _to_kill_dr(play: Play, shot: ToHit, kill: Kill) -> tuple[Rolled, Fate]:
    purpose = fact(
        "to_kill_turret" if kill.turret else "to_kill_hull",
        unit=shot.at,
        number=kill.number,
        numbers=breakdown(kill.numbers),
    )
    rolled = dice_roll(play, purpose, kill.mods, side=shot.side)
    fate = fate_of(play, kill, rolled.original)
    play.emit(Note(fact("fate_of", unit=shot.at, fate=said(fate))))
    return rolled, fate
