"""What the generation rules of S5 share: the party that a S? brings, and its tables."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from opfor.core.dice import Rolled
from opfor.core.explain import consult
from opfor.core.modifier import Mod
from opfor.core.table import Row
from opfor.state.counters import MMC, Counter
from opfor.state.events import HeavyActivated, UnitAdded, WeaponAdded
from opfor.state.id_stems import stem
from opfor.state.nations import Nation
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.table_results import THEATERS
from opfor.state.units import (
    OFFBOARD,
    GunState,
    LocationName,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)


class ActivatedGroup(Struct, frozen=True):
    """What one S? has brought so far.

    Args:
        suspect: the S?, which says where and in which Attitude.
        units: the ids of the units so far.
        items: all items of the {A1} row, those still to come included.
        done: how many of them have been generated, the one in hand not included.
        by: the Location of the FRIENDLY unit that caused it; OFFBOARD if none did.
    """

    suspect: Suspect
    units: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    done: int = 0
    by: LocationName = OFFBOARD

    @property
    def to_come(self) -> tuple[str, ...]:
        """The items that come after the one in hand."""
        return self.items[self.done + 1 :]

    @property
    def where(self) -> LocationName:
        """The Location in which all of it is put."""
        return self.suspect.location


Generator = Callable[[Play, ActivatedGroup], Sequence[str]]


# -- tables ------------------------------------------------------------------------


def look_up(play: Play, table: str, roll: Rolled, **when: str) -> Row:
    """The row of a table for a Final result today, told with the row lit."""
    found = play.world.enemy.table(table)
    return consult(play, found, roll.final, date=play.world.date, **when)


def columns_of(view: GameView, nation: Nation, name: str) -> dict[str, str]:
    """The country and the theater, where a table of a nation tells them apart.

    The country is the nation's own name if the table has it, else the Mission's. The
    theater is the Pacific with PTO Terrain in effect, or against Japanese.
    """
    axes, mission = nation.table(name).axes, view.state.mission
    found = {}
    if "country" in axes:
        own = str(nation.fact("name"))
        found["country"] = own if own in axes["country"] else mission.country
    if "theater" in axes:
        pacific = mission.pto or "japanese" in (mission.friendly, mission.enemy)
        found["theater"] = THEATERS[not pacific]
    return found


def drm(play: Play, table: str, number: str, cause: str) -> Mod:
    """One modifier of a table of modifiers."""
    row = play.world.enemy.table(table).look_up(date=play.world.date, cause=cause)
    return Mod(cause, int(row.result), number)


def mission_drm(play: Play, table: str, number: str) -> list[Mod]:
    """The Mission's modifier on a table, if it has one."""
    mission = play.state.mission
    value = {"A1-drm": mission.a1_drm, "A5-drm": mission.a5_drm}[table]
    return [Mod(mission.title, value, number)] if value else []


def date_mods(play: Play, table: str, number: str) -> list[Mod]:
    """The modifier of the date on a table, if it has one."""
    value = play.world.enemy.table(table).look_up(date=play.world.date).result
    return [Mod(f"date {play.world.date}", int(value), number)] if value else []


# -- counters ----------------------------------------------------------------------


def type_of(play: Play, unit: str) -> Counter:
    """The counter type of a unit in play."""
    return play.world.counter(play.state.units[unit].counter)


def mmc_of(play: Play, party: ActivatedGroup) -> list[str]:
    """The MMC of a party, crews of Guns included."""
    return [unit for unit in party.units if isinstance(type_of(play, unit), MMC)]


MMC_ITEMS = ("S", "HS", "Gun")
"""Items of {A1} with which a MMC comes: a Gun has its crew."""


def mmc_to_come(play: Play, party: ActivatedGroup) -> int:
    """The MMC that the items after the one in hand bring; no Gun past the limit."""
    heavy = room_for_heavy(play)
    items = (item for item in party.to_come if item in MMC_ITEMS)
    return sum(item != "Gun" or heavy for item in items)


def add_unit(
    play: Play,
    party: ActivatedGroup,
    piece: Counter,
    *,
    vehicle: VehicleState | None = None,
) -> str:
    """Put a unit of the ENEMY where the S? stood, concealed; returns its id."""
    id_ = fresh_id(play.state, "e" + stem(piece))
    unit = Unit(
        id=id_,
        side="ENEMY",
        counter=piece.id,
        location=party.where,
        concealed=True,
        crest=party.suspect.crest,
        attitude=party.suspect.attitude,
        vehicle=vehicle,
    )
    play.emit(UnitAdded(unit))
    return id_


def add_weapon(
    play: Play, piece: Counter, owner: str, *, dm: bool, gun: GunState | None = None
) -> None:
    """Give a SW or Gun to a unit."""
    id_ = fresh_id(play.state, "e" + stem(piece))
    play.emit(
        WeaponAdded(Weapon(id=id_, counter=piece.id, owner=owner, dm=dm, gun=gun))
    )


def lay_weapon(play: Play, party: ActivatedGroup, piece: Counter, *, dm: bool) -> None:
    """Put a SW into the Location, possessed by nobody yet."""
    id_ = fresh_id(play.state, "e" + stem(piece))
    lies = Weapon(id=id_, counter=piece.id, owner="", location=party.where, dm=dm)
    play.emit(WeaponAdded(lies))


def room_for_heavy(play: Play) -> bool:
    """Whether the Mission lets another Gun or vehicle come out of a S?."""
    cap = play.state.mission.heavy_cap
    return cap == "none" or play.state.heavy < cap


def count_heavy(play: Play) -> None:
    """Count a Gun or vehicle that came out of a S?."""
    play.emit(HeavyActivated(play.state.heavy + 1))


# -- places ------------------------------------------------------------------------


def in_pillbox(play: Play, where: LocationName) -> bool:
    """Whether there is a pillbox or cave in a Location."""
    forts = play.state.fortifications.values()
    return any(f.location == where and f.kind in ("pillbox", "cave") for f in forts)


def inside(play: Play, where: LocationName) -> bool:
    """Whether a Location is a building or pillbox Location."""
    return in_pillbox(play, where) or play.world.in_building(where)


def fortified(view: GameView, where: LocationName) -> bool:
    """Whether a Location is a Fortified Building Location."""
    forts = view.state.fortifications.values()
    return any(f.location == where and f.kind == "fortified building" for f in forts)
