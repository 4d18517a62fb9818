"""D.8: what a hit on a vehicle does to those of its crew and load who are exposed.

Reading: D-385, what no source confirms.
"""

from collections.abc import Sequence

from opfor.core.dice import Rolled
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import strike
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import unhurt
from opfor.rules.a_infantry.a07_fire.a07_ift import read_ift
from opfor.rules.a_infantry.a07_fire.attack import Attack, against, column, fp_attack
from opfor.rules.c_ordnance.c03_to_hit.c03_4_vehicle_hits import Struck
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import turreted
from opfor.rules.d_vehicles.d05_crews.d05_31_crew_exposed import exposed
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import crew_suffers
from opfor.rules.d_vehicles.d06_passengers.d06_4_passengers import aboard
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


def vulnerable(view: GameView, carrier: Unit) -> list[Unit]:
    """Whom a hit on a vehicle can harm: Riders, Passengers, and itself for its crew.

    Not who is within an AFV that is closed (A7.307).
    """
    there = [unit for unit in aboard(view, carrier) if not unhurt(view, unit)]
    return [*there, carrier] if exposed(view, carrier) else there


@rule(
    "D.8",
    "Collateral Attacks",
    exc=("a destroyed vehicle", "a CE crew in a turret by a hull hit"),
    cites=("C8.3", "D5.31", "D5.34/fire", "D6.9", "C3.7"),
)
def collateral(play: Play, shot: ToHit, open_to: Sequence[Unit], hit: Struck) -> None:
    """A hit on a vehicle attacks those exposed aboard it, by the Original TK DR.

    With the FP of the hit on the IFT, twice that of a CH, and no DRM but that of CE.
    EXC: who was in a vehicle that is destroyed has the survival DR instead. EXC: a CE
    crew in a turret is met by turret hits only.

    Args:
        play: the game.
        shot: what has hit.
        open_to: who was Vulnerable as it hit, the vehicle for its crew.
        hit: how it has hit.
    """
    # C3.7: a CH has twice the FP
    fp = 2 * shot.fp if hit.critical else shot.fp
    now = play.state.units.get(shot.at)
    if now is None or not fp:
        return
    ids = [unit.id for unit in open_to if unit.id != now.id]
    made = fp_attack(
        play,
        shot.side,
        shot.target,
        fp,
        source="HE",
        tem=False,
        targets=ids,
        halved=False,
    )
    # D.8: Riders and Passengers, by the Original TK DR
    if ids:
        what = fact("collateral_attack_on", units=ids, fp=f"{float(fp):g}")
        play.emit(Note(what))
        strike(play, made, hit.rolled)
    # D5.31: the CE crew, as far as the hit can reach it
    in_turret = turreted(play, now) and not hit.turret
    if now.id in {unit.id for unit in open_to} and not in_turret:
        _at_the_crew(play, made, now, hit.rolled)


def _at_the_crew(play: Play, made: Attack, unit: Unit, rolled: Rolled) -> None:
    """The same at its Inherent crew, unless the hit made it leave or close up."""
    if not exposed(play, unit):
        return
    aim = against(play, made, unit)
    result = read_ift(play, column(play, made), rolled.original + aim.drm)
    what = fact("collateral_attack_on_the_crew", unit=unit.id, result=str(result))
    play.emit(Note(what))
    crew_suffers(play, unit, result)
