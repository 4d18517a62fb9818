"""A small game for the tests of core: two sides race to 30 points by dice.

Each turn the player orders how bold he is, he and the opponent roll, and once in a
while a point of discretion or a chit comes up. It uses every kind of request.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.ask import (
    Adjudicate,
    Choose,
    Field,
    Option,
    Order,
    Place,
    Port,
    Waiting,
)
from opfor.core.dice import Seeded, dice_roll, die_roll, draw_letter
from opfor.core.errors import Illegal, OpforError
from opfor.core.event import Event, Note
from opfor.core.explain import AnyNote
from opfor.core.fact import fact
from opfor.core.game import Game, Program, Step
from opfor.core.modifier import Mod
from opfor.core.policy import Policies, Policy, Ports
from opfor.core.rule import Registry
from opfor.core.saved_game import GameType

GOAL = 30

toy = Registry()


class Scored(Event, frozen=True):
    """A side gained points."""

    side: str
    points: int


class TurnEnded(Event, frozen=True):
    """A turn is over."""


class Placed(Event, frozen=True):
    """Something was put somewhere."""

    thing: str
    place: str


class Race(Struct, frozen=True):
    """The state: points of each side, and the turn."""

    player: int = 0
    enemy: int = 0
    turn: int = 1
    places: dict[str, str] = {}

    def apply(self, event: Event) -> "Race":
        """The state after an event."""
        match event:
            case Scored(side="player", points=points):
                return replace(self, player=self.player + points)
            case Scored(points=points):
                return replace(self, enemy=self.enemy + points)
            case TurnEnded():
                return replace(self, turn=self.turn + 1)
            case Placed(thing=thing, place=place):
                return replace(self, places=self.places | {thing: place})
        raise AssertionError(event)


def read_order(answer: Any) -> int:
    """How bold the player is: {"bold": 0 to 3}."""
    bold = answer.get("bold") if isinstance(answer, dict) else None
    if type(bold) is not int or not 0 <= bold <= 3:
        raise Illegal("T1.1", f"{answer!r} is no order", 'write {"bold": 0 to 3}')
    return bold


@toy.rule("T1.1", "The player's turn")
def player_turn(game: Game[Race]) -> None:
    """Order, then a DR with the boldness as DRM."""
    order = Order(purpose="turn", phase="race", side="player")
    bold = game.ask(order, read_order)
    rolled = dice_roll(game, fact("run"), [Mod("bold", bold, "T1.1")], side="player")
    if bold and rolled.doubles:
        game.emit(Note(fact("stumbles")))
        return
    game.emit(Scored("player", rolled.final))


@toy.rule("T2.1", "The enemy's turn", exc=("tired",), cites=("T1.1",))
def enemy_turn(game: Game[Race]) -> None:
    """A dr, and his own discretion whether to add a second one."""
    options = (Option("walk"), Option("run"))
    pace = game.ask(
        Choose(purpose="pace", options=options, why="discretion", policy="pace")
    )
    points = die_roll(game, fact("steps"), side="enemy").final
    if pace == "run":
        points += die_roll(game, fact("more_steps"), side="enemy").final
    if draw_letter(game, "ABC", purpose=fact("luck")) == "A":
        points += 1
    game.emit(Scored("enemy", points))
    game.emit(TurnEnded())


@toy.rule("T3.1", "Every third turn something happens on the table")
def table_event(game: Game[Race]) -> None:
    """A form and a placement."""
    form = (Field("points", kind="number", low=0, high=3),)
    told = game.ask(Adjudicate(purpose="what fell", form=form))
    put = game.ask(Place(purpose="put the flag", things=("flag",), places=("x", "y")))
    game.emit(Placed("flag", put["flag"]))
    game.emit(Scored("enemy", told["points"]))


def whole_turn(game: Game[Race]) -> None:
    """One turn as one step."""
    player_turn(game)
    if game.state.turn % 3 == 0:
        table_event(game)
    enemy_turn(game)


def race(goal: int) -> Program[Race]:
    """Turns until a side reaches the goal."""

    def program(state: Race) -> Step[Race] | None:
        if max(state.player, state.enemy) >= goal:
            return None
        return Step(f"turn {state.turn}", whole_turn)

    return program


race_program = race(GOAL)


def race_of(options: dict[str, Any]) -> Program[Race]:
    """The program for options {"goal": 30}."""
    goal = options.get("goal")
    if not isinstance(goal, int):
        raise OpforError("goal is no number", "options")
    return race(goal)


RACE = GameType(
    begin=lambda _options: Race(),
    program=race_of,
    state=Race,
    event=Scored | TurnEnded | Placed | AnyNote,
)


PACE = Policy(
    "pace",
    "whether the enemy runs",
    lambda _choose, state: "run" if state.turn % 2 else "walk",
    {"lazy": lambda _choose, _state: "walk"},
)


def new_game(
    *,
    seed: int = 1,
    player: Port | None = None,
    dice: Port | None = None,
    settings: dict[str, str] | None = None,
    program: Program[Race] = race_program,
    **rest: Any,
) -> Game[Race]:
    """A toy game; the player answers later unless a port for him is given."""
    ports = router(seed=seed, player=player, dice=dice, settings=settings)
    return Game(Race(), program, ports, **rest)


def router(
    *,
    seed: int = 1,
    player: Port | None = None,
    dice: Port | None = None,
    settings: dict[str, str] | None = None,
) -> Ports:
    """Seeded dice, policies, and a player who answers later, unless told otherwise."""
    return Ports(
        dice=dice or Seeded(seed),
        player=player or Waiting(),
        policies=Policies([PACE], settings, seed=seed),
    )


ANSWERS: Sequence[object] = (
    {"bold": 1},
    {"bold": 2},
    {"bold": 0},
    {"points": 2},
    {"flag": "y"},
    {"bold": 3},
    {"bold": 1},
    {"bold": 0},
    {"points": 0},
    {"flag": "x"},
    *[{"bold": 0}] * 20,
)


def play(game: Game[Race], answers: Sequence[object] = ANSWERS) -> Game[Race]:
    """Play to the end, or until the answers run out, giving each open request one."""
    asked = game.run()
    for answer in answers:
        if asked is None:
            break
        asked = game.answer(asked.number, fitting(asked.request, answer))
    return game


def fitting(request: object, wish: object) -> object:
    """The wish if it suits the kind of request, otherwise a plain answer."""
    match request:
        case Order():
            return wish if isinstance(wish, dict) and "bold" in wish else {"bold": 0}
        case Adjudicate():
            return {"points": 1}
        case Place():
            return {"flag": "x"}
        case Choose():
            return request.options[0].key
    raise AssertionError(request)
