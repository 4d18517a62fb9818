"""A1.23: the Morale Level of a unit."""

from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import smc
from opfor.rules.c_ordnance.c01_artillery.c01_52_own_fire import own_fire
from opfor.state.counters import MMC, SMC
from opfor.state.play import GameView
from opfor.state.units import Unit

CEILING = 10
"""The Morale Level that nothing raises further (A10.8)."""


HEROIC = 9
"""The least Morale Level of a heroic leader (A15.21)."""


def morale_level(view: GameView, unit: Unit) -> int:
    """The Morale Level of a unit now."""
    return total(morale_mods(view, unit))


@rule(
    "A1.23",
    "Morale Level",
    cites=("A7.7", "A10.8", "A15.21", "A15.42", "A17.2", "A25.22", "A25.23"),
)
def morale_mods(view: GameView, unit: Unit) -> list[Mod]:
    """What makes the Morale Level: what the counter's side up prints, then states.

    A berserk unit has 10. Nothing has more than 10.
    """
    if unit.berserk:
        return [Mod("berserk", CEILING, "A15.42")]
    mods = [Mod("morale", _printed(view, unit), "A1.23")]
    if unit.heroic and mods[0].value < HEROIC:
        mods = [Mod("heroic leader", HEROIC, "A15.21")]
    if unit.fanatic:
        mods.append(Mod("Fanatic", 1, "A10.8"))
    if unit.wave and not unit.broken:
        mods.append(Mod("Human Wave", 1, "A25.23"))
    if commissar_with(view, unit):
        mods.append(Mod("commissar", 1, "A25.22"))
    if unit.encircled:
        mods.append(Mod("Encircled", -1, "A7.7"))
    if unit.wounded:
        mods.append(Mod("wounded", -1, "A17.2"))
    if own_fire(view, unit):
        mods.append(Mod("under its own FFE", -1, "C1.52"))
    over = total(mods) - CEILING
    return [*mods, Mod("ceiling", -over, "A10.8")] if over > 0 else mods


def _printed(view: GameView, unit: Unit) -> int:
    piece = view.world.counter(unit.counter)
    if not isinstance(piece, MMC | SMC):
        return 0
    if unit.broken and piece.broken is not None:
        return piece.broken
    return piece.morale


def commissar_with(view: GameView, unit: Unit) -> Unit | None:
    """A Good Order commissar in the Location of another unit (A25.22)."""
    for other in view.state.units_at(unit.location, unit.side):
        found = smc(view, other)
        commissar = found is not None and found.kind == "commissar"
        if commissar and other.good_order and other.id != unit.id:
            return other
    return None
