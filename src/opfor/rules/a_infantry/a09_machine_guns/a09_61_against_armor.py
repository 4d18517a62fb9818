"""A9.61: MG and ATR at AFV, by To Hit and To Kill."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import smc
from opfor.rules.c_ordnance.c02_ordnance.c02_2_notes import Notes, notes_on
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv, state_of
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import own_move
from opfor.state.counters import SupportWeapon, Vehicle
from opfor.state.play import GameView
from opfor.state.units import Unit, Weapon


@rule("A9.61", "MG and ATR against vehicles", cites=("C13.2", "C2.2"))
def bullets(view: GameView, weapon: Weapon) -> Ordnance | None:
    """A MG or ATR as it is fired at an AFV by To Hit and To Kill; None for others.

    It has nothing but AP, reaches no farther than its normal range, and has no
    Intensive Fire.
    """
    piece = view.world.counter(weapon.counter)
    if not isinstance(piece, SupportWeapon) or piece.kind not in ("MG", "ATR"):
        return None
    owner = view.state.units.get(weapon.owner)
    carrier = view.world.counter(owner.counter) if owner and weapon.mount else None
    return Ordnance(
        id=weapon.id,
        name=piece.name,
        nation=piece.nation,
        kind=piece.kind,
        rof=piece.rof,
        breakdown=piece.breakdown,
        removal=piece.removal,
        max_range=piece.range,
        turret=carrier.turret if isinstance(carrier, Vehicle) else "T",
        mounted=bool(weapon.mount),
        no_ap=False,
        no_he=True,
        notes=_notes(view, weapon, carrier),
    )


def _notes(view: GameView, weapon: Weapon, carrier: object) -> Notes:
    """What the counter of a vehicle says of a MG that is its Main Armament."""
    if not isinstance(carrier, Vehicle) or weapon.mount != "MA":
        return Notes()
    return notes_on(carrier.special, view.world.date)


@rule("A9.61/full", "When a MG can pierce armor", cites=("A9.61", "A7.308"))
def check_bullets(
    view: GameView, unit: Unit, piece: Ordnance, weapon: Weapon | None, *, aimed: Unit
) -> None:
    """Raise Illegal for a MG whose FP would be halved, or at an unarmored vehicle.

    Halved are those of pinned units, in the AFPh but for Opportunity Fire, of vehicles
    in Motion or in their own MPh, and of a SMC who is no hero. What has no armor is
    attacked on the IFT.
    """
    if piece.kind not in ("MG", "ATR"):
        return
    if piece.kind == "MG" and not afv(view, aimed):
        raise Illegal("A7.308", f"MG fire at {aimed.id} on the IFT")
    thing = weapon or unit
    late = view.state.phase == "AFPh" and thing.fired != "opportunity"
    moving = own_move(view, unit) or state_of(unit).motion
    man = smc(view, unit)
    alone = man is not None and man.kind != "hero" and not unit.heroic
    if piece.kind == "MG" and (unit.pinned or late or moving or alone):
        raise Illegal("A9.61", f"{thing.id} fires with less than its full FP")
