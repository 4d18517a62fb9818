"""S6.315: Recovery, and re-entry, on the move."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.choices.vehicle_orders import Man
from opfor.rules.d_vehicles.d05_crews.d05_41_abandoning import hulks, vehicle_crew
from opfor.rules.s_solitaire.s06_actions.s06_221_move_options import order_if_allowed
from opfor.rules.s_solitaire.s07_rally.s07_p5_weapons import recoveries, recovers_best
from opfor.rules.s_solitaire.s09_movement.movers import Mover, move_of, units_of
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


@rule("S6.315", "Recovery and re-entry on the move", cites=("A4.44", "S6.310", "S7.p5"))
def recovers(play: Play, mover: Mover) -> bool:
    """Try to Recover a Weapon that lies where Good Order Infantry moves, MF permitting.

    As S7.p5 has it: what works and they can use, a SMC only what no MMC with him can;
    a crew on its way by S6.310 only what it goes for. Before it sets out a MMC, a crew
    if possible, re-enters an Abandoned vehicle of its side. Nobody in a Human Wave does
    either (S4.37).
    Reading: D-581 no malfunctioned Weapon.
    """
    if re_enters(play, mover):
        return True
    if not move_of(play, mover):
        return False
    going = [unit.id for unit in units_of(play, mover) if not unit.wave]
    found = list(recoveries(play, lambda unit: unit.id in going))
    if found:
        recovers_best(play, found)
    return bool(found)


def re_enters(play: Play, mover: Mover) -> bool:
    """Man an Abandoned ENEMY vehicle of the Location, crews first (D5.42)."""
    if mover.suspect or not mover.location or move_of(play, mover):
        return False
    men = [u for u in units_of(play, mover) if mmc(play, u) and not u.wave]
    men.sort(key=lambda man: (not vehicle_crew(play, man), not _crew(play, man)))
    return any(
        order_if_allowed(play, Man(man.id, hulk.id))
        for man in men
        for hulk in hulks(play, man)
        if hulk.side == man.side
    )


def _crew(view: GameView, unit: Unit) -> bool:
    kind = mmc(view, unit)
    return kind is not None and kind.size == "crew"
