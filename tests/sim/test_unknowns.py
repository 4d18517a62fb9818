"""Looking ahead without cheating: what nobody can know is forgotten, and drawn anew."""

import msgspec
import pytest
from msgspec.structs import replace

from opfor.core.ask import Asked, Context, Order
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.sim.planner import Planner
from opfor.sim.playout import Lookout, Plan
from opfor.sim.race import Budget
from opfor.sim.run import play_out
from opfor.sim.steady import Steady
from opfor.sim.unknowns import imagined, known
from opfor.state.mission import load_mission
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Unit, Weapon
from opfor.state.world import World

OTHER = "russian/6-2-8"


class _Seen(Steady):
    """Keeps the first own MPh in which somebody is under a "?"."""

    found: State | None = None

    def answer(self, asked: Asked, context: Context) -> object:
        state = context.state
        veiled = any(u.side == "ENEMY" and u.concealed for u in state.units.values())
        mine = (state.side, state.phase) == ("FRIENDLY", "MPh")
        if self.found is None and veiled and mine and not state.window:
            self.found = state
        return super().answer(asked, context)


@pytest.fixture(scope="module")
def moment() -> tuple[World, State]:
    """A position of First Contact with somebody under a "?", and its world."""
    mission = load_mission("first-contact")
    world = build_world(Setup(mission=mission, seed=1))
    for seed in range(9):
        player = _Seen(world, 1)
        players = {"FRIENDLY": player, "ENEMY": Random(world, "1E")}
        play_out(world, mission, seed, players)  # type: ignore[arg-type] # sides
        if player.found:
            return world, player.found
    raise AssertionError("nobody was ever concealed")


def otherwise(state: State, world: World) -> State:
    """The same to FRIENDLY: other men and SW under each "?", more of it hidden."""
    veiled = [u for u in state.units.values() if u.side == "ENEMY" and u.concealed]
    text = msgspec.json.encode(state).decode()
    for number, unit in enumerate(veiled):
        text = text.replace(f'"{unit.id}"', f'"e628{"XYZ"[number % 3] * (number + 1)}"')
    state = msgspec.json.decode(text, type=State)
    units = {
        id_: replace(unit, counter=OTHER, fanatic=True) if unit.concealed else unit
        for id_, unit in state.units.items()
        if unit.side == "FRIENDLY" or not unit.hidden
    }
    owner = next(id_ for id_, u in units.items() if u.concealed and u.side == "ENEMY")
    gun = Weapon(id="elmgZ", counter="russian/lmg", owner=owner)
    at = LocationName(world.names[200])
    ghost = Unit(id="e447Z", side="ENEMY", counter=OTHER, location=at, hidden=True)
    mines = Fortification(
        id="mineZ", kind="minefield", location=at, side="ENEMY", hidden=True
    )
    return replace(
        state,
        units=units | {"e447Z": ghost},
        weapons=state.weapons | {"elmgZ": gun},
        fortifications=state.fortifications | {"mineZ": mines},
        named=state.named | {"e447": 26, "e628": 26, "elmg": 26, "mine": 26},
    )


def test_known(moment: tuple[World, State]) -> None:
    """Two positions that look the same to FRIENDLY are the same to who looks ahead."""
    world, state = moment
    other = otherwise(state, world)
    assert known(other, world).state == known(state, world).state
    assert other != state


def test_imagined(moment: tuple[World, State]) -> None:
    """Under a "?" there is somebody whom the tables allow, now one, now another."""
    world, state = moment
    position = known(state, world)
    states = [imagined(position, world, f"{seed}") for seed in range(12)]
    found = {one.units[id_].counter for one in states for id_ in position.nobody}
    assert len(found) > 1
    assert all(counter.startswith("russian/") for counter in found)
    assert imagined(position, world, "3") == states[3]
    at = {id_: state.units[id_].location for id_ in state.units}
    for real, id_ in position.names.items():
        assert {one.units[id_].location for one in states} == {at[real]}


def test_same_decision(moment: tuple[World, State]) -> None:
    """What is hidden, and who is under a "?", changes no playout and no decision."""
    world, state = moment
    other = otherwise(state, world)
    asked = Asked(9, (), 0, Order(purpose="", side="FRIENDLY", phase="MPh"))
    one, two = (Lookout(world, each, "1") for each in (state, other))
    assert [one.chance(Plan(), n) for n in range(3)] == [
        two.chance(Plan(), n) for n in range(3)
    ]
    players = [Planner(world, 1, budget=Budget(games=5), horizon=1) for _ in range(2)]
    decided = [
        player.answer(asked, Context(each))
        for player, each in zip(players, (state, other), strict=True)
    ]
    assert decided[0] == decided[1]
