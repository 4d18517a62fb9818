"""C3: who fires a piece of ordnance, and when it may be fired."""

from typing import NamedTuple

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.firepower import Firer
from opfor.rules.a_infantry.a07_fire.groups import (
    FireGroup,
    able,
    check_guard,
    check_usage,
)
from opfor.rules.a_infantry.a08_first_fire.modes import shots_left
from opfor.rules.a_infantry.a09_machine_guns.against_armor import bullets
from opfor.rules.c_ordnance.c02_ordnance.ordnance import Ordnance, ordnance, working
from opfor.rules.c_ordnance.c03_to_hit.covered_arc import now
from opfor.rules.c_ordnance.c13_latw import inherent
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d03_machine_guns import check_bounding, own_move
from opfor.state.play import GameView
from opfor.state.units import (
    Fired,
    Side,
    Unit,
    Weapon,
)

INTENSIVE = 2
"""By how much Intensive Fire lowers the B# (C5.6)."""


class Manned(NamedTuple):
    """A piece of ordnance and the unit that fires it."""

    unit: Unit
    piece: Ordnance
    weapon: Weapon | None = None


class When(NamedTuple):
    """What phase and fire counter make of a shot."""

    mark: Fired
    rof: bool = True
    intensive: bool = False


def read_firer(view: GameView, side: Side, order: Fire) -> Manned:
    """The ordnance that an order names, and who fires it.

    Errors:
        Illegal: it is not there, not the side's, does not work, or nobody can fire it.
    """
    if len(order.firers) != 1:
        raise Illegal("A7.55", "ordnance fires by itself")
    if order.ammo in ("PF", "PFk"):
        manned = _with_inherent(view, order.firers[0], order.ammo)
    else:
        manned = _with_weapon(view, order.firers[0], at_vehicle=bool(order.at))
    if manned.unit.side != side:
        raise Illegal("A7.1", f"{order.firers[0]} is not yours")
    if bar := able(view, manned.unit):
        raise Illegal("A7.1", bar)
    check_guard(view, manned.unit, order.target, weapon=manned.weapon is not None)
    return manned


def _with_inherent(view: GameView, id_: str, name: str) -> Manned:
    unit = view.state.units.get(id_)
    if unit is None:
        raise Illegal("A7.1", f"there is no unit {id_}")
    return Manned(unit, inherent(view, unit, name))


def _with_weapon(view: GameView, id_: str, *, at_vehicle: bool) -> Manned:
    weapon = view.state.weapons.get(id_)
    unit = view.state.units.get(weapon.owner) if weapon else None
    piece = ordnance(view, weapon) if weapon else None
    if piece is None and weapon is not None and at_vehicle:
        piece = bullets(view, weapon)
    if weapon is None or unit is None or piece is None:
        raise Illegal("A7.1", f"nobody mans a piece of ordnance {id_}")
    if not working(weapon):
        raise Illegal("A9.7", f"{id_} is malfunctioned, dm or limbered")
    if weapon.gun is not None and weapon.gun.turned == now(view):
        raise Illegal("C3.22", f"{id_} has turned in this phase")
    return Manned(unit, piece, weapon)


@rule("C2.2/b1", "When ordnance fires", cites=("A9.2", "A8.1", "C5.2", "C5.6"))
def moment(view: GameView, manned: Manned) -> When:
    """The fire counter that a shot leaves, and whether it is Intensive Fire.

    Once a phase, again after keeping its ROF, and once more by Intensive Fire. In the
    AFPh not after moving, but for LATW, and without ROF.

    Errors:
        Illegal: it may not fire (again).
    """
    unit, piece, weapon = manned
    thing = weapon or unit
    phase, fired = view.state.phase, thing.fired
    again = weapon is not None and weapon.rof
    if phase == "AFPh":
        return _late(view, manned, fired, again)
    mark: Fired = {"PFPh": "prep", "MPh": "first", "DFPh": "final"}.get(phase, "")  # type: ignore[assignment] # as the keys say
    if not mark:
        raise Illegal("A3", f"nothing fires in the {phase}")
    if weapon is not None and own_move(view, unit):
        return _bounding(view, manned, weapon)
    if phase == "MPh" and shots_left(view, thing.id) < 1:
        raise Illegal("A8.1", f"{thing.id} has fired once for each MF spent there")
    if not fired or again:
        _check_user(view, manned)
        return When(mark)
    if weapon is None or not piece.intensive or weapon.intensive:
        raise Illegal("A9.2", f"{thing.id} has fired and has no ROF left")
    if unit.pinned or (phase == "PFPh" and fired != "prep"):
        raise Illegal("C5.6", f"{thing.id} cannot use Intensive Fire now")
    return When("final" if phase != "PFPh" else "prep", rof=False, intensive=True)


def _bounding(view: GameView, manned: Manned, weapon: Weapon) -> When:
    """A vehicle's fire in its own MPh, with ROF and no Intensive Fire (D3.3)."""
    check_bounding(view, manned.unit, weapon)
    return When("prep")


def _late(view: GameView, manned: Manned, fired: Fired, again: bool) -> When:
    """Fire in the AFPh: Opportunity Fire as in the PFPh, other shots by Case B."""
    unit, piece, weapon = manned
    thing = weapon or unit
    if fired == "opportunity" or again:
        return When("prep", rof=fired == "opportunity" or again)
    if fired:
        raise Illegal("A7.24", f"{thing.id} has fired in this Player Turn")
    if unit.moved and piece.kind != "LATW" and not piece.mounted:
        raise Illegal("C5.2", f"{unit.id} has moved, and cannot fire {piece.name} now")
    _check_user(view, manned)
    return When("prep", rof=False)


def _check_user(view: GameView, manned: Manned) -> None:
    """A squad uses one SW beside its own FP, smaller units one instead (A7.351)."""
    unit, _, weapon = manned
    if unit.vehicle is not None:
        return
    if weapon is None:
        if unit.fired in ("prep", "final"):
            raise Illegal("A7.351", f"{unit.id} has fired")
        return
    check_usage(view, FireGroup((as_firer(view, unit, weapon),)))


def as_firer(view: GameView, unit: Unit, weapon: Weapon) -> Firer:
    """A piece of ordnance and its unit, as the rules on fire groups look at them."""
    piece = view.world.counter(weapon.counter)
    return Firer(unit, piece, weapon)  # type: ignore[arg-type] # only ids count there
