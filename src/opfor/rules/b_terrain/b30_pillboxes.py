"""B30: pillboxes: their TEM, their arcs; and what any fortification protects from."""

from opfor.core.errors import NotCoded
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.b_terrain.b27_entrenchments.b27_2_entrenchments import (
    DUG_IN,
    Against,
    entrenched_tem,
    occupied,
    over_wall,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import in_arc
from opfor.state.play import GameView
from opfor.state.units import Fortification, LocationName, Unit


@rule(
    "B30.3",
    "CA and NCA of a pillbox",
    exc=("its own hex is outside its CA",),
    cites=("C3.2",),
)
def in_front(view: GameView, fort: Fortification, place: LocationName) -> bool:
    """Whether a Location lies in the CA of a pillbox.

    EXC: its own hex is outside its CA.
    """
    if view.world.range(fort.location, place) == 0:
        return False
    return in_arc(view.world, fort.location, fort.ca, place)


@rule("B30.31", "TEM of a pillbox", cites=("B30.3",))
def pillbox_tem(view: GameView, fort: Fortification, firer: LocationName) -> Mod:
    """Its first TEM against fire out of its CA, its second one against other fire."""
    front = in_front(view, fort, firer)
    ca, nca = (*fort.defence, 0, 0)[:2]
    return Mod(f"pillbox, {'CA' if front else 'NCA'}", ca if front else nca, "B30.31")


@rule("B30.2", "Fire out of and into a pillbox", cites=("B30.3", "B27.2"))
def arc_allows(
    view: GameView, unit: Unit, place: LocationName, *, heavy: bool = False
) -> bool:
    """Whether fire may pass between a unit and a Location, as what it is in allows.

    Out of a pillbox only within its CA; into it from elsewhere only ordnance and FT
    (`heavy`). From an entrenchment not over a wall of its own hex.

    Args:
        view: the game.
        unit: who is inside; one that is not is free.
        place: where the fire goes to, or comes from.
        heavy: what comes is ordnance, FT or DC.
    """
    fort = occupied(view, unit)
    if fort is None:
        return True
    if fort.kind == "pillbox":
        return heavy or in_front(view, fort, place)
    if fort.kind in DUG_IN:
        return not over_wall(view, unit.location, place)
    return True


def protection(
    view: GameView, unit: Unit, firer: LocationName, *, against: Against = "fire"
) -> Mod | None:
    """The TEM of what a unit is inside of, against fire from a Location.

    It is not cumulative with other positive TEM: the best one counts.

    Errors:
        NotCoded: it is in a cave (G11).
    """
    fort = occupied(view, unit)
    if fort is None:
        return None
    if fort.kind == "pillbox":
        return pillbox_tem(view, fort, firer)
    if fort.kind == "cave":
        raise NotCoded("G11.8")
    return entrenched_tem(fort, against)
