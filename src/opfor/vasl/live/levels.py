"""On which level of a hex counters are meant that were dragged there.

A hex of VASL's is one pile. What lies above a Level counter is on that level, all else
at ground level, if it can be entered. Who comes from another level into another hex may
mean the ground or not: the one level that he can enter is meant, of several the player
is asked.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.ground import Location
from opfor.ports.session import Session
from opfor.rules.choices.orders import Advance, Rout
from opfor.rules.sequence import legal_orders
from opfor.state.units import OFFBOARD, LocationName
from opfor.vasl.live.drags import FRIENDLY, Drag, way
from opfor.vasl.live.hands import Hand


def meant(session: Session, drag: Drag) -> tuple[LocationName, ...]:
    """The Locations that a drag can mean: one, or several to ask about.

    Where none can be entered it is the one that the table shows, to be refused.
    """
    if drag.to == OFFBOARD or drag.kind == "drive":
        return (drag.to,)
    if _is_clear(session, drag) and can(session, drag, drag.to):
        return (drag.to,)
    found = [to for to in levels(session, drag.to) if can(session, drag, to)]
    return (*found,) or (drag.to,)


def _is_clear(session: Session, drag: Drag) -> bool:
    """Whether the table says the level: by a counter, or as nothing came from above."""
    to, locate = session.world.locate(drag.to), session.world.locate
    return to.level != 0 or drag.start == OFFBOARD or _flat(locate(drag.start), to)


def _flat(start: Location, to: Location) -> bool:
    return start.level == 0 or start.hex == to.hex


def levels(session: Session, place: LocationName) -> Sequence[LocationName]:
    """All Locations of a hex."""
    world = session.world
    hex_ = world.locate(place).hex
    return [world.name(Location(hex_, level)) for level in world.ground.levels(hex_)]


def can(session: Session, drag: Drag, to: LocationName) -> bool:
    """Whether a drag could be the order to go there."""
    there = replace(drag, to=to)
    try:
        match drag.kind:
            case "move":
                way(session, there)
            case "advance":
                order = Advance(drag.units, to)
                legal_orders.check(session.play, FRIENDLY, order)
            case "rout":
                legal_orders.check(session.play, FRIENDLY, Rout(drag.units[0], to))
    except OpforError:
        return False
    return True


class Unclear(Struct, frozen=True):
    """A drag that can mean several levels, until the player says which.

    Args:
        drags: it, and those after it.
        choice: the Locations that it can mean.
        hand: what the player has done.
    """

    drags: tuple[Drag, ...]
    choice: tuple[LocationName, ...]
    hand: Hand

    def question(self, session: Session) -> str:
        """What he is asked."""
        units, to = ", ".join(self.drags[0].units), self.drags[0].to
        all_ = " or ".join(f"`{_level(session, each)}`" for each in self.choice)
        return f"on which level of {to} is {units}? say {all_}"

    def chosen(self, session: Session, text: str) -> LocationName | None:
        """The Location that he names by its level."""
        said = text.casefold().removeprefix("level").strip()
        found = (to for to in self.choice if str(_level(session, to)) == said)
        return next(found, None)


def _level(session: Session, place: LocationName) -> int:
    return session.world.locate(place).level
