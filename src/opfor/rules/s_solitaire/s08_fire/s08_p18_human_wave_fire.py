"""S8: how a Human Wave fires."""

from opfor.core.rule import rule
from opfor.rules.choices.give_order import order
from opfor.rules.s_solitaire.s04_human_wave.s04_36_fire import wave_fire
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.planned_attack import things_of
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import has_targets
from opfor.rules.s_solitaire.s08_fire.s08_p12_fire_groups import joined
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import (
    groups_of,
    ready_units,
    roll_first,
)
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


def _in_wave(_look: GameView, unit: Unit) -> bool:
    return bool(unit.wave)


@rule(
    "S8.p18",
    "Human Wave fire",
    cites=("S4.36", "S4.32", "S6.12", "S8.61", "S8.611", "S8.612"),
)
def wave_fires(play: Play) -> bool:
    """AFPh and DFPh: the next FG of a Human Wave, the largest it can form (S4.36).

    As DEFENDER its Locations make their Action DR first, as all others do (D-002).
    """
    for wave in play.state.waves:
        units = [u for u in ready_units(play, _in_wave) if u.wave == wave]
        units = [unit for unit in units if has_targets(play, things_of(play, [unit]))]
        # S4.32: free of Panic in its own Player Turn only.
        if play.state.phase == "DFPh" and roll_first(play, groups_of(play, units)):
            return True
        # S4.36: the largest FG that the wave can form.
        found = wave_fire(play, wave, among=[unit.id for unit in units])
        if found is None:
            continue
        firing = [play.state.units[id_] for id_ in found.units]
        parts = [
            shot
            for at in dict.fromkeys(unit.location for unit in firing)
            if (
                shot := best_attack(
                    play,
                    things_of(play, [u for u in firing if u.location == at]),
                    found.target,
                )
            )
        ]
        if not parts:  # no volley of that FG could have an effect
            continue
        shot = joined(play, parts) or max(parts, key=lambda part: part.chance)
        order(play, "ENEMY", shot.order)
        return True
    return False
