"""How orders are typed: what each word names, and what may stand behind it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Slot(NamedTuple):
    """One thing that an order names.

    Args:
        field: of the order.
        kind: what it is.
        many: whether several can be named.
        needed: whether it must be.
        sample: what the help's examples name; empty for what is usual of its kind.
    """

    field: str
    kind: str = "unit"
    many: bool = False
    needed: bool = True
    sample: str = ""


class Verb(NamedTuple):
    """A word for an order.

    Args:
        slots: what it names, in order.
        does: what it does, for the help.
        after: slots by the word that stands before them; none is needed.
        flags: words that set a field.
        fixed: fields that the word itself sets.
        examples: lines for the help, where one is not enough or would mislead.
        type: the tag of its order, which comes from the order's record.
    """

    slots: tuple[Slot, ...]
    does: str
    after: Mapping[str, Slot] = MappingProxyType({})
    flags: Mapping[str, tuple[str, Any]] = MappingProxyType({})
    fixed: Mapping[str, Any] = MappingProxyType({})
    examples: tuple[str, ...] = ()
    type: str = ""

    @property
    def needed(self) -> set[str]:
        """The fields that it names in any case."""
        return {slot.field for slot in self.slots if slot.needed}

    @property
    def words(self) -> str:
        """What it needs, for the help."""
        return " ".join(map(shown, self.slots))


def shown(slot: Slot) -> str:
    """What stands for a slot in the help."""
    name = {"place": "HEX", "hexsides": "SIDE"}.get(slot.kind, slot.kind.upper())
    name += f",{name}…" if slot.many else ""
    return name if slot.needed else f"[{name}]"


# -- what several orders name ------------------------------------------------------

UNIT, UNITS = Slot("unit"), Slot("units", many=True)
WEAPON, TO = Slot("weapon", "weapon"), Slot("to", "place")
MP = Slot("mp", "number", needed=False)
SPINE = Slot("spine", "number")
VEHICLE = Slot("unit", sample="pz4hA")
CARRIER = Slot("vehicle", sample="pz4hA")
HULK = Slot("vehicle", "hulk")
GUN = Slot("weapon", "weapon", sample="57atA")
FORTIFICATION = Slot("inside", "fortification")
SIDES = Slot("bypass", "hexsides", many=True)
SECOND = Slot("second", "place", needed=False)
"""The other Location of Spraying Fire, or of strafing."""

BESIDE = Slot("units", many=True, needed=False)
"""Who spends the MF with the unit, to move on together."""

BY = MappingProxyType({"by": Slot("leader")})
INSIDE = MappingProxyType({"inside": FORTIFICATION})
ASSAULT = MappingProxyType({"assault": ("assault", True)})
DOUBLE_TIME = MappingProxyType({"double": ("double_time", True)})
