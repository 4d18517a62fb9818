"""S5.71 to S5.713: vehicles, out of a S? or as reinforcements."""

import re
from collections import Counter
from collections.abc import Sequence, Set
from itertools import product

from msgspec.structs import replace

from opfor.core.dice import dice_roll, die_roll, random_dr
from opfor.core.errors import OpforError
from opfor.core.event import Note
from opfor.core.explain import tell_row
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.geo.movement.vehicle_cost import COLUMNS
from opfor.geo.terrain_chart import MF
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import arm
from opfor.rules.d_vehicles.d08_bog.d08_2_bog import DOUBLE, PRESSURE
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    add_unit,
    columns_of,
    count_heavy,
    date_mods,
    look_up,
    room_for_heavy,
    type_of,
)
from opfor.rules.s_solitaire.s05_activation.s05_4_covered_arc import select_arc
from opfor.rules.s_solitaire.s05_activation.s05_7_countermix import until_available
from opfor.rules.s_solitaire.s05_activation.s05_61_prohibited import (
    forfeit,
    vehicle_bar,
)
from opfor.state.counters import Vehicle
from opfor.state.events import MarkerAdded, UnitChanged
from opfor.state.in_service import VEHICLES
from opfor.state.nations import INEXPERIENCED
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import LocationName, Marker, Unit, VehicleState
from opfor.state.world import World

TABLES = {"AFV": ("x6",), "SPG": ("x6a", "x6c", "x6"), "TD": ("x6c", "x6")}
"""The tables of each kind, the one to fall back on last (S5.71)."""

GUNS = 3
"""The last dr with which a SPG is one of {x6a}, where {x6c} has some too (D-595)."""

TANKS = ("LT", "MT", "HT", "Tt", "aTt", "HTt")
"""Types of the vehicle lists that are tanks; v marks a flamethrower tank."""

BOGGED = 12
"""Final Bog DR from which a vehicle is bogged (D8.2)."""

USUAL = 4
"""A type that comes by no more DR of 36 forms no platoon (D-379)."""

GROUP = 3
"""Armed AFV for which one armor leader DR is made (S5.711)."""

WOODED = ("woods", "light woods", "debris", "graveyard")
"""Terrain in which a fully tracked AFV leaves a Trail Break (B13.421)."""

GYROSTABILIZER = re.compile(r"(^|; )G(;|$)")


def vehicle_type(play: Play, kind: str, *, platoon: bool = False) -> Vehicle | None:
    """The vehicle that the tables give for AFV, SPG or TD; None if they have none.

    EXC: x6 where x6a or x6c does not apply to the nation or date (S5.71).
    Reading: D-595 with tables of ours a SPG is by x6a or x6c, by a dr where both apply.
    Reading: D-379 a platoon is of a type that is usual this month; others are rolled
    again.
    """
    tables = [name for name in TABLES[kind] if has_table(play, name)]
    if kind == "SPG" and "x6c" in tables and not _ours(play, "x6a", "x6c"):
        tables.remove("x6c")
    if tables[:2] == ["x6a", "x6c"]:
        # D-595: a Gun or a tank destroyer
        tables = tables[die_roll(play, fact("gun_or_tank_destroyer")).final > GUNS :]
    table = tables[0] if tables else ""
    if not table:
        return None
    fit = _usual(play, table) if platoon else frozenset()
    name = until_available(play, lambda: _roll_type(play, table, fit))
    if not name:
        return None
    found = play.world.enemy.counter(name)
    if not isinstance(found, Vehicle):
        raise OpforError(f"{found.id} is no vehicle", f"table {table}")
    return found


def _ours(view: GameView, *names: str) -> bool:
    """Whether all that the ENEMY has of these tables is ours, not a player's."""
    nation = view.world.enemy
    tables = [nation.table(name) for name in names if nation.has(name)]
    return all(row.source == "project" for table in tables for row in table.rows)


def has_table(view: GameView, name: str) -> bool:
    """Whether the ENEMY has that table of vehicles on this date."""
    nation = view.world.enemy
    if name not in VEHICLES[view.world.fact("vehicles")] or not nation.has(name):
        return False
    when = columns_of(view, nation, name)
    return nation.has(name, date=view.world.date, **when)


def _roll_type(play: Play, name: str, fit: Set[str]) -> str:
    """The row of a DR; rolled again until it is one that fits, if any are named."""
    nation, date = play.world.enemy, play.world.date
    axes = columns_of(play, nation, name)
    while True:
        number = dice_roll(play, fact("vehicle")).final
        row = nation.in_use(name, number, date=date, **axes)
        tell_row(play, nation.table(name), number, row, {"date": date} | axes)
        if not fit or row.result in fit:
            return str(row.result)


def _usual(view: GameView, name: str) -> frozenset[str]:
    """What a table brings by more than USUAL DR of 36, armored cars left out."""
    nation, axes = view.world.enemy, columns_of(view, view.world.enemy, name)
    ways: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=2):
        row = nation.in_use(name, sum(dice), date=view.world.date, **axes)
        ways[str(row.result)] += 1
    return frozenset(
        found
        for found, number in ways.items()
        if number > USUAL and getattr(nation.counter(found), "kind", "") != "AC"
    )


@rule(
    "S5.71",
    "AFV/Vehicle Generation",
    exc=("a tank with a one-man or slow turret is BU",),
    cites=("S5.4", "S5.61", "S5.712", "S5.713"),
)
def vehicle(play: Play, party: ActivatedGroup, kind: str) -> Sequence[str]:
    """A vehicle by {x6}, {x6a} or {x6c}, CE if it can be; forfeit where it cannot be.

    EXC: each tank with a 1MT or RST turret out of a S? is BU.
    Reading: D-926 so is any in a building; D-041 for its VCA and TCA. From a S? it is
    stopped, in either Attitude.
    """
    if not room_for_heavy(play):
        play.emit(Note(fact("no_more_guns_or_vehicles", item=kind)))
        return ()
    # S5.71: the type by {x6}, {x6a} or {x6c}
    found = vehicle_type(play, kind)
    if found is None:
        return ()
    # S5.61: forfeit where it may not be
    if bar := vehicle_bar(play, party.suspect, found):
        forfeit(play, found.name, party.where, bar)
        return ()
    # S5.4: VCA and TCA
    ca = select_arc(play, party.where, party.by)
    # S5.71: CE; EXC: BU with a slow turret; D-926: or in a building
    ce = can_be_ce(found) and not play.world.in_building(party.where)
    state = VehicleState(vca=ca, tca=ca, ce=ce and not slow_turret(found))
    # S5.712: out of a S? that has moved it has, too
    if came_in(play, party):
        state = replace(state, entered=True, trail=((party.where, found.mp * MF),))
    unit = add_unit(play, party, found, vehicle=state)
    arm(play, play.state.units[unit])
    count_heavy(play)
    # S5.712: Bog
    in_bog_terrain(play, party, unit)
    # S5.713: optional equipment
    optional_equipment(play, unit)
    return (unit,)


@rule(
    "S5.712/entered",
    "A vehicle that has come with all its MP",
    cites=("C5.3", "C6.1", "D2.1"),
)
def came_in(view: GameView, party: ActivatedGroup) -> bool:
    """Whether what a S? brings has entered its Location in this Player Turn.

    Out of an Advance S? that moves, or has had its move: with all its MP, one of them
    to stop. Its fire is bounding fire, and it is a moving target.
    Reading: D-836.
    """
    suspect, move = party.suspect, view.state.move
    moves = move is not None and suspect.id in move.units
    return suspect.attitude == "Advance" and (moves or suspect.moved)


def can_be_ce(found: Vehicle) -> bool:
    """Whether CE applies to it: to every AFV (D5.3)."""
    return not found.unarmored


def slow_turret(found: Vehicle) -> bool:
    """Whether it is a tank with a one-man or restricted slow turret."""
    tank = found.kind.removesuffix("v") in TANKS
    return tank and found.turret in ("1MT", "RST")


# -- crews -------------------------------------------------------------------------


@rule(
    "S5.711",
    "Armor leaders and Inexperienced Crews",
    cites=("S5.71", "D3.45", "D14.2"),
)
def armor_crews(play: Play, vehicles: Sequence[str]) -> None:
    """For each three armed AFV received, or fewer, a DR on {x3}, armor leader column.

    For AFV received by a RE or the Mission, not for those out of S?. The best AFV of
    the three gets the leader: the most armor, then the greatest calibre.
    """
    armed = [id_ for id_ in vehicles if _armed(play, id_)]
    for start in range(0, len(armed), GROUP):
        _armor_crew(play, armed[start : start + GROUP])


def _armor_crew(play: Play, group: Sequence[str]) -> None:
    # S5.711: a DR on {x3}
    mods = date_mods(play, "x3-drm", "S5.711")
    roll = dice_roll(play, fact("armor_leader"), mods)
    result = str(look_up(play, "x3", roll, column="armor leader").result)
    if result in INEXPERIENCED:
        # D3.45: only radioless AFV have Inexperienced Crews
        for id_ in group:
            if _vehicle(play, id_).radioless:
                _set(play, id_, fact("inexperienced_crew"), inexperienced=True)
    elif result != "none":
        # S5.711: the best AFV gets the leader
        best = max(group, key=lambda id_: _worth(_vehicle(play, id_)))
        code = play.world.enemy.counter(result).id
        _set(play, best, fact("has_armor_leader", grade=result), leader=code)


def _armed(play: Play, id_: str) -> bool:
    found = _vehicle(play, id_)
    return not found.unarmored and bool(found.ma or found.mg)


def _vehicle(play: Play, id_: str) -> Vehicle:
    found = type_of(play, id_)
    if not isinstance(found, Vehicle):
        raise OpforError(f"{id_} is no vehicle", "S5.711")
    return found


def _worth(found: Vehicle) -> tuple[int, int]:
    calibre = re.search(r"\d+", found.ma)
    return found.front + found.side, int(calibre[0]) if calibre else 0


def _set(play: Play, id_: str, what: Fact, **changes: object) -> None:
    """Change what a vehicle has as a vehicle."""
    unit = play.state.units[id_]
    state = replace(unit.vehicle or VehicleState(), **changes)
    play.emit(UnitChanged(replace(unit, vehicle=state), what))


# -- bog ---------------------------------------------------------------------------


@rule(
    "S5.712",
    "A vehicle Activated where it would Bog",
    exc=("from an Advance S? it checks for Bog at once",),
    cites=("D8.2", "B13.421"),
)
def in_bog_terrain(play: Play, party: ActivatedGroup, id_: str) -> None:
    """A Bog DR that its entry would have needed is taken as passed.

    EXC: from an Advance S? it makes the Bog DR now.
    Reading: D-034 the DRM of the entry, without that for half of the MP, since all
    are spent. It may have come by a road that leads in, and then needs none.
    """
    found, where = _vehicle(play, id_), party.where
    if not needs_bog_check(play, where, found):
        return
    # S5.712: in Hold the DR counts as passed
    if party.suspect.attitude == "Hold":
        play.emit(Note(fact("bog_dr_counts_as_passed", vehicle=id_, where=where)))
    # S5.712 EXC, D8.2: in Advance it is made now
    else:
        purpose = fact("bog_of", vehicle=id_)
        roll = dice_roll(play, purpose, bog_drm(play, where, found))
        if roll.final >= BOGGED:
            _set(play, id_, fact("bogged"), bogged=True)
    # B13.421: what its entry left behind it
    _trail_break(play, id_)


def needs_bog_check(play: GameView, where: LocationName, found: Vehicle) -> bool:
    """Whether entry into a Location needs a Bog DR: B on the Terrain Chart."""
    at = play.world.locate(where)
    kind = play.world.ground.terrain(at)
    by_road = play.world.joins.road[at.hex].any() and not play.world.in_building(where)
    return "B" in kind.mp[COLUMNS.index(found.movement)].split("[")[0] and not by_road


def bog_drm(play: GameView, where: LocationName, found: Vehicle) -> list[Mod]:
    """The DRM of a Bog DR that do not hang on how many MP were spent (D8.21)."""
    kind = play.world.ground.terrain(play.world.locate(where))
    pressure = PRESSURE[found.ground_pressure]
    double = DOUBLE if "BB" in kind.mp[COLUMNS.index(found.movement)] else 0
    mods = [
        Mod(f"{found.ground_pressure} ground pressure", pressure, "D8.21"),
        Mod("not fully tracked", int(found.movement != "tracked"), "D8.21"),
        Mod("truck-type", int(found.movement == "truck"), "D8.21"),
        Mod(kind.name, double, "D8.21"),
    ]
    return [mod for mod in mods if mod.value]


def _trail_break(play: Play, id_: str) -> None:
    """A partial TB across the hexside entered: one of the RVCA, by Random dr."""
    unit, world = play.state.units[id_], play.world
    kind = world.ground.terrain(world.locate(unit.location)).name
    sides = rear_sides(world, unit)
    if kind not in WOODED or type_of_movement(play, id_) != "tracked" or not sides:
        return
    side = random_dr(play, sides, purpose=fact("hexside_of_the_trail_break"))
    play.emit(
        MarkerAdded(
            Marker(
                id=fresh_id(play.state, "tb"),
                kind="trail break",
                location=unit.location,
                sides=(side,),
            )
        )
    )


def type_of_movement(play: Play, id_: str) -> str:
    """What a vehicle moves by."""
    return _vehicle(play, id_).movement


def rear_sides(world: World, unit: Unit) -> list[int]:
    """The hexsides in the RVCA across which a vehicle could have come."""
    if unit.vehicle is None:
        return []
    hex_ = world.locate(unit.location).hex
    rear = [(unit.vehicle.vca + 2) % SIDES, (unit.vehicle.vca + 3) % SIDES]
    across = {side: world.map.neighbours[hex_][side] for side in rear}
    return [side for side in rear if across[side] >= 0 and _open(world, across[side])]


def _open(world: World, hex_: int) -> bool:
    kind = world.ground.terrain(Location(hex_))
    return not kind.mp[COLUMNS.index("tracked")].startswith("NA")


# -- equipment ---------------------------------------------------------------------


@rule(
    "S5.713",
    "Optional armament and equipment",
    cites=("H1.41", "H1.42"),
)
def optional_equipment(play: Play, id_: str) -> None:
    """An Availability DR for each optional item of an AFV, as far as data knows.

    A pack's table `equipment` says, for a vehicle and an item, up to which DR it is
    there, of either side's by its own nation. Without one the item is left out, which
    is told where the counter has G.
    """
    found, nation = _vehicle(play, id_), play.world.enemy
    if play.state.units[id_].side == "FRIENDLY":
        nation = nation.other(play.state.mission.friendly)
    if not nation.has("equipment"):
        if GYROSTABILIZER.search(found.special):
            play.emit(Note(fact("gyrostabilizer_left_out", vehicle=id_)))
        return
    rows = [
        row
        for row in nation.table("equipment").rows
        if row.when.get("vehicle") == found.name
        and row.applies(play.world.date, row.when)
    ]
    for row in rows:
        item = row.when["item"]
        purpose = fact("item_of", item=item, vehicle=id_)
        if dice_roll(play, purpose).final <= int(row.result):
            vehicle = play.state.units[id_].vehicle or VehicleState()
            had = vehicle.equipment
            _set(play, id_, fact("has_item", item=item), equipment=(*had, item))
