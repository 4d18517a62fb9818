"""C13.7: ATMM."""

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import TRIES, atmm_of
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

ATMM_AT = 3
"""The highest Final dr by which a unit has an ATMM."""


ATMM_PINS = 6


def atmm_mods(view: GameView, unit: Unit, target: Unit) -> list[Mod]:
    """+1 a HS or crew, +2 a SMC, +1 CX, +1 unless at an AFV."""
    found = mmc(view, unit)
    mods = [
        Mod("HS or crew", int(found is not None and found.size != "squad"), "C13.7"),
        Mod("SMC", 2 * int(found is None), "C13.7"),
        Mod("CX", int(unit.cx), "A4.51"),
        Mod("not at an AFV", int(not afv(view, target)), "C13.7"),
    ]
    return [mod for mod in mods if mod.value]


def _atmm(view: GameView, unit: Unit) -> Mod:
    found = atmm_of(view, unit)
    return Mod("ATMM", found.drm if found else 0, "C13.7")


def atmm_ways(view: GameView, unit: Unit, target: Unit) -> tuple[tuple[int, int], ...]:
    """What each dr of an ATMM check does: to the DRM, and to the CCV."""
    drm = sum(mod.value for mod in atmm_mods(view, unit, target))
    pins = -1 if not unit.pinned else 0
    gain = _atmm(view, unit).value
    return tuple(
        (gain if dr + drm <= ATMM_AT else 0, pins if dr == ATMM_PINS else 0)
        for dr in range(1, TRIES + 1)
    )


@rule("C13.7", "ATMM", cites=("A11.5",))
def atmm_check(play: Play, unit: Unit, target: Unit) -> list[Mod]:
    """The dr for an ATMM: a DRM to the CC DR on a Final 3 or less; a 6 pins.

    -3 of Germans, -2 of Romanians.
    """
    made = _atmm(play, unit)
    mods = atmm_mods(play, unit, target)
    rolled = die_roll(play, fact("atmm", unit=unit.id), mods, side=unit.side)
    # C13.7: an Original 6 pins
    if rolled.original == ATMM_PINS:
        pin(play, unit.id)
    return [made] if rolled.final <= ATMM_AT else []
