"""What each game must bear: no content before its dice, no dice unseen, no leak."""

import io
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from rich.console import Console

from opfor.core.ask import Asked, Context, Order, Port, Roll
from opfor.core.event import Emitted, RollMade
from opfor.core.game import Game
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.s02_turn import program
from opfor.sim.run import ProgramRouter
from opfor.sim.steady import Steady
from opfor.state import events as ev
from opfor.state.mission import Mission, load_mission
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Fortification, Suspect, Unit, Weapon
from opfor.state.world import World
from opfor.views.game_picture import game_svg
from opfor.views.text.board import board_text, window
from opfor.views.text.look import hex_lines, status, unit_lines

MISSIONS = (
    "first-contact",
    "bunker-busting",
    "enemy-offensive",
    "human-wave",
    "tank-support",
    "armored-assault",
)
TURNS = 2

KNOWN_OF_A_SUSPECT = {
    "id", "location", "attitude", "colour", "enters", "edge", "crest", "moved",
    "advanced", "human_wave", "wave", "mmc",
}  # fmt: skip
"""Where a S? stands and what it does: nothing of what it may turn out to be."""


@cache
def setting(name: str) -> tuple[World, Mission]:
    """A Mission cut short, with its world."""
    mission = replace(load_mission(name), turns=TURNS)
    return build_world(Setup(mission=mission, seed=1)), mission


class Audit(ProgramRouter):
    """A table that counts the dice, and looks on as the FRIENDLY side is asked."""

    def __init__(self, seed: int, players: Mapping[Any, Port], world: World) -> None:
        super().__init__(seed, players)
        self.world, self.rolled, self.views = world, list[Any](), set[Any]()

    def pick(self, asked: Asked) -> Port:
        """Itself, to see what is asked before another port answers."""
        self._port = super().pick(asked)
        return self

    human = False

    def answer(self, asked: Asked, context: Context) -> object:
        """The answer; rolls are noted, and now and then the views are looked at."""
        found = self._port.answer(asked, context)
        if isinstance(asked.request, Roll):
            self.rolled.append(tuple(found))  # type: ignore[call-overload] # dice
        if isinstance(asked.request, Order) and asked.request.side == "FRIENDLY":
            moment = context.state.turn, context.state.phase
            if context.state.phase == "MPh" and moment not in self.views:
                self.views.add(moment)
                leaks_nothing(self.world, context.state)
        return found


def hidden_things(world: World, state: State) -> State:
    """The same moment with more that the FRIENDLY side knows nothing of."""
    place = world.names[len(world.names) // 2]
    ghost = Unit(
        id="ghost",
        side="ENEMY",
        counter="russian/4-4-7",
        location=place,
        hidden=True,
        concealed=True,
    )
    gun = Weapon(id="ghostgun", counter="russian/mmg", owner="ghost")
    fort = Fortification(
        id="ghostfort", kind="foxhole", location=place, side="ENEMY", hidden=True
    )
    return replace(
        state,
        units=state.units | {ghost.id: ghost},
        weapons=state.weapons | {gun.id: gun},
        fortifications=state.fortifications | {fort.id: fort},
    )


def seen(world: World, state: State) -> list[Any]:
    """All that the views tell the FRIENDLY side of a moment, and offer it."""
    out = io.StringIO()
    console = Console(file=out, width=200)
    middle = len(world.map.neighbours) // 2
    part = window(world.map, middle, width=999, height=999)
    console.print(board_text(world, state, part))
    places = [world.ground.locations[len(world.names) // 2]]
    offers = list(legal_orders.legal(FrozenView(state, world), "FRIENDLY"))
    return [
        out.getvalue(),
        status(world, state),
        unit_lines(world, state),
        [hex_lines(world, state, place) for place in places],
        game_svg(world, state),
        [to_builtins(offer.order) for offer in offers],
    ]


def leaks_nothing(world: World, state: State) -> None:
    """Hidden things change nothing of what the FRIENDLY side sees or may do."""
    for one, two in zip(
        seen(world, state), seen(world, hidden_things(world, state)), strict=True
    ):
        assert one == two


def contents_follow_dice(emitted: list[Emitted]) -> None:
    """Before each ENEMY unit that comes dice fell, under the same rule."""
    for _, run in groupby(emitted, key=lambda each: each.causes[:1]):
        rolled = False
        for each in run:
            rolled = rolled or isinstance(each.event, RollMade)
            new = isinstance(each.event, ev.UnitAdded)
            if new and each.event.unit.side == "ENEMY":  # type: ignore[attr-defined] # as just tested
                assert rolled, each


@pytest.mark.parametrize(("seed", "name"), list(enumerate(MISSIONS, 1)))
def test_audit(seed: int, name: str) -> None:
    """No ENEMY unit before its dice, every die in the log, and nothing leaks."""
    world, mission = setting(name)
    players = {"FRIENDLY": Steady(world, seed), "ENEMY": Random(world, seed)}
    table = Audit(seed, players, world)
    game = Game(State(mission=mission), program(world), table)
    game.run()
    logged = [e.event.dice for e in game.events if isinstance(e.event, RollMade)]
    assert [tuple(dice) for dice in logged] == table.rolled
    assert table.views
    if name in ("tank-support", "armored-assault"):  # both sides' heavy arms act
        assert {"D2.14/enter", "D3.12", "C3.3"} <= {
            c for e in game.events for c in e.causes
        }
    contents_follow_dice(list(game.events))


def test_a_suspect_knows_nothing() -> None:
    """A S? holds nothing of what it may turn out to be."""
    assert set(Suspect.__struct_fields__) <= KNOWN_OF_A_SUSPECT
