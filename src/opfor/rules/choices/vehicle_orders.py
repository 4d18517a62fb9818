"""The orders of vehicles and Guns; a part of `orders.Command`."""

from msgspec import Struct

from opfor.state.units import OFFBOARD, LocationName


class StartUp(Struct, frozen=True, tag="start"):
    """Spend a Start MP (D2.12)."""

    unit: str


class StopOrder(Struct, frozen=True, tag="stop"):
    """Spend a Stop MP (D2.13)."""

    unit: str


class DriveOrder(Struct, frozen=True, tag="drive"):
    """Move a vehicle into the next hex.

    Args:
        unit: the vehicle.
        to: where to; OFFBOARD to leave the map.
        reverse: in Reverse Movement (D2.2).
        minimum: a Minimum Move (D2.15).
        road: it uses the road, where it could do otherwise too.
        slow: with all its MP, where the terrain leaves a choice.
        overrun: OVR of what is there (D7.1).
        bypass: the hexside of `to` along which it goes by VBM (D2.3).
        escort: the Infantry that goes along from beneath it (D9.31).
        assault: that Infantry uses Assault Movement.
    """

    unit: str
    to: LocationName
    reverse: bool = False
    minimum: bool = False
    road: bool = True
    slow: bool = False
    overrun: bool = False
    bypass: tuple[int, ...] = ()
    escort: tuple[str, ...] = ()
    assault: bool = False


class TurnTo(Struct, frozen=True, tag="turn"):
    """Turn the VCA, or with `turret` the TCA, to a hexspine (D2.11, D3.12)."""

    unit: str
    spine: int
    turret: bool = False


class Delay(Struct, frozen=True, tag="delay"):
    """Spend MP where the vehicle is, Stopped (D2.17)."""

    unit: str
    mp: int = 1


class Expose(Struct, frozen=True, tag="expose"):
    """Make a crew CE, or BU (D5.33)."""

    unit: str
    ce: bool = True


class Embark(Struct, frozen=True, tag="embark"):
    """Load Infantry onto a vehicle, as Passengers or Riders (D6.4)."""

    units: tuple[str, ...]
    vehicle: str
    rides: bool = False


class Dismount(Struct, frozen=True, tag="dismount"):
    """Unload Passengers or Riders (D6.5)."""

    units: tuple[str, ...]


class Discharge(Struct, frozen=True, tag="discharge"):
    """Try a smoke dispenser (D13.2), or SMOKE grenades of the crew (D13.35).

    Args:
        unit: the vehicle.
        to: where a smoke mortar smokes; all others smoke their own hex.
        grenades: with grenades instead.
    """

    unit: str
    to: LocationName = OFFBOARD
    grenades: bool = False


class GoMotion(Struct, frozen=True, tag="motion"):
    """A Motion attempt in the other side's MPh (D2.401)."""

    unit: str


class Speed(Struct, frozen=True, tag="speed"):
    """Gain MP by Excessive Speed (D2.5)."""

    unit: str
    mp: int = 1


class HullDown(Struct, frozen=True, tag="hull down"):
    """Try for HD status by a HD Maneuver (D4.22)."""

    unit: str


class Abandon(Struct, frozen=True, tag="abandon"):
    """Have the crew leave its vehicle (D5.41)."""

    unit: str


class Man(Struct, frozen=True, tag="man"):
    """Have a crew or HS man an Abandoned vehicle, the other side's too (D5.42)."""

    unit: str
    vehicle: str


class Seize(Struct, frozen=True, tag="seize"):
    """Take an Abandoned vehicle of the other side in the CCPh (A21.22)."""

    unit: str
    vehicle: str


class Unbog(Struct, frozen=True, tag="unbog"):
    """Try to free a bogged vehicle (D8.3)."""

    unit: str


class HookUp(Struct, frozen=True, tag="hook"):
    """Hook a Gun up to a vehicle, or unhook the one that it tows (C10.1)."""

    vehicle: str
    weapon: str


class Limber(Struct, frozen=True, tag="limber"):
    """Limber or unlimber a Gun (C10.2)."""

    weapon: str
    limber: bool = True


class Push(Struct, frozen=True, tag="push"):
    """Manhandle a Gun into the next hex (C10.3)."""

    units: tuple[str, ...]
    weapon: str
    to: LocationName


class TurnGun(Struct, frozen=True, tag="turn gun"):
    """Turn a Gun to a hexspine in a fire phase, instead of firing it (C3.22)."""

    weapon: str
    spine: int


VehicleCommand = (
    StartUp | StopOrder | DriveOrder | TurnTo | Delay | Expose
    | Embark | Dismount | Discharge
    | GoMotion | Speed | HullDown | Unbog | HookUp | Limber | Push | TurnGun | Abandon
    | Man | Seize
)  # fmt: skip
"""Every order to a vehicle or Gun."""
