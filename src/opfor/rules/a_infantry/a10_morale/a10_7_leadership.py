"""A1.23 and A10.7: Morale Levels, who can break or be pinned, and leadership."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, leader, smc
from opfor.state.play import GameView
from opfor.state.units import Unit


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

    Nor is a SMC that cannot break, such as a hero, or a prisoner, who goes where his
    Guard goes (D-859).
    """
    if unit.broken or unit.berserk or unit.heroic or unit.wave or unit.guard:
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
    Reading: D-812 none counts for a berserk unit (A15.42).
    """
    value, best = best_leader(view, unit)
    return [Mod(f"leadership of {best.id}", value, "A10.7")] if best and value else []


def best_leader(view: GameView, unit: Unit) -> tuple[int, Unit | None]:
    """The leader whose DRM counts for a unit, with that DRM; 0 and None if nobody's."""
    if unit.berserk:
        return 0, None
    able = [
        (modifier(view, other), other)
        for other in view.state.units_at(unit.location, unit.side)
        if other.id != unit.id and leads(view, other) and together(view, unit, other)
    ]
    return min(able, key=lambda pair: pair[0], default=(0, None))


def together(view: GameView, one: Unit, other: Unit) -> bool:
    """Whether both are in the stack that moves, or neither is."""
    moving = view.state.move.units if view.state.move else ()
    return (one.id in moving) == (other.id in moving)
