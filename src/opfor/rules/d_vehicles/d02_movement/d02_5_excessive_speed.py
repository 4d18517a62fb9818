"""D2.5: Excessive Speed, and what it may break."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import Speed
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed, mobile, vehicle
from opfor.rules.d_vehicles.d02_movement.spending import begin_or_continue, unit_of
from opfor.rules.d_vehicles.d08_bog.d08_1_immobilization import immobilize
from opfor.state.counters import Vehicle
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

BREAKS = 12
"""The Final ESB DR from which a vehicle is immobilized."""

WORKSHOPS: Mapping[str, int] = MappingProxyType(
    {"american": 0, "russian": 1, "chinese": 1, "british": 2, "german": 2}
)
"""DRM of those who built it; of all others it is 3."""

OTHERS = 3


def most(found: Vehicle) -> int:
    """The most MP that a vehicle can gain: a quarter of those printed."""
    return found.mp // 4


@rule("D2.5", "Excessive Speed", cites=("D2.15",))
def check_speed(view: GameView, side: Side, order: Speed) -> Move:
    """The move of a vehicle that gains MP, if nothing breaks.

    Up to a quarter of its printed MP, once in a MPh, while it has some MP left.
    Reading: D-352.

    Errors:
        Illegal: it cannot.
    """
    unit = unit_of(view, side, order.unit)
    found, move = vehicle(view, unit), begin_or_continue(view, unit)
    if not mobile(unit) or not unit.location or found is None:
        raise Illegal("D2.5", f"{unit.id} cannot move on the map")
    if unit.did("ESB") or move.minimum:
        raise Illegal("D2.5", f"{unit.id} has gained MP, or makes a Minimum Move")
    if not 1 <= order.mp <= most(found):
        raise Illegal("D2.5", f"{unit.id} may gain 1 to {most(found)} MP")
    return replace(move, allotment=move.allotment + order.mp * MF)


@rule("D2.5/drm", "ESB DRM", cites=("D2.5",))
def esb_drm(view: GameView, unit: Unit, gain: int) -> list[Mod]:
    """The MP gained, and by whom the vehicle was built."""
    found = vehicle(view, unit)
    nation = view.world.root(found.nation) if found else ""
    built = WORKSHOPS.get(nation, OTHERS)
    mods = [Mod("MP gained", gain, "D2.5"), Mod(f"{nation} make", built, "D2.5")]
    return [mod for mod in mods if mod.value]


@rule("D2.5/dr", "The ESB DR", cites=("D2.5", "D8.1"))
def speed_up(play: Play, unit: Unit, move: Move, gain: int) -> bool:
    """Make the ESB DR; a Final 12 or more immobilizes the vehicle.

    Whether it has the MP.
    """
    tried = replace(unit, deeds=(*unit.deeds, "ESB"))
    # D2.5/dr: the ESB DR
    mods = esb_drm(play, unit, gain)
    rolled = dice_roll(play, fact("esb", unit=unit.id, mp=gain), mods, side=unit.side)
    # D8.1: it is immobilized, without a check of its crew
    if rolled.final >= BREAKS:
        immobilize(play, tried, check=False)
        return False
    changed(play, tried, fact("gains_mp", mp=gain))
    play.emit(MoveChanged(move))
    return True
