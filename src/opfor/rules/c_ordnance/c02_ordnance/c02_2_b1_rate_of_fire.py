"""C2.2: when ordnance fires, and how often."""

from typing import NamedTuple

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_35_usage_of_sw import check_usage, forfeited
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import as_marked, shots_left
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned, as_firer
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import check_bounding, own_move
from opfor.state.play import GameView
from opfor.state.units import Fired, Weapon


class When(NamedTuple):
    """What phase and fire counter make of a shot."""

    mark: Fired
    rof: bool = True
    intensive: bool = False


@rule("C2.2/b1", "When ordnance fires", cites=("A9.2", "A8.1", "C5.2", "C5.6"))
def moment(view: GameView, manned: Manned) -> When:
    """The fire counter that a shot leaves, and whether it is Intensive Fire.

    Once a phase, again after keeping its ROF, and once more by Intensive Fire. In the
    AFPh not after moving, but for LATW, and without ROF.

    Errors:
        Illegal: it may not fire (again).
    """
    unit, piece, weapon = manned
    # S6.212: in Panic it is under Final Fire
    thing = as_marked(weapon or unit, unit)
    phase, fired = view.state.phase, thing.fired
    again = isinstance(thing, Weapon) and thing.rof
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
        if bar := forfeited(view, unit, {manned.piece.name}):
            raise Illegal("A7.351", bar)
        return
    check_usage(view, FireGroup((as_firer(view, unit, weapon),)))
