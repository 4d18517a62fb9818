"""B28.42: what A-P mines do to a vehicle."""

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_308_star_vehicle_line import (
    vehicle_kill_number,
)
from opfor.rules.a_infantry.a07_fire.a07_ift import read_ift
from opfor.rules.b_terrain.b28_mines.b28_5_at_mines import Fate
from opfor.state.counters import Vehicle
from opfor.state.play import Play
from opfor.state.units import Fortification


@rule("B28.42", "A-P mines and vehicles", cites=("B28.4",))
def ap_attack(play: Play, field: Fortification, vehicle: Vehicle) -> Fate:
    """A KIA immobilizes an AFV, nothing else harms it.

    An unarmored vehicle is eliminated by less than the number of the Vehicle line,
    immobilized by just that number, and burns on half of it.
    """
    roll = dice_roll(play, fact("ap_mines_on", vehicle=vehicle.name))
    # B28.42: of an AFV only a KIA stops the tracks
    if not vehicle.unarmored:
        hit = read_ift(play, field.fp, roll.final).kind == "KIA"
        return "immobilized" if hit else ""
    # A7.308: the Vehicle line against what is unarmored
    kill = vehicle_kill_number(play, field.fp)
    if roll.final > kill:
        return ""
    if roll.final <= kill // 2:
        return "burns"
    return "eliminated" if roll.final < kill else "immobilized"
