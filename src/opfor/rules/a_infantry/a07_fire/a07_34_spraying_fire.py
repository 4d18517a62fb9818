"""A7.34: Spraying Fire."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import SPRAY
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.choices.orders import Fire
from opfor.state.counters import MMC, SupportWeapon
from opfor.state.play import GameView


@rule("A7.34", "Spraying Fire", cites=("A9.5",))
def check_spraying(view: GameView, group: FireGroup, order: Fire) -> None:
    """Raise Illegal unless all who fire can spray both Locations at once.

    MG, and MMC whose range is underlined, the latter within three hexes; from one
    Location, at two others that are adjacent or one above the other.
    """
    world, froms = view.world, group.froms
    if len(froms) > 1 or froms[0] in (order.target, order.second):
        raise Illegal("A7.34", "Spraying Fire is from one Location at two others")
    apart = world.range(order.target, order.second)
    rise = world.locate(order.target).level - world.locate(order.second).level
    if order.target == order.second or apart > 1 or (apart == 0 and abs(rise) > 1):
        raise Illegal("A7.34", "the two Locations are not next to each other")
    far = max(world.range(froms[0], at) for at in (order.target, order.second))
    for firer in group.firers:
        piece = firer.piece
        if not can_spray(firer):
            raise Illegal("A7.34", f"{firer.thing.id} cannot spray")
        if isinstance(piece, MMC) and far > SPRAY:
            raise Illegal("A7.34", f"{firer.unit.id} sprays at {SPRAY} hexes at most")


def can_spray(firer: Firer) -> bool:
    """Whether it is a MG, or a MMC whose range is underlined."""
    match firer.piece:
        case MMC(spraying_fire=able_):
            return able_
        case SupportWeapon(kind=kind):
            return kind == "MG"
    return False
