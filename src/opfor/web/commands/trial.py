"""A Command tried on a placement: what the rules make of it, with their reasons.

The trial is a game like any other, by the program of the game; only the DR on the table
is given, and the FRIENDLY side does nothing. So what it shows is what would be done.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.ask import Asked, Choose, Context, Order, Pending, Port, Waiting
from opfor.core.dice import Seeded
from opfor.core.errors import Illegal, OpforError
from opfor.core.event import Emitted, Event
from opfor.core.explain import RowRead
from opfor.core.fact import Fact
from opfor.core.game import Game
from opfor.core.game import Step as GameStep
from opfor.core.policy import Policies
from opfor.core.table import Row, Span, Table
from opfor.ports.examples.scene import TableSetUp
from opfor.rules.choices.policies import EVERY
from opfor.rules.sequence.s02_turn import program
from opfor.state.events import Moved, UnitChanged
from opfor.state.nations import Nation
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from opfor.state.world import World
from opfor.views.board import HexNote, Highlight, Marks, board_svg
from opfor.views.board.scene import Theme
from opfor.views.game_picture import edge_labels, game_counters, objectives
from opfor.views.text.names import plain
from opfor.views.text.purposes import purpose_of
from opfor.views.text.why import why_lines
from opfor.web.commands.verdicts import verdicts

SEED = "trial"
"""What the dice of a trial follow from, but for the DR on its table."""

TRIED = "as it is tried here"
"""What the reasons call the row that is tried."""

MOST_STEPS = 60
"""Steps after which a trial ends, whatever is still to be done."""

FIRE, MOVE = "fire_command_of", "move_command_of"
"""The DR that choose the row."""


class Told(Struct, frozen=True, kw_only=True):
    """A line of the reasons: its rule, if it is the heading of one, and its text."""

    rule: str
    text: str


class Trial(Struct, frozen=True, kw_only=True):
    """What came of a Command.

    Args:
        does: what is done, in one sentence.
        target: the Location attacked; empty if none.
        used: the row decided something; else there was one Target, an Automatic
            Action, or nothing to do.
        verdicts: what is to be said of each clause of a Move Command.
        way: the Locations of the move, from where it began.
        asks: what the player is asked by a clause in own words, with the answers.
        reasons: what the rules say of it, line by line.
        picture: the board with it, as SVG.
    """

    does: str
    used: bool
    verdicts: tuple[str, ...] = ()
    target: str = ""
    way: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    reasons: tuple[Told, ...] = ()
    picture: str


class _Desk:
    """Answers everything: the DR that is tried, the seed's dice, nothing else."""

    human = False

    def __init__(self, number: int) -> None:
        self._number = number
        self._dice = Seeded(SEED)
        self._policies = Policies(EVERY)
        self._player = Waiting()

    def pick(self, asked: Asked) -> Port:
        request = asked.request
        discretion = isinstance(request, Choose) and request.why == "discretion"
        if discretion and isinstance(request, Choose):
            return self._player if self._policies.asks(request) else self._policies
        return self

    def answer(self, asked: Asked, context: Context) -> object:
        purpose = asked.request.purpose
        if isinstance(purpose, Fact) and purpose.kind in (FIRE, MOVE):
            return [max(1, self._number - 6), min(6, self._number - 1)]
        if asked.stream:
            return self._dice.answer(asked, context)
        if isinstance(asked.request, Order):
            return {"type": "end" if context.state.window is None else "hold fire"}
        raise Pending(asked)


def with_row(nation: Nation, name: str, row: Row) -> Nation:
    """A nation whose Command table has a row over those that it has."""
    table = nation.table(name)
    own = replace(row, index=len(table.rows), layer=len(table.packs) + 1)
    tried = Table(
        id=table.id,
        title=table.title,
        key=table.key,
        rows=(*table.rows, own),
        axes=table.axes,
        packs=table.packs,
    )
    return replace(nation, tables={**nation.tables, table.id.name: tried})


def tried(
    scene: TableSetUp,
    who: Sequence[str],
    name: str,
    on: Span,
    clauses: Sequence[str],
    *,
    theme: Theme = "light",
) -> Trial:
    """What some units do by a row of a Command table.

    Args:
        scene: the placement.
        who: the units that have the Command.
        name: the table, such as A4a.
        on: the DR of the row.
        clauses: the row.
        theme: of the picture.

    Errors:
        OpforError: the row is no Command.
    """
    world = scene.world
    row = Row(on=on, result=tuple(clauses), source="player", pack=TRIED)
    world.enemy = with_row(world.enemy, name, row)
    number = min(12, max(2, on.low))
    state = _ordered(scene.state, who, "Move" if name.startswith("A4") else "Fire")
    game = Game(state, _until(world, state, name), _Desk(number))
    try:
        game.run()
    except Illegal as error:
        raise OpforError(f"this cannot be tried: {error}") from None
    shown = _shown(Play(game, world), game, state, who, name, theme)
    if not shown.used:
        return shown
    aside = Play(Game(state, lambda _: None, _Desk(number)), world)
    tried_row = world.enemy.table(name).look_up(number)
    return replace(shown, verdicts=verdicts(aside, who, name, tried_row))


def _ordered(state: State, who: Sequence[str], action: Any) -> State:
    units = {id_: replace(state.units[id_], action=action) for id_ in who}
    return replace(state, units={**state.units, **units})


def _until(world: World, begun: State, name: str) -> Any:
    """The program of the game, until the Command is carried out."""
    go_on, left = program(world), [MOST_STEPS]

    def next_step(state: State) -> GameStep[State] | None:
        left[0] -= 1
        fired = name.startswith("A3") and bool(state.shots)
        over = state.phase != begun.phase or fired or left[0] < 0
        return None if over else go_on(state)

    return next_step


def _shown(
    play: Play,
    game: Game[State],
    begun: State,
    who: Sequence[str],
    name: str,
    theme: Theme,
) -> Trial:
    world, events = play.world, list(game.events)
    way = _way(begun, who, events)
    shot = next((s for s in game.state.shots if set(s.firers) or s.froms), None)
    target = shot.target if shot else ""
    reasons = tuple(
        Told(rule=line.rule, text=line.text)
        for line in why_lines(world, [e for e in events if _by_the_enemy(e)])
    )
    return Trial(
        does=_does(world, begun, game, who, way, target),
        used=any(_read(e.event, name) for e in events),
        target=_plain(world, target),
        way=tuple(_plain(world, at) for at in way),
        asks=tuple(_asks(world, game)),
        reasons=reasons,
        picture=_picture(world, begun, way, target, theme),
    )


def _read(event: Event, name: str) -> bool:
    """Whether a Command table of that name was read."""
    return isinstance(event, RowRead) and event.table.rpartition("/")[2] == name


def _by_the_enemy(emitted: Emitted) -> bool:
    """Whether Chapter S decides here: not what an attack or a move then comes to."""
    return emitted.rule.startswith("S") or isinstance(emitted.event, RowRead)


def _way(
    begun: State, who: Sequence[str], events: Sequence[Emitted]
) -> list[LocationName]:
    """The Locations of the first of some units, from where it began."""
    first = begun.units[who[0]]
    way = [first.location]
    for emitted in events:
        match emitted.event:
            case Moved(to=to, move=move) if first.id in move.units:
                way.append(to)
            case UnitChanged(unit=unit) if unit.id == first.id and unit.location:
                way.append(unit.location)
    return [at for n, at in enumerate(way) if n == 0 or at != way[n - 1]]


def _plain(world: World, text: str) -> str:
    return plain(world.map, text)


def _does(
    world: World,
    begun: State,
    game: Game[State],
    who: Sequence[str],
    way: Sequence[LocationName],
    target: str,
) -> str:
    names = " + ".join(f"{id_} ({_name(world, begun, id_)})" for id_ in who)
    if game.pending is not None:
        return f"{names}: you would be asked."
    if target:
        verb = "fire" if len(who) > 1 else "fires"
        return f"{names} {verb} at {_plain(world, target)}."
    if len(way) > 1:
        return f"{names} goes {_plain(world, ' → '.join(way))}."
    now = game.state.units.get(who[0])
    waits = now is not None and now.fired == "opportunity"
    return f"{names} {'stays for Opportunity Fire' if waits else 'stays'}."


def _name(world: World, state: State, id_: str) -> str:
    return world.counter(state.units[id_].counter).name


def _asks(world: World, game: Game[State]) -> Iterator[str]:
    asked = game.pending
    if asked is None:
        return
    yield _plain(world, purpose_of(asked.request))
    if isinstance(asked.request, Choose):
        yield from (
            _plain(world, each.label or each.key) for each in asked.request.options
        )


def _picture(
    world: World,
    begun: State,
    way: Sequence[LocationName],
    target: str,
    theme: Theme,
) -> str:
    """The board as the trial began, with the way and the Target ringed."""
    hexes = [world.locate(at).hex for at in way]
    rings = [Highlight(hexes[0], "selected")]
    rings += [Highlight(hex_, "path") for hex_ in dict.fromkeys(hexes[1:])]
    if target:
        rings.append(Highlight(world.locate(LocationName(target)).hex, "target"))
    steps = (HexNote(hex_, str(n)) for n, hex_ in enumerate(hexes) if n)
    marks = Marks(
        vpo=objectives(world, begun),
        edges=edge_labels(world),
        highlights=tuple(rings),
        notes=tuple({note.hex: note for note in steps}.values()),
    )
    return board_svg(
        world.map,
        world.ground.facts,
        counters=list(game_counters(world, begun)),
        marks=marks,
        theme=theme,
        prefix="trial",
    )
