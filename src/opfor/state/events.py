"""Everything that can happen in a game; only `State.apply` gives it effect."""

from opfor.core.event import Event
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Move,
    Side,
    Suspect,
    Unit,
    Wave,
    Weapon,
)


class SuspectPlaced(Event, frozen=True):
    """A S? was put on the map."""

    suspect: Suspect


class SuspectChanged(Event, frozen=True):
    """A S? entered, moved, or left its wave; `what` says so in a word or two."""

    suspect: Suspect
    what: str


class SuspectRemoved(Event, frozen=True):
    """A S? left the map: Activated, or a dummy after all."""

    id: str
    why: str


class WaveBegan(Event, frozen=True):
    """A Human Wave is to enter this turn (S4.31); its S? come after this."""

    wave: Wave


class AcNumberSet(Event, frozen=True):
    """The AC# marker was put on a number of its track (S5.11)."""

    number: int
    why: str


class SetUp(Event, frozen=True):
    """The set-up is done."""


class UnitAdded(Event, frozen=True):
    """A unit came into play."""

    unit: Unit


class UnitChanged(Event, frozen=True):
    """A unit's states changed; `what` says how in a word or two."""

    unit: Unit
    what: str


class UnitRemoved(Event, frozen=True):
    """A unit left play; what it possessed stays where it was."""

    id: str
    why: str


class WeaponAdded(Event, frozen=True):
    """A SW came into play."""

    weapon: Weapon


class FortificationAdded(Event, frozen=True):
    """A fortification came into play."""

    fortification: Fortification


class MarkerAdded(Event, frozen=True):
    """A marker was put on the map: SMOKE, a Trail Break, panji."""

    marker: Marker


class HeavyActivated(Event, frozen=True):
    """A Gun or vehicle came out of a S?; `number` counts them in this Mission."""

    number: int


class MoveChanged(Event, frozen=True):
    """The move in hand began or went on."""

    move: Move


class Moved(Event, frozen=True):
    """The units of the move in hand entered a Location."""

    to: LocationName
    move: Move


class MoveEnded(Event, frozen=True):
    """The move in hand is over; its units have moved."""


class PhaseBegan(Event, frozen=True):
    """A phase of a Player Turn began."""

    turn: int
    side: Side
    phase: str


class GameEnded(Event, frozen=True):
    """The game is over."""

    why: str


AnyEvent = (
    SuspectPlaced | SuspectChanged | SuspectRemoved | WaveBegan | AcNumberSet | SetUp
    | UnitAdded | UnitChanged | UnitRemoved | WeaponAdded | FortificationAdded
    | MarkerAdded | HeavyActivated | MoveChanged | Moved | MoveEnded | PhaseBegan
    | GameEnded
)  # fmt: skip
"""Every event of a game; saves are read with it."""
