"""C11.4: hits on Guns and their crews."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import eliminate
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import lose_weapon
from opfor.state.events import WeaponChanged
from opfor.state.play import Play
from opfor.state.units import Unit, Weapon


@rule("C11.4", "A hit on a Gun and its crew", cites=("C3.74",))
def hit_gun(
    play: Play, weapon: Weapon, crew: Unit, result: IftResult, *, critical: bool
) -> None:
    """KIA and CH eliminate the Gun with its crew; a K makes it malfunction."""
    now = play.state.weapons.get(weapon.id)
    if critical or result.kind == "KIA":
        if crew.id in play.state.units and critical:
            eliminate(play, crew.id, fact("its_gun_suffers_a_ch"))
        if now is not None:
            why = fact("destroyed_with_its_crew")
            lose_weapon(play, weapon.id, why, other(crew.side))
    elif result.kind == "K" and now is not None and not now.malfunctioned:
        broken = replace(now, malfunctioned=True, rof=False, acquired=None)
        play.emit(WeaponChanged(broken, fact("malfunctions_it_is_hit")))
