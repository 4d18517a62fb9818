"""E7.41: strafing."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a05_stacking import crowd_drm
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import Unveil, resolve
from opfor.rules.a_infantry.a07_fire.attack import Attack, fp_attack
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import locations
from opfor.rules.e_miscellaneous.planes import number
from opfor.state.artillery import Aircraft
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName


@rule("E7.41", "Strafing", cites=("A5.131", "A7.307"))
def strafing(view: GameView, plane: Aircraft, where: LocationName) -> list[Attack]:
    """What strafing does in each Location of a hex: FP by kind and date, with TEM.

    Like any fire it does nothing to an AFV but to its CE crew, and is halved for
    concealment.
    """
    fp = number(view, f"strafes {plane.kind}")
    foe = other(plane.side)
    made = [
        fp_attack(
            view, plane.side, at, fp, source="fire", mods=crowd_drm(view, foe, at)
        )
        for at in locations(view, where)
    ]
    return [part for part in made if attacks_anybody(view, plane, part)]


def attacks_anybody(view: GameView, plane: Aircraft, made: Attack) -> bool:
    """Whether an attack of an airplane meets anybody; S? only of the other side."""
    if plane.side == "FRIENDLY" and view.state.suspects_at(made.target):
        return True
    return bool(attacked_units(view, made))


def strafe(
    play: Play, plane: Aircraft, where: LocationName, unveil: Unveil | None = None
) -> None:
    """One DR at all Locations of a hex."""
    made: Attack | None = None
    for part in reversed(strafing(play, plane, where)):
        made = replace(part, also=made)
    if made is not None:
        resolve(play, made, unveil=unveil)
