"""D1.8: the arcs of vehicular MG."""

import re

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import (
    GunTurn,
    in_arc,
    least_turn,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    aamg,
    check_served,
    needs_ce,
    state_of,
    turreted,
    vehicle,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon

VCA_ONLY = re.compile(r"\b((?:AA)?MG|MA): ?VCA only")
"""What is printed on a vehicle whose AAMG (its MA, if so) does not fire all around."""

NOT_AHEAD = re.compile(r"(?:^|; )(?:((?:AA)?MG|MA):[^;]*)?\bNA VCA")
"""What is printed where a MG does not fire into the VCA; without a name the MA."""


@rule("D1.8", "Arcs of vehicular MG", cites=("D1.321", "D3.12", "D3.51", "D5.31"))
def mg_turn(
    view: GameView, unit: Unit, weapon: Weapon, target: LocationName
) -> GunTurn:
    """By how much the turret turns to bring a MG to bear on a Location.

    A BMG fires in the VCA; a CMG, and a MG that is the Main Armament, in the TCA, to
    which the turret turns; a RMG in the arc behind that. An AAMG fires all around, by
    a crew that is CE, as Main Armament too, unless its counter says "VCA only"; so does
    what is in a turret of which the counter says BU FP NA, in the TCA.
    Reading: D-311, D-903. "NA VCA" keeps a MG from firing into the VCA (D-934).

    Errors:
        Illegal: it cannot be brought to bear, or nobody can man it.
    """
    state, world, here = state_of(unit), view.world, unit.location
    if needs_ce(view, unit, weapon) and not state.ce:
        raise Illegal("D1.8", f"the crew of {unit.id} must be CE to fire {weapon.id}")
    check_ahead(view, unit, weapon, target)
    if aamg(view, unit, weapon) and not in_vca_only(view, unit, weapon):
        return GunTurn(state.tca, 0)
    check_served(view, unit, weapon)
    turns = turreted(view, unit) and weapon.mount in ("CMG", "MA")
    ca = state.tca if turreted(view, unit) and weapon.mount != "BMG" else state.vca
    if turns:
        return least_turn(view, ca, here, target)
    arc = (ca + SIDES // 2) % SIDES if weapon.mount == "RMG" else ca
    if not in_arc(world, here, arc, target):
        raise Illegal("D1.8", f"{target} is out of the CA of {weapon.id}")
    return GunTurn(ca, 0)


def in_vca_only(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether the counter of a vehicle keeps an AAMG within the VCA."""
    found = vehicle(view, unit)
    only = VCA_ONLY.search(found.special) if found else None
    return only is not None and (only[1] != "MA" or weapon.mount == "MA")


def never_ahead(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether a Weapon is one that its counter keeps out of the VCA (D-934)."""
    found = vehicle(view, unit)
    said = NOT_AHEAD.search(found.special) if found else None
    return said is not None and (said[1] in (None, "MA")) == (weapon.mount == "MA")


def check_ahead(
    view: GameView, unit: Unit, weapon: Weapon, target: LocationName
) -> None:
    """Raise Illegal where a Weapon does not fire since the VCA takes the target in.

    In its own Location it fires.
    """
    here = unit.location
    if here == target or not never_ahead(view, unit, weapon):
        return
    if in_arc(view.world, here, state_of(unit).vca, target):
        raise Illegal("D1.8", f"{weapon.id} does not fire into the VCA of {unit.id}")
