"""What a side may command, and how an answer to an Order is read.

Every order is a frozen value of ids and Location names; an answer is the same as JSON
({"type": "move", "units": ["467A"], "to": "33Q6"}). What an order may be, and what it
does, is in the module of its rule; its record is below `rules/orders`.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.rules.choices.vehicle_orders import VehicleCommand
from opfor.state.artillery import Shells, Spot
from opfor.state.units import OFFBOARD, LocationName

# -- any phase ---------------------------------------------------------------------


class EndPhase(Struct, frozen=True, tag="end"):
    """End the side's part of the phase; a move in hand ends with it."""


class DropWeapon(Struct, frozen=True, tag="drop"):
    """Leave a SW or Gun where its possessor is (A4.43)."""

    weapon: str


# -- RPh ---------------------------------------------------------------------------


class Rally(Struct, frozen=True, tag="rally"):
    """Try to rally a broken unit; without a leader by Self-Rally (A10.6, A18.11)."""

    unit: str
    leader: str = ""

    def __str__(self) -> str:
        return f"{self.unit} by {self.leader}" if self.leader else self.unit


class KeepDM(Struct, frozen=True, tag="keep DM"):
    """Keep a broken unit under DM, to rout in the next RtPh (A10.62)."""

    unit: str


class Repair(Struct, frozen=True, tag="repair"):
    """Try to repair a malfunctioned Weapon (A9.72)."""

    weapon: str


class Recover(Struct, frozen=True, tag="recover"):
    """Try to recover an unpossessed Weapon (A4.44)."""

    unit: str
    weapon: str


class Transfer(Struct, frozen=True, tag="transfer"):
    """Give a Weapon to another unit of the Location (A4.431)."""

    weapon: str
    to: str


class Deploy(Struct, frozen=True, tag="deploy"):
    """Make two HS of a squad (A1.31); the leader whose Location it is, if needed."""

    unit: str
    leader: str = ""


class Recombine(Struct, frozen=True, tag="recombine"):
    """Make a squad of two HS (A1.32)."""

    units: tuple[str, str]
    leader: str = ""


class ClaimWall(Struct, frozen=True, tag="wall"):
    """Claim Wall Advantage for units in a Location, or give it up (B9.32)."""

    at: LocationName
    claim: bool = True


class Assemble(Struct, frozen=True, tag="assemble"):
    """Assemble a dm Weapon, or dismantle it (A9.8)."""

    weapon: str
    dm: bool = False


# -- fire phases -------------------------------------------------------------------


class Fire(Struct, frozen=True, tag="fire"):
    """One attack.

    Args:
        firers: ids of the units and Weapons whose FP is used; all must fire together.
        target: the Location attacked.
        leaders: who directs; one for each Location of the fire group (A7.53).
        second: the other Location of Spraying Fire (A7.34, A9.5).
        lane: the MG lays a Fire Lane with this shot (A9.22).
        ammo: what ordnance fires; PF and PFk are what a unit has within it; IFE is
            to fire on the IFT (C2.29).
        mol: MOL are used with the inherent FP (A22.6).
        snap: a Snap Shot at the hexside just crossed (A8.15).
        area: ordnance that is no mortar uses the Area Target Type (C3.33).
        spotter: the unit that sees for a mortar that does not (C9.3).
        backblast: fire inside a building and bear the backblast (C13.8).
        at: the id of the vehicle aimed at by the Vehicle Target Type (C3.31).
        tracks: Deliberate Immobilization (C5.7).
    """

    firers: tuple[str, ...]
    target: LocationName
    leaders: tuple[str, ...] = ()
    second: LocationName = OFFBOARD
    lane: bool = False
    ammo: Literal[
        "", "HE", "HEAT", "AP", "APCR", "APDS", "smoke", "WP", "IR", "IFE", "PF", "PFk"
    ] = ""
    mol: bool = False
    snap: bool = False
    area: bool = False
    spotter: str = ""
    backblast: bool = False
    at: str = ""
    tracks: bool = False


class Opportunity(Struct, frozen=True, tag="opportunity"):
    """Mark units for Opportunity Fire in the AFPh (A7.25)."""

    units: tuple[str, ...]


class Entrench(Struct, frozen=True, tag="entrench"):
    """Try to dig a foxhole (B27.11)."""

    unit: str
    leader: str = ""


class MopUp(Struct, frozen=True, tag="mop up"):
    """Mop up the building that a unit is in (A12.153)."""

    unit: str


class ClearFlame(Struct, frozen=True, tag="extinguish"):
    """Try to put out a Flame, or to clear a minefield of its Location (B24.7).

    Args:
        unit: the MMC that tries.
        marker: the Flame's id, or the minefield's.
        leader: who directs it.
    """

    unit: str
    marker: str
    leader: str = ""


class Kindle(Struct, frozen=True, tag="kindle"):
    """Try to set a Location ablaze (B25.11): a SMC, or MMC that a leader directs."""

    units: tuple[str, ...]
    leader: str = ""


class Massacre(Struct, frozen=True, tag="massacre"):
    """Massacre the prisoners of a Guard (A20.4)."""

    unit: str


# -- MPh ---------------------------------------------------------------------------


class MoveTo(Struct, frozen=True, tag="move"):
    """Move units as one stack into the next Location.

    Args:
        units: ids of the units, all in one Location.
        to: where to; the Location they are in for Bypass along its hexsides.
        assault: by Assault Movement, declared as the move begins.
        double_time: by Double Time, declared as the move begins.
        dash: a Dash across a road (A4.63).
        minimum: a Minimum Move (A4.134).
        bypass: the hexsides of `to` along which it is bypassed (A4.3).
        overrun: Infantry OVR of a lone SMC (A4.15).
        inside: the trench of `to` that they reach along their own (B27.54).
    """

    units: tuple[str, ...]
    to: LocationName
    assault: bool = False
    double_time: bool = False
    dash: bool = False
    minimum: bool = False
    bypass: tuple[int, ...] = ()
    overrun: bool = False
    inside: str = ""


class EndMove(Struct, frozen=True, tag="halt"):
    """End the move in hand where the stack is."""


class Shelter(Struct, frozen=True, tag="shelter"):
    """Enter a fortification of the Location, or leave it: no id (B27.4, B30).

    Who is above wire gets beneath it with no id (B26.4). A move may begin with it, by
    Assault Movement or Double Time.
    """

    units: tuple[str, ...]
    inside: str = ""
    assault: bool = False
    double_time: bool = False


class SmokeGrenade(Struct, frozen=True, tag="smoke"):
    """Try to place SMOKE grenades in its own or an ADJACENT Location (A24.1).

    `units` are those that spend the MF with it to move on together; `wp` for WP.
    """

    unit: str
    to: LocationName
    units: tuple[str, ...] = ()
    wp: bool = False


class Search(Struct, frozen=True, tag="search"):
    """Search the hexes around (A12.152)."""

    unit: str


class PlaceCharge(Struct, frozen=True, tag="DC"):
    """Place a DC in an ADJACENT Location (A23.3); `units` as for grenades."""

    weapon: str
    to: LocationName
    units: tuple[str, ...] = ()


class SetCharge(Struct, frozen=True, tag="set DC"):
    """Set a DC in its user's Location in the PFPh (A23.7)."""

    weapon: str


class HoldFire(Struct, frozen=True, tag="hold fire"):
    """Let what moves go on (A8.1)."""


# -- OBA and air ----------------------------------------------------------------------


class Radio(Struct, frozen=True, tag="radio"):
    """What an Observer does with his OBA, at the start of a fire phase (C1.2).

    Args:
        battery: which OBA.
        step: Radio Contact; placing a SR; correcting or converting it or a FFE;
            Cancel.
        to: the hex, to place and to correct.
        kind: what comes down, to convert a SR, or to place in a Pre-Registered hex.
    """

    battery: str
    step: Spot
    to: LocationName = OFFBOARD
    kind: Shells = "HE"


class Sortie(Struct, frozen=True, tag="sortie"):
    """Send an airplane at a hex in a fire phase (E7.4).

    Args:
        aircraft: which one.
        to: the hex.
        bombs: with its bombs; else it strafes.
        second: a hex next to it that it strafes as well.
    """

    aircraft: str
    to: LocationName
    bombs: bool = False
    second: LocationName = OFFBOARD


# -- RtPh, APh, CCPh ---------------------------------------------------------------


class Rout(Struct, frozen=True, tag="rout"):
    """Rout a broken unit into the next Location (A10.5).

    `inside` is a fortification there that it enters as well.
    """

    unit: str
    to: LocationName
    low_crawl: bool = False
    inside: str = ""


class Break(Struct, frozen=True, tag="break"):
    """Break voluntarily (A10.41)."""

    unit: str


class Advance(Struct, frozen=True, tag="advance"):
    """Advance units into an ADJACENT Location, or into a fortification (A4.7)."""

    units: tuple[str, ...]
    to: LocationName
    inside: str = ""


class CloseCombat(Struct, frozen=True, tag="CC"):
    """Attack in CC (A11.1).

    Args:
        attackers, defenders: ids of units in one Location.
        capture: an attempt to capture them (A20.22).
        hand_to_hand: on the Hand-to-Hand Kill Numbers (J2.31).
        atmm: with an ATMM against a vehicle, if they have one (C13.7).
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    capture: bool = False
    hand_to_hand: bool = False
    atmm: bool = False


class Withdraw(Struct, frozen=True, tag="withdraw"):
    """Withdraw from Melee (A11.2), or by Infiltration (A11.22)."""

    units: tuple[str, ...]
    to: LocationName


# -- the player's table ------------------------------------------------------------


class Adjust(Struct, frozen=True, tag="adjust"):
    """Set a unit, S?, battery or the like as it is on the player's table.

    Args:
        what: the kind of thing.
        id: its id; a new one adds it.
        set: its fields by name; nothing removes it.
    """

    what: Literal[
        "unit", "weapon", "suspect", "fortification", "marker", "battery", "plane",
        "control", "game", "los", "terrain", "hexside",
    ]  # fmt: skip
    id: str
    set: dict[str, Any] | None = None


Command = (
    EndPhase | DropWeapon | Rally | KeepDM | Repair | Recover | Transfer | Deploy
    | Recombine | ClaimWall | Assemble | Fire | Opportunity | Entrench | MopUp
    | ClearFlame | Kindle | Massacre | MoveTo | EndMove | Shelter | SmokeGrenade
    | Search | PlaceCharge | SetCharge | Radio | Sortie | HoldFire | Rout | Break
    | Advance | CloseCombat | Withdraw | Adjust | VehicleCommand
)  # fmt: skip
"""Every order; saves and messages are read with it."""


class _Given(Struct):
    """What an order is read in: of a class msgspec learns the form but once."""

    order: Command


def read_order(answer: Any) -> Command:
    """The command that an answer means.

    Errors:
        OpforError: it is no command.
    """
    try:
        return msgspec.convert({"order": answer}, _Given).order
    except msgspec.ValidationError as error:
        raise OpforError(
            f"this is no order ({error})", do='send {"type": "move", …} or the like'
        ) from error
