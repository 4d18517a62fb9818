"""C11.4: hits on Guns and their crews."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_phases import other
from opfor.rules.a_infantry.a07_fire.ift import IftResult
from opfor.rules.a_infantry.a10_morale.effects import eliminate
from opfor.rules.a_infantry.a26_victory.victory_points import gun_lost
from opfor.state.events import WeaponChanged, WeaponRemoved
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
            gun_lost(play, now, other(crew.side))
            play.emit(WeaponRemoved(weapon.id, fact("destroyed_with_its_crew")))
    elif result.kind == "K" and now is not None and not now.malfunctioned:
        broken = replace(now, malfunctioned=True, rof=False, acquired=None)
        play.emit(WeaponChanged(broken, fact("malfunctions_it_is_hit")))
