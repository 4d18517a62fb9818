"""Games with vehicles on both sides: what must hold whatever they do."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.ask import Asked, Context
from opfor.core.dice import uniform
from opfor.core.game import Game
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.ports.program_players import Random
from opfor.ports.session import amended
from opfor.rules.choices.orders import EndPhase
from opfor.rules.choices.vehicle_orders import (
    DriveOrder,
    StartUp,
    StopOrder,
    TurnTo,
    Unbog,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import arm
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.s02_turn import program
from opfor.sim.players import player
from opfor.sim.run import ProgramRouter
from opfor.state.check import faults
from opfor.state.events import Moved, UnitAdded
from opfor.state.mission import load_mission
from opfor.state.nations import load_nation
from opfor.state.play import FrozenView, Play, step
from opfor.state.state import State
from opfor.state.units import LocationName, Side, Unit, VehicleState
from opfor.state.world import World

DATE = "1943-08"
MISSION = replace(
    amended(
        load_mission("first-contact"), enemy="german", friendly="russian", date=DATE
    ),
    turns=3,
    heavy_cap="none",
)
TANKS: dict[Side, tuple[str, ...]] = {
    "ENEMY": ("german/pzkpfw-ivf2", "german/stug-iiig", "german/psw-222"),
    "FRIENDLY": ("russian/t-34-m41", "russian/kv-1-m41", "russian/t-70"),
}
SEEDS = range(3)


@cache
def world() -> World:
    """The Mission's world."""
    return World(
        parse_map(MISSION.map, Library().load),
        date=DATE,
        fbe=MISSION.fbe,
        enemy=load_nation("german"),
        classes={},
        orders=legal_orders,
    )


def arrive(play: Play, seed: int) -> None:
    """Three vehicles of each side, anywhere on the map that vehicles may stand."""
    here, drawn = play.world, 0
    places = [here.map.name(hex_) for hex_ in range(len(here.map.neighbours))]
    for side, counters in TANKS.items():
        for n, counter in enumerate(counters):
            while True:
                drawn += 1
                at = LocationName(
                    places[uniform(str(seed), "where", drawn, len(places))]
                )
                if here.ground.open_ground(here.locate(at)):
                    break
            spine = uniform(str(seed), "spine", drawn, 6)
            state = VehicleState(vca=spine, tca=spine, ce=n == 0)
            unit = Unit(
                id=f"{'e' if side == 'ENEMY' else ''}tank{n}",
                side=side,
                counter=counter,
                location=at,
                vehicle=state,
            )
            play.emit(UnitAdded(unit))
            arm(play, unit)


class Driver(Random):
    """Orders anything, but its vehicles first: they neither wait nor fire before."""

    def _order(self, asked: Asked, context: Context, side: Side) -> Any:
        view = FrozenView(context.state, world())
        if context.state.phase == "PFPh":
            return EndPhase()
        ways = [offer.order for offer in legal_orders.legal(view, side, *ON_WHEELS)]
        ways = [order for order in ways if not isinstance(order, EndPhase)]
        if not ways or context.state.phase != "MPh" or context.state.window:
            return super()._order(asked, context, side)
        over = [
            order for order in ways if isinstance(order, DriveOrder) and order.overrun
        ]
        ways = over or ways
        return ways[self._any(asked, len(ways))]


ON_WHEELS = (Unbog, DriveOrder, StartUp, TurnTo, StopOrder)


@cache
def played(seed: int, name: str) -> Game[State]:
    """A whole game; after each event its state is one that may be."""
    whole, begun = program(world()), list[bool]()

    def next_step(state: State) -> Any:
        if state.ready and not begun:
            begun.append(True)
            return step("vehicles", lambda play: arrive(play, seed), world())
        return whole(state)

    players: Any = {
        "FRIENDLY": Driver(world(), f"{seed}F")
        if name == "driver"
        else player(name, world(), f"{seed}F"),  # type: ignore[arg-type] # one of theirs
        "ENEMY": player("random", world(), f"{seed}E"),
    }
    game = Game(State(mission=MISSION), next_step, ProgramRouter(seed, players))

    def hear(event: Any) -> None:
        found = faults(game.state)
        assert not found, (event, found)

    game.listen(hear)
    game.run()
    return game


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["random", "steady", "driver"])
def test_games_with_vehicles_end(seed: int, name: str) -> None:
    """Whatever the vehicles of both sides do, the game comes to its result."""
    assert played(seed, name).state.over


def test_they_do_what_vehicles_do() -> None:
    """In these games vehicles of both sides drive, turn, bog, and fire."""
    events = [e for seed in SEEDS for e in played(seed, "steady").events]
    events += [e for seed in SEEDS for e in played(seed, "driver").events]
    rules = {cause for emitted in events for cause in emitted.causes}
    assert {"D2.14/enter", "D3.12", "C3.3", "C3.4", "D8.2"} <= rules
    sides = {
        emitted.event.move.units[0].startswith("e")
        for emitted in events
        if isinstance(emitted.event, Moved) and "D2.14/enter" in emitted.causes
    }
    assert sides == {True, False}
