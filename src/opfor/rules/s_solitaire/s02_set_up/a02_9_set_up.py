"""A2.9, by S2: the FRIENDLY side sets up."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from opfor.core.ask import Place
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a02_5_entry_and_exit import order_of_battle
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_2_setup_emplaced import emplace
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import vehicle
from opfor.rules.s_solitaire.s02_set_up.a02_9_facing import face
from opfor.rules.s_solitaire.s02_set_up.b27_1_setup_foxholes import dig_in
from opfor.rules.s_solitaire.s02_set_up.set_up_area import area, in_words
from opfor.rules.s_solitaire.s05_activation.s05_61_prohibited import (
    gun_place_bar,
    vehicle_place_bar,
)
from opfor.state.counters import Gun, Vehicle
from opfor.state.events import (
    UnitChanged,
)
from opfor.state.mission import Area
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


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
        dig_in(play, mission.area, mission.foxholes)
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


def _bar(view: GameView, at: LocationName, heavy: Vehicle | Gun) -> str:
    """Why a vehicle or Gun cannot be set up there; no vehicle in a building."""
    if isinstance(heavy, Gun):
        return gun_place_bar(view, at, heavy)
    inside = "no vehicle begins in a building" if view.world.in_building(at) else ""
    return inside or vehicle_place_bar(view, at, heavy)


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
