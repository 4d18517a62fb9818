"""A1.23 and A10.7: Morale Levels, who can break or be pinned, and leadership."""

from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import armed, leader, mmc, smc
from opfor.rules.c_ordnance.c01_artillery.area import own_fire
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


def unbreakable(view: GameView, unit: Unit) -> bool:
    """Whether it never breaks: what would break it is a Casualty Reduction instead.

    Berserk and heroic units, those already broken, unarmed ones, and SMC whose
    counter has no broken side.
    """
    if unit.broken or unit.berserk or unit.heroic or not armed(unit):
        return True
    found = smc(view, unit)
    return found is not None and found.broken is None


def unpinnable(view: GameView, unit: Unit) -> bool:
    """Whether it is never pinned: broken, berserk, heroic, or in a Human Wave (A7.8).

    Nor is a SMC that cannot break, such as a hero.
    """
    if unit.broken or unit.berserk or unit.heroic or unit.wave:
        return True
    found = smc(view, unit)
    return found is not None and found.broken is None


def modifier(view: GameView, unit: Unit) -> int:
    """The leadership DRM of a leader, one worse while he is wounded (A17.2)."""
    found = leader(view, unit)
    return found.modifier + int(unit.wounded) if found else 0


def leads(view: GameView, unit: Unit) -> bool:
    """Whether he is a leader who can use his DRM: Good Order, armed, unpinned."""
    return (
        unit.good_order
        and not unit.pinned
        and armed(unit)
        and leader(view, unit) is not None
    )


@rule("A10.7", "Leadership DRM for MC, TC and Rally", cites=("A10.72",))
def leadership(view: GameView, unit: Unit) -> list[Mod]:
    """The DRM of the best leader in the Location, never of the unit itself.

    A leader with a positive DRM must be used if he is the only one. Units that move
    and units that do not are apart.
    """
    able = [
        (modifier(view, other), other)
        for other in view.state.units_at(unit.location, unit.side)
        if other.id != unit.id and leads(view, other) and together(view, unit, other)
    ]
    if not able:
        return []
    value, best = min(able, key=lambda pair: pair[0])
    return [Mod(f"leadership of {best.id}", value, "A10.7")] if value else []


def together(view: GameView, one: Unit, other: Unit) -> bool:
    """Whether both are in the stack that moves, or neither is."""
    moving = view.state.move.units if view.state.move else ()
    return (one.id in moving) == (other.id in moving)


@rule("A19.3", "Inexperienced Personnel", cites=("A19.31", "A19.32"))
def inexperienced(view: GameView, unit: Unit) -> bool:
    """Conscripts always are; Green MMC without an unbroken leader in the Location."""
    found = mmc(view, unit)
    if found is None or found.quality not in ("green", "conscript"):
        return False
    if found.quality == "conscript" or found.size == "crew":
        return found.quality == "conscript"
    return not any(
        leader(view, other) and not other.broken
        for other in view.state.units_at(unit.location, unit.side)
    )
