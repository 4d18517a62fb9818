"""Small games for rules tests: a text board, what stands on it, and scripted dice."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Asked, Choose, Order
from opfor.core.dice import Scripted
from opfor.core.event import Note
from opfor.core.game import Game
from opfor.geo.boards.text import text_board
from opfor.geo.map import Map, Placed
from opfor.rules.sequence import legal_orders
from opfor.state.counter_lists import shipped
from opfor.state.counters import Vehicle
from opfor.state.events import GameEnded
from opfor.state.in_progress import (
    Resolution,
)
from opfor.state.mission import Mission
from opfor.state.nations import load_nation
from opfor.state.play import Play, step
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)
from opfor.state.vehicle_weapons import mounts
from opfor.state.world import World
from opfor.views.text.words import say

MISSION = Mission(
    id="test",
    title="Test",
    map="t",
    date="1941-08",
    friendly="german",
    enemy="russian",
    fbe="left",
    ac=3,
)

# A row of Open Ground with two storeyed wooden buildings; brush where nothing counts.
VILLAGE = """
board: t
size: 20x10
wooden building 1: O6
  P6
brush: K6 O9 P8
"""


class Hand:
    """The player's hand in a test: his orders in turn, then what attacks did."""

    human = True

    def __init__(
        self,
        orders: list[dict[str, Any]],
        results: list[str],
        choices: list[str] | None = None,
        reports: list[dict[str, Any]] | None = None,
    ) -> None:
        self.reports = list(reports or ())
        self.orders = list(orders)
        self.results = list(results)
        self.choices = list(choices or ())

    def answer(self, asked: Asked, _context: object) -> object:
        """The next order, or the next result of an attack ("none" when used up)."""
        if isinstance(asked.request, Adjudicate) and self.reports:
            return self.reports.pop(0)
        if isinstance(asked.request, Adjudicate):
            return {"result": self.results.pop(0) if self.results else "none"}
        if isinstance(asked.request, Choose):
            return self.choices.pop(0) if self.choices else asked.request.options[0].key
        assert isinstance(asked.request, Order)
        return self.orders.pop(0) if self.orders else {"type": "end"}


class Table:
    """Routes dice to a script and everything else to the player's hand."""

    def __init__(self, dice: Scripted, hand: Hand) -> None:
        self.dice, self.hand = dice, hand

    def pick(self, asked: Asked) -> Any:
        """Dice for rolls and chits."""
        return self.dice if asked.stream else self.hand


def game(
    *dice: str,
    board: str = VILLAGE,
    suspects: dict[str, str] | None = None,
    units: dict[str, tuple[str, str]] | None = None,
    enemies: dict[str, tuple[str, str]] | None = None,
    vehicles: dict[str, tuple[str, str, dict[str, Any]]] | None = None,
    results: tuple[str, ...] = (),
    choices: tuple[str, ...] = (),
    reports: tuple[dict[str, Any], ...] = (),
    attitude: str = "Hold",
    run: Callable[[Play], object] | None = None,
    on_table: tuple[Resolution, ...] = (),
    readings: dict[str, str] | None = None,
    **mission: Any,
) -> Game[State]:
    """A game with S? and units in place; `run` is its one step, done at once.

    Args:
        dice: what falls, each naming its rule.
        board: a text board.
        suspects: S? by id: their Locations.
        units: FRIENDLY units by id: counter and Location.
        enemies: ENEMY units by id: counter and Location.
        vehicles: vehicles by id: counter, Location and fields of their VehicleState;
            an id that starts with e is an ENEMY's. They come armed.
        results: what the attacks do.
        choices: what is chosen, the first option when used up.
        reports: what the player says of what happened on his table, form by form.
        attitude: the Prevailing one, and that of every S?.
        run: what happens.
        on_table: what the player resolves himself.
        readings: switches that are not as usual, by name.
        mission: fields of the Mission that differ from MISSION.
    """
    scene = replace(MISSION, attitude=attitude, **mission)
    state = State(
        mission=scene,
        ac_number=scene.ac if isinstance(scene.ac, int) else 0,
        ready=True,
        turn=1,
        phase="MPh",
        on_table=on_table,
        suspects={
            id_: Suspect(id_, LocationName(at), attitude)  # type: ignore[arg-type] # a test's word
            for id_, at in (suspects or {}).items()
        },
        units={
            id_: Unit(id=id_, side=side, counter=counter, location=LocationName(at))
            for side, those in (("FRIENDLY", units or {}), ("ENEMY", enemies or {}))
            for id_, (counter, at) in those.items()  # type: ignore[misc] # sides as above
        },
    )
    state = armored(state, vehicles or {})
    scenery = world(board, scene)
    scenery.readings = readings or {}

    def once(play: Play) -> None:
        if run is not None:
            run(play)
        play.emit(GameEnded("the test is over"))

    played = Game(
        state,
        lambda now: None if now.over else step("test", once, scenery),
        Table(
            Scripted(*dice, say=say),
            Hand([], list(results), list(choices), list(reports)),
        ),
    )
    played.run()
    return played


def armored(
    state: State, vehicles: dict[str, tuple[str, str, dict[str, Any]]]
) -> State:
    """A state with vehicles in it, each with the Weapons that it is armed with."""
    units, weapons = dict(state.units), dict(state.weapons)
    for id_, (counter, at, fields) in vehicles.items():
        found = shipped()[counter]
        assert isinstance(found, Vehicle)
        units[id_] = Unit(
            id=id_,
            side="ENEMY" if id_.startswith("e") else "FRIENDLY",
            counter=counter,
            location=LocationName(at),
            vehicle=VehicleState(**({"vca": 0, "tca": 0} | fields)),
        )
        for mount, code in mounts(found):
            name = f"{id_}.{mount.lower().replace(' ', '')}"
            weapons[name] = Weapon(id=name, counter=code, owner=id_, mount=mount)
    return replace(state, units=units, weapons=weapons)


def world(board: str, mission: Mission) -> World:
    """The world of a text board."""
    board_map = Map([Placed(text_board(board))])
    return World(
        board_map,
        date=mission.date,
        fbe=mission.fbe,
        enemy=load_nation(mission.enemy),
        classes={},
        orders=legal_orders,
    )


def notes(play: Game[State]) -> list[str]:
    """The text of every note told, rolls included."""
    return [say(e.event.fact) for e in play.events if isinstance(e.event, Note)]


def events(play: Game[State], kind: type) -> list[Any]:
    """The events of one kind."""
    return [e.event for e in play.events if isinstance(e.event, kind)]
