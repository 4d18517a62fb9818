"""C9: where mortars fire from, and by whose eyes."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned
from opfor.rules.choices.orders import Fire
from opfor.state.play import GameView


@rule("C9.2", "Where a mortar cannot fire from", cites=("B30.2",))
def check_place(view: GameView, manned: Manned) -> None:
    """Raise Illegal for a mortar in a building or pillbox Location."""
    unit, piece, _ = manned
    if piece.kind != "MTR":
        return
    fort = view.state.fortifications.get(unit.inside)
    roofed = fort is not None and fort.kind in ("pillbox", "cave")
    if roofed or view.world.in_building(unit.location):
        raise Illegal("C9.2", "a mortar does not fire from under a roof")


@rule("C9.3", "Spotted fire", cites=("C9.1",))
def check_spotter(view: GameView, manned: Manned, order: Fire) -> None:
    """Raise Illegal unless a mortar has a spotter who sees the target for it.

    A Good Order unit of its side, unpinned, that has not fired, in its Location or an
    ADJACENT one.
    """
    unit, piece, _ = manned
    eye = view.state.units.get(order.spotter)
    if piece.kind != "MTR":
        raise Illegal("C9.3", "only a mortar fires by a spotter")
    if eye is None or eye.side != unit.side or eye.id == unit.id:
        raise Illegal("C9.3", f"{order.spotter} is no spotter of yours")
    if not eye.good_order or eye.pinned or (eye.fired and not _spots(manned)):
        raise Illegal("C9.3", f"{eye.id} is pinned, has fired or is not in Good Order")
    if not adjacent(view, unit.location, eye.location):
        raise Illegal("C9.3", f"{eye.id} is not ADJACENT to the mortar")
    if not sees(view, eye.location, order.target):
        raise Illegal("C9.3", f"{eye.id} has no LOS to {order.target}")


def _spots(manned: Manned) -> bool:
    """Whether the mortar fires again by its ROF, for which its spotter goes on."""
    return manned.weapon is not None and manned.weapon.rof
