"""What the FRIENDLY side sees of what is on the map."""

from opfor.state.units import Fortification, Unit


def seen(thing: Unit | Fortification) -> bool:
    """Whether the FRIENDLY side knows of a thing: all but what the ENEMY has hidden."""
    return not (thing.hidden and thing.side == "ENEMY")
