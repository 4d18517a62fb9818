"""What shells and bombs should cost each side, by the attacks that the rules make."""

from opfor.core.errors import NotCoded
from opfor.core.modifier import total
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import vehicle_fates
from opfor.rules.a_infantry.a07_fire.attack import Attack, against
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv
from opfor.sim.fire import BROKEN, LONE
from opfor.sim.judgement import Assessment
from opfor.sim.ordnance import AFV, HARM, SOFT
from opfor.state.units import Unit

OWN = -1.5
"""What a squad of its own counts for."""

NEVER = -9.0
"""What keeps it from an attack whatever else that would do."""


def gain(judge: Assessment, made: Attack) -> float:
    """The squads that an attack should cost the enemy, less its own.

    Hidden units are not known of; a S? counts for what it may bring. What the rules
    cannot resolve yet is no target.
    """
    try:
        return _gain(judge, made)
    except NotCoded:
        return NEVER


def _gain(judge: Assessment, made: Attack) -> float:
    found = sum(
        _lost(judge, made, unit) * (OWN if unit.side == judge.side else 1.0)
        for unit in attacked_units(judge.view, made)
        if unit.side == judge.side or not unit.hidden
    )
    drm = total(made.mods) + made.cover.value
    waiting = (foe for foe in judge.foes if foe.suspect and foe.place == made.target)
    return found + sum(foe.weight * judge.harm(float(made.fp), drm) for foe in waiting)


def _lost(judge: Assessment, made: Attack, unit: Unit) -> float:
    """What it should cost one unit, in squads."""
    view = judge.view
    if unit.vehicle is not None:
        fates = vehicle_fates(view, made).get(unit.id, {})
        share = sum(HARM.get(fate, 0.0) * float(p) for fate, p in fates.items())
        return share * (AFV if afv(view, unit) else SOFT)
    aim = against(view, made, unit)
    value = BROKEN if unit.broken else 1.0
    value *= 1.0 if unit.concealed or mmc(view, unit) else LONE
    return value * judge.harm(float(aim.fp), aim.drm)
