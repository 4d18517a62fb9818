"""Everything that can happen in a game; only `State.apply` gives it effect."""

from opfor.core.event import Event
from opfor.core.fact import Fact
from opfor.state.artillery import Aircraft, Battery
from opfor.state.in_progress import (
    CloseCombatAttack,
    Effect,
    Move,
    MovePlan,
    Resolution,
    Shot,
    SideLosses,
    Stops,
    Weather,
    Window,
)
from opfor.state.judgement import Judgement
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Phase,
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
    what: Fact


class SuspectRemoved(Event, frozen=True):
    """A S? left the map: Activated, or a dummy after all."""

    id: str
    why: Fact


class WaveBegan(Event, frozen=True):
    """A Human Wave is to enter this turn (S4.31); its S? come after this."""

    wave: Wave


class AcNumberSet(Event, frozen=True):
    """The AC# marker was put on a number of its track (S5.11)."""

    number: int
    why: Fact


class VpoDrawn(Event, frozen=True):
    """The VPO Locations of this game were drawn on the boards' cards."""

    locations: tuple[LocationName, ...]


class SetUp(Event, frozen=True):
    """The set-up is done."""


class UnitAdded(Event, frozen=True):
    """A unit came into play."""

    unit: Unit


class UnitChanged(Event, frozen=True):
    """A unit's states changed; `what` says how in a word or two."""

    unit: Unit
    what: Fact


class UnitRemoved(Event, frozen=True):
    """A unit left play; what it possessed stays where it was."""

    id: str
    why: Fact


class UnitReplaced(Event, frozen=True):
    """Other counters took a unit's place: a HS for a squad, a lower class.

    The first of them takes over what the unit possessed.
    """

    id: str
    units: tuple[Unit, ...]
    what: Fact


class WeaponAdded(Event, frozen=True):
    """A SW came into play."""

    weapon: Weapon


class WeaponChanged(Event, frozen=True):
    """A Weapon changed hands or states; `what` says how in a word or two."""

    weapon: Weapon
    what: Fact


class WeaponRemoved(Event, frozen=True):
    """A Weapon left play."""

    id: str
    why: Fact


class FortificationAdded(Event, frozen=True):
    """A fortification came into play."""

    fortification: Fortification


class FortificationChanged(Event, frozen=True):
    """A fortification changed; `what` says how in a word or two."""

    fortification: Fortification
    what: Fact


class FortificationRemoved(Event, frozen=True):
    """A fortification left play."""

    id: str
    why: Fact


class MarkerAdded(Event, frozen=True):
    """A marker was put on the map: SMOKE, Residual FP, a Flame."""

    marker: Marker


class MarkerChanged(Event, frozen=True):
    """A marker changed; `what` says how in a word or two."""

    marker: Marker
    what: Fact


class MarkerRemoved(Event, frozen=True):
    """A marker left the map."""

    id: str
    why: Fact


class BatteryChanged(Event, frozen=True):
    """A battery is there, or changed; `what` says how in a word or two (C1)."""

    battery: Battery
    what: Fact


class AircraftChanged(Event, frozen=True):
    """An airplane is there, or changed; `what` says how in a word or two (E7)."""

    aircraft: Aircraft
    what: Fact


class Tidied(Event, frozen=True):
    """Counters were removed or turned as a phase ended or began: many at once."""

    units: tuple[Unit, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    markers_gone: tuple[str, ...] = ()


class ControlTaken(Event, frozen=True):
    """A side gained Control of a Location (A26.1)."""

    location: LocationName
    side: Side


class Judged(Event, frozen=True):
    """The player judged LOS, a hex or a hexside otherwise; `gone`: as drawn again."""

    judgement: Judgement
    gone: bool = False


class AreaTaken(Event, frozen=True):
    """A side gained Control of a hex or building, such as `building 33Q6`."""

    area: str
    side: Side


class LossesChanged(Event, frozen=True, tag="TollChanged"):
    """What a side has gained or lost changed; `what` says how in a word or two."""

    side: Side
    toll: SideLosses
    what: Fact


class SniperAlerted(Event, frozen=True):
    """A DR equalled the SAN of a side: its Sniper acts when the order is done."""

    side: Side


class SniperActed(Event, frozen=True):
    """The first Sniper that was alerted has acted."""


class WeatherChanged(Event, frozen=True):
    """Wind or weather changed; `what` says how in a word or two."""

    weather: Weather
    what: Fact


class RandomEvent(Event, frozen=True):
    """A Random Event happened, by the words of its row (S2.2)."""

    words: str


class EffectsChanged(Event, frozen=True):
    """What Random Events do later changed; `what` says how in a word or two."""

    effects: tuple[Effect, ...]
    what: Fact


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


class CommandRolled(Event, frozen=True):
    """The Move Command of this MPh for all who share it (S9.2)."""

    who: str
    row: int


class MovePlanSet(Event, frozen=True, tag="CourseSet"):
    """What the ENEMY's move in hand is to do; None: it has nothing left to do."""

    course: MovePlan | None


class WindowChanged(Event, frozen=True):
    """The DEFENDER may fire at what moves, or the moment for it is over (None)."""

    window: Window | None


class ShotFired(Event, frozen=True):
    """An attack was made; later ones of the phase depend on it."""

    shot: Shot


class CloseCombatDeclared(Event, frozen=True, tag="ClashDeclared"):
    """A CC attack or a withdrawal was declared; the other side's come first."""

    clash: CloseCombatAttack


class CloseCombatOver(Event, frozen=True, tag="ClashesOver"):
    """What was declared for the CC of a Location has been resolved."""

    location: LocationName


class PartEnded(Event, frozen=True):
    """A side is done with its part of the phase."""

    side: Side


class PhaseBegan(Event, frozen=True):
    """A phase of a Player Turn began; `side` is the ATTACKER."""

    turn: int
    side: Side
    phase: Phase


class TableSet(Event, frozen=True):
    """What the player resolves on his own table; the engine does all the rest."""

    on_table: tuple[Resolution, ...]


class StopsSet(Event, frozen=True):
    """Where the sides are asked from now on."""

    stops: Stops


class GameEnded(Event, frozen=True):
    """The game is over."""

    why: Fact


AnyEvent = (
    SuspectPlaced | SuspectChanged | SuspectRemoved | WaveBegan | AcNumberSet
    | VpoDrawn | SetUp
    | UnitAdded | UnitChanged | UnitRemoved | UnitReplaced
    | WeaponAdded | WeaponChanged | WeaponRemoved
    | FortificationAdded | FortificationChanged | FortificationRemoved
    | MarkerAdded | MarkerChanged | MarkerRemoved | HeavyActivated
    | BatteryChanged | AircraftChanged
    | Tidied | ControlTaken | Judged | AreaTaken | LossesChanged | WeatherChanged
    | SniperAlerted | SniperActed
    | CloseCombatDeclared | CloseCombatOver
    | MoveChanged | Moved | MoveEnded | WindowChanged | PartEnded | PhaseBegan
    | ShotFired | TableSet | StopsSet | GameEnded
    | CommandRolled | MovePlanSet | RandomEvent | EffectsChanged
)  # fmt: skip
"""Every event of a game; saves are read with it."""
