"""Games with OBA and aircraft on both sides: what must hold whatever they do."""

from functools import cache
from typing import Any, Literal

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from opfor.core.ask import Asked, Context, Order
from opfor.core.dice import uniform
from opfor.core.game import Game
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.ports.session import amended
from opfor.rules.choices.orders import Command, Radio, Sortie
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.legal_orders import legal
from opfor.rules.sequence.s02_turn import program
from opfor.sim.players import player
from opfor.sim.run import ProgramRouter
from opfor.state.check import faults
from opfor.state.events import AircraftChanged, MarkerChanged
from opfor.state.mission import OBA, Air, load_mission
from opfor.state.nations import load_nation
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World

BASE = amended(load_mission("first-contact"), enemy="german", friendly="russian")
MISSION = replace(
    BASE,
    date="1943-08",
    turns=3,
    unit=(*BASE.unit, replace(BASE.unit[0], counter="8-1", number=2, weapons=())),
    oba=(
        OBA(shells=("smoke", "WP"), plentiful=True),
        OBA(device="phone", calibre=120),
        OBA(device="offboard", calibre=60),
        OBA(side="ENEMY", device="offboard", calibre=105, shells=("smoke",)),
    ),
    air=(Air(), Air(kind="DB", number=2), Air(side="ENEMY"), Air(side="ENEMY", turn=2)),
)


@cache
def world() -> World:
    """The Mission's world."""
    return World(
        parse_map(MISSION.map, Library().load),
        date=MISSION.date,
        fbe=MISSION.fbe,
        enemy=load_nation("german"),
        classes={},
        orders=legal_orders,
    )


class Eager:
    """A random player who sees to his OBA and his aircraft first, if he may."""

    human = False

    def __init__(self, side: Side, seed: str) -> None:
        self.side, self.seed = side, seed
        self.other = player("random", world(), seed)

    def answer(self, asked: Asked, context: Context) -> object:
        """One of the orders for OBA and aircraft, cancelling left out; else any."""
        if not isinstance(asked.request, Order):
            return self.other.answer(asked, context)
        found = legal(FrozenView(context.state, world()), self.side, Radio, Sortie)
        orders = [offer.order for offer in found]
        able = [order for order in orders if wanted(order)]
        if not able:
            return self.other.answer(asked, context)
        chosen = able[uniform(self.seed, "which", asked.number, len(able))]
        return to_builtins(chosen)


def wanted(order: Command) -> bool:
    """Whether it directs OBA or aircraft, and gives no mission up."""
    radio = isinstance(order, Radio) and order.step != "cancel"
    return radio or isinstance(order, Sortie)


def played(seed: int, enemy_by: Literal["rules", "orders"]) -> Game[State]:
    """A whole game; after each event its state is one that may be."""
    players: Any = {
        "FRIENDLY": Eager("FRIENDLY", f"{seed}F"),
        "ENEMY": Eager("ENEMY", f"{seed}E"),
    }
    mission = replace(MISSION, enemy_by=enemy_by)
    game = Game(State(mission=mission), program(world()), ProgramRouter(seed, players))

    def hear(event: Any) -> None:
        found = faults(game.state)
        assert not found, (event, found)

    game.listen(hear)
    game.run()
    return game


@pytest.mark.parametrize("enemy_by", ["rules", "orders"])
@pytest.mark.parametrize("seed", [1, 2])
def test_games_end(seed: int, enemy_by: Literal["rules", "orders"]) -> None:
    """Whatever the Observers and airplanes of both sides do, the game ends."""
    assert played(seed, enemy_by).state.over


def test_shells_come_down() -> None:
    """In these games batteries do fire for effect, and airplanes attack."""
    events = [e.event for e in played(1, "rules").events]
    kinds = {e.marker.kind for e in events if isinstance(e, MarkerChanged)}
    assert "FFE:1" in kinds
    assert any(
        isinstance(e, AircraftChanged) and e.what.kind == "attacks_from_the_air"
        for e in events
    )
