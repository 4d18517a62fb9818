"""A10.62: the order to keep DM."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a10_morale.a10_5_rout import cover
from opfor.rules.a_infantry.a10_morale.a10_6_rally import rally_terrain
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import KeepDM
from opfor.rules.orders.order_kind import BOTH, OrderKind, When
from opfor.rules.orders.verbs import UNIT, Verb
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side


def offer_keep_dm(view: GameView, side: Side) -> Iterator[Offer]:
    """Each unit that may keep DM as the RPh ends."""
    for unit in onboard(view, side):
        order = KeepDM(unit.id)
        if unit.dm and allows(view, side, order, check_keep_dm):
            yield Offer(order, f"keep {unit.id} under DM", (unit.location,))


def check_keep_dm(view: GameView, side: Side, order: KeepDM) -> None:
    """Raise Illegal if a unit may not keep DM (A10.62)."""
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A10.62", f"you have no unit {order.unit} on the map")
    if not (unit.broken and unit.dm) or unit.did("keep DM"):
        raise Illegal("A10.62", f"{unit.id} is not under DM, or keeps it already")
    if rally_terrain(view, unit) or cover(view, unit.location):
        raise Illegal("A10.62", f"{unit.id} is in cover, where DM ends with the RPh")


@rule("A10.62/keep", "DM is kept to rout", cites=("A10.5",))
def do_keep_dm(play: Play, _side: Side, order: KeepDM) -> None:
    """A broken unit outside woods, buildings and trenches stays under DM."""
    unit = play.state.units[order.unit]
    kept = replace(unit, deeds=(*unit.deeds, "keep DM"))
    play.emit(UnitChanged(kept, fact("keeps_dm")))


KEEP_DM = OrderKind(
    order=KeepDM,
    rule="A10.62",
    when=(When("RPh", BOTH, 20),),
    offer=offer_keep_dm,
    check=check_keep_dm,
    do=do_keep_dm,
    label="Stay DM",
    verbs={"keep": Verb((UNIT,), "keep a broken unit under DM, to rout")},
    listed=60,
)
