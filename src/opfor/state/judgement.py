"""What the player judges otherwise than the boards have it: his board is right."""

from msgspec import Struct

from opfor.state.units import LocationName

BY_WORD = ", by your word"
"""What is added where the board counts as the player says, not as it is drawn."""


class JudgedLos(Struct, frozen=True, tag="los"):
    """What the terrain does to LOS between two Locations, whichever is first.

    Args:
        a, b: the Locations, by their full names, in alphabetic order.
        hindrance: its Hindrance, 0 where LOS is clear, -1 where it is blocked.
    """

    a: LocationName
    b: LocationName
    hindrance: int

    @property
    def about(self) -> tuple[str, ...]:
        """What it is a judgement of; another one of the same takes its place."""
        return ("los", self.a, self.b)


class JudgedHex(Struct, frozen=True, tag="terrain"):
    """What a hex is.

    Args:
        hex: its full name.
        terrain: as `geo.judged.hex_words` has it; empty as drawn.
        level: its Base Level; None as drawn.
    """

    hex: LocationName
    terrain: str = ""
    level: int | None = None

    @property
    def about(self) -> tuple[str, ...]:
        """What it is a judgement of."""
        return ("terrain", self.hex)


class JudgedSide(Struct, frozen=True, tag="hexside"):
    """What the hexside between two hexes holds.

    Args:
        a, b: the hexes, by their full names, in alphabetic order.
        terrain: as `geo.judged.side_words` has it.
    """

    a: LocationName
    b: LocationName
    terrain: str

    @property
    def about(self) -> tuple[str, ...]:
        """What it is a judgement of."""
        return ("hexside", self.a, self.b)


Judgement = JudgedLos | JudgedHex | JudgedSide
