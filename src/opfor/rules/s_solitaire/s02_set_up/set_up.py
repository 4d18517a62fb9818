"""S2: what is set up before play: VPO Locations on the cards, and the FRIENDLY side."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from opfor.core.ask import Place
from opfor.core.dice import die_roll
from opfor.core.errors import Illegal, OpforError
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a01_units import mmc
from opfor.rules.a_infantry.a02_entry_and_exit import order_of_battle
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.b_terrain.b27_digging import undiggable
from opfor.rules.b_terrain.b27_entrenchments import fits
from opfor.rules.c_ordnance.c11_emplacement import emplace
from opfor.rules.d_vehicles.d01_vehicles import vehicle
from opfor.rules.s_solitaire.s02_set_up.facing import face
from opfor.rules.s_solitaire.s04_placement.eligible import FBE_DISTANCE, too_near
from opfor.rules.s_solitaire.s05_activation.prohibited import (
    gun_place_bar,
    vehicle_place_bar,
)
from opfor.rules.s_solitaire.s05_activation.vehicles import has_table
from opfor.state.counters import Gun, Vehicle
from opfor.state.events import (
    FortificationAdded,
    UnitChanged,
    VpoDrawn,
)
from opfor.state.mission import Area, Mission
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.state import State, fresh_id
from opfor.state.units import Fortification, LocationName, Unit
from opfor.state.world import World


def check_waves(world: World, mission: Mission) -> None:
    """Refuse a Mission of Human Waves for a nation that makes none.

    Errors:
        OpforError: the ENEMY has no table {x10}.
    """
    waves = sum(entering.waves for entering in mission.entering)
    if waves and not world.enemy.has("x10"):
        raise OpforError(
            f"{mission.title} has Human Waves; the {mission.enemy} ENEMY makes none",
            mission.enemy,
            "take an ENEMY with a table x10, such as russian, japanese or chinese",
        )


def check_armor(world: World, mission: Mission) -> None:
    """Refuse a Mission of ENEMY armor for a nation that has none on that date.

    Errors:
        OpforError: the ENEMY has no table {x6}.
    """
    view = FrozenView(State(mission=mission), world)
    wanted = any(entering.armor for entering in mission.entering)
    if wanted and not has_table(view, "x6"):
        raise OpforError(
            f"{mission.title} has ENEMY armor; the {mission.enemy} ENEMY has none then",
            mission.enemy,
            "take an ENEMY and a month with a table x6, such as german in 1943-07",
        )


def check_boards(world: World, mission: Mission) -> None:
    """Refuse a map that has not the boards or VPO Locations that a Mission is about.

    Errors:
        OpforError: it names a board that the map lacks, or draws more VPO Locations
            on one than may be drawn there.
    """
    boards = len(world.map.boards)
    named = [aim.board for aim in mission.victory]
    named += [mission.area.board] if mission.area else []
    named += [nth for nth, number in enumerate(mission.vpo_draw, 1) if number]
    if (need := max(named, default=0)) > boards:
        raise OpforError(
            f"{mission.title} needs {need} boards, and this map has {boards}",
            mission.map,
            'name more of them, one behind the other, such as "o1@0,0 o3@0,1"',
        )
    for number, board in zip(mission.vpo_draw, world.boards_from_fbe, strict=False):
        far = [at for at in world.cards[board] if world.fbe_distance(at) > FBE_DISTANCE]
        if len(far) < number:
            name = world.map.boards[board].board.name
            raise OpforError(
                f"{mission.title} draws {number} VPO Locations on board {name}, "
                f"which has {len(far)} far enough from the FBE",
                mission.map,
                "take a board with more buildings, or name VPO Locations in a copy "
                "of the Mission",
            )


@rule("S2.p1", "VPO Locations drawn on the boards' cards", cites=("S4.11",))
def draw_vpo(play: Play) -> None:
    """Draw as many VPO Locations a board as the Mission says, each by a dr.

    If it was drawn already, or if no S? may be set up there, the next one on the card
    is taken. Reading: D-190, which of a hex's Locations, and why not rolled again.
    """
    world, drawn = play.world, list[LocationName]()
    wanted = zip(play.state.mission.vpo_draw, world.boards_from_fbe, strict=False)
    for number, board in wanted:
        short = world.map.boards[board].board.short
        purpose = fact("vpo_location_on_board", board=short)
        for _ in range(number):
            nth = die_roll(play, purpose).final - 1
            card = world.cards[board]
            order = (*card[nth:], *card[:nth])
            free = (at for at in order if at not in drawn and not too_near(play, at))
            drawn += islice(free, 1)
    if drawn:
        play.emit(VpoDrawn(tuple(drawn)))


@rule("A2.9", "Setting up", cites=("A5.1", "B27.5", "C11.2"))
def set_up_friendly(play: Play) -> None:
    """The FRIENDLY OB as play begins: at its places, along the FBE, or in its area.

    In the area the player places each unit and each foxhole, within the limits of
    stacking, the foxholes where something can be dug; who is in the Location of one
    is inside as far as there is room.
    Vehicles and crews with Guns come after that, where such may be and facing as he
    says; Guns are emplaced where the ground allows.
    """
    mission = play.state.mission
    # A2.9: what the Mission puts somewhere itself
    for line in mission.unit:
        if not line.turn:
            order_of_battle(play, line)
    if mission.area is not None:
        units = [u for u in play.state.units.values() if u.side == "FRIENDLY"]
        waiting = [unit for unit in units if not unit.location]
        heavy = [unit for unit in waiting if _heavy(play, unit) is not None]
        light = [unit for unit in waiting if unit not in heavy]
        # A2.9: Infantry, then its foxholes (B27.1)
        _place(play, mission.area, light)
        _dig_in(play, mission.area, mission.foxholes)
        # C3.2: vehicles and Guns, each with its CA
        for unit in heavy:
            _place(play, mission.area, [unit])
            face(play, unit)
    # C11.2: Guns are emplaced
    emplace(play)


def _heavy(view: GameView, unit: Unit) -> Vehicle | Gun | None:
    """The vehicle or Gun that not every Location has room for."""
    held = [view.world.counter(w.counter) for w in view.state.weapons_of(unit.id)]
    return vehicle(view, unit) or next((g for g in held if isinstance(g, Gun)), None)


def _place(play: Play, where: Area, units: Sequence[Unit]) -> None:
    """Ask the player for the places of some units."""
    waiting = {unit.id: unit for unit in units}
    if not waiting:
        return
    free = area(play, where)
    heavy = [found for unit in units if (found := _heavy(play, unit))]
    request = Place(
        purpose=f"your set-up {in_words(play, where)}",
        side="FRIENDLY",
        things=tuple(waiting),
        places=tuple(at for at in free if not any(_bar(play, at, h) for h in heavy)),
    )
    chosen = play.ask(request, lambda answer: _within_limits(play, waiting, answer))
    for id_, unit in waiting.items():
        halted = unit.vehicle and replace(unit.vehicle, motion=False)
        at = LocationName(chosen[id_])
        there = replace(unit, location=at, vehicle=halted)
        play.emit(UnitChanged(there, fact("is_set_up")))


@rule("B27.1/setup", "Foxholes of the OB", cites=("B27.1", "A2.9"))
def _dig_in(play: Play, where: Area, number: int) -> None:
    """Ask the player for the places of his foxholes: where something can be dug."""
    holes = tuple(f"foxhole{nth}" for nth in range(1, number + 1))
    fit = (at for at in area(play, where) if not play.world.locate(at).level)
    places = tuple(at for at in fit if not undiggable(play, at))
    if not holes or not places:
        return
    request = Place(
        purpose=f"your foxholes {in_words(play, where)}",
        side="FRIENDLY",
        things=holes,
        places=places,
    )
    chosen = play.ask(request)
    for hole in holes:
        _dig(play, LocationName(chosen[hole]))


def _bar(view: GameView, at: LocationName, heavy: Vehicle | Gun) -> str:
    """Why a vehicle or Gun cannot be set up there; no vehicle in a building."""
    if isinstance(heavy, Gun):
        return gun_place_bar(view, at, heavy)
    inside = "no vehicle begins in a building" if view.world.in_building(at) else ""
    return inside or vehicle_place_bar(view, at, heavy)


def in_words(view: GameView, where: Area) -> str:
    """The set-up area by name, so that nobody has to read all its Locations."""
    map_ = view.world.map
    first, *beyond = view.world.boards_from_fbe[where.board - 1 :]
    name = map_.boards[first].board.short
    near = f", within {where.vpo} hexes of a VPO" if where.vpo else ""
    end = f"board {map_.boards[beyond[0]].board.short}" if beyond else "the EBE"
    clear = f", {where.clear} hexes or more from {end}" if where.clear else ""
    return f"on board {name}{near}{clear}"


def area(view: GameView, where: Area) -> Sequence[LocationName]:
    """The Locations in which the FRIENDLY side may set up: no water, no impasse."""
    world = view.world
    board = world.boards_from_fbe[where.board - 1]
    vpo = [world.locate(at).hex for at in view.state.vpo]
    near = _within(view, [h for h in vpo if world.map.owner[h] == board], where.vpo)
    on_board: Sequence[Location] = world.lasting(
        "set-up area", where, lambda: _area(view, where)
    )
    return [world.name(at) for at in on_board if not where.vpo or at.hex in near]


def _area(view: GameView, where: Area) -> list[Location]:
    """The same, wherever the VPO may be: it is worked out but once for a Mission."""
    world = view.world
    board = world.boards_from_fbe[where.board - 1]
    beyond = world.boards_from_fbe[where.board :]
    ends = [h for h, owner in enumerate(world.map.owner) if owner in beyond]
    ends = ends or list(world.compass.along("EBE"))
    cleared = _within(view, ends, where.clear - 1)
    return [
        at
        for at in world.ground.locations
        if world.map.owner[at.hex] == board
        and at.level >= 0
        and not world.ground.terrain(at).mf.bar
        and at.hex not in cleared
    ]


def _within(view: GameView, hexes: Iterable[int], reach: int) -> set[int]:
    """The hexes no farther than so many from any of some hexes."""
    if reach < 0:
        return set()
    ranges = (view.world.map.distances(hex_) for hex_ in hexes)
    return {other for row in ranges for other, far in enumerate(row) if far <= reach}


def _within_limits(
    view: GameView, units: Mapping[str, Unit], chosen: dict[str, str]
) -> dict[str, str]:
    """The answer, if no Location holds more than A5.1 allows."""
    for place in dict.fromkeys(chosen.values()):
        there = view.state.units_at(LocationName(place), "FRIENDLY")
        more = [unit for id_, unit in units.items() if chosen[id_] == place]
        if excess(view, [*there, *more]):
            raise Illegal("A5.1", f"there are too many in {place}")
    return chosen


def _dig(play: Play, where: LocationName) -> None:
    """A foxhole for one squad, and who is inside of it."""
    hole = Fortification(
        id=fresh_id(play.state, "foxhole"),
        kind="foxhole",
        location=where,
        capacity=1,
        side="FRIENDLY",
    )
    play.emit(FortificationAdded(hole))
    here = play.state.units_at(where, "FRIENDLY")
    for unit in sorted(here, key=lambda unit: mmc(play, unit) is None):
        if not unit.inside and fits(play, hole, [unit]):
            dug_in = replace(unit, inside=hole.id)
            play.emit(UnitChanged(dug_in, fact("is_in_a_foxhole")))
