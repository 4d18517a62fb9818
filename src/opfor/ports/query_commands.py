"""The terminal's commands that only look: they answer at any moment, change nothing."""

import contextlib
import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from opfor.core.ask import Order
from opfor.core.errors import Illegal, OpforError
from opfor.core.event import Emitted
from opfor.core.write_file import write_file
from opfor.ports.commands import (
    COMMANDS,
    NO_MORE,
    Usage,
    read_command,
    read_hex,
    read_number,
    read_place,
    read_units,
    wanted,
)
from opfor.ports.order_help import examples, more
from opfor.ports.order_verbs import VERBS
from opfor.ports.order_words import verb_of, word_of
from opfor.ports.read_answer import question
from opfor.ports.screen import Screen
from opfor.ports.session import Session
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.offer import units_of
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import threats
from opfor.rules.sequence import legal_orders
from opfor.state.in_progress import (
    Move,
)
from opfor.state.mission import Mission
from opfor.state.units import (
    Side,
)
from opfor.views.game_picture import game_svg
from opfor.views.png import to_png
from opfor.views.text import look
from opfor.views.text.board import board_text, window
from opfor.views.text.log import lines_in_order
from opfor.views.text.names import in_hand, plain
from opfor.views.text.victory import asked, standing
from opfor.views.text.why import why_lines

FRIENDLY: Side = "FRIENDLY"
"""The side of the person at the terminal."""

MOST = 100_000
"""Most events that log and why show."""

SHOWN = 20
"""Events that log shows if no number is given."""

BEFORE_ORDERS = 6
"""Events whose reasons why tells before the first order."""

LEAST_HIGH = 15
"""Lines of the board on the smallest screen."""

BELOW = 4
"""Lines of the screen left for the legend and the prompt."""

WIDEST = 30
"""Largest radius of a board."""

Looking = Callable[[Session, Screen, list[str]], None]


def legal(session: Session, screen: Screen, words: list[str]) -> None:
    """What may be ordered now, of one unit or of all."""
    wanted("?", words, 0, 2)
    asked = session.game.pending
    if asked is None:
        screen.say("the game is over: undo or quit")
    elif not isinstance(asked.request, Order):
        screen.say(plain(session.world.map, question(asked)))
    else:
        offers = list(legal_orders.legal(session.play, FRIENDLY))
        kind = " ".join(words)
        of_kind = [offer for offer in offers if word_of(offer.order) == kind]
        if words and not of_kind and kind.casefold() in (*VERBS, *COMMANDS):
            raise OpforError(f"no {kind} is legal now", do="? lists what is")
        if words and not of_kind:
            unit = read_units(session.play, words)[0][0]
            offers = [offer for offer in offers if unit in units_of(offer.order)]
        lines = look.offer_lines(
            session.world, of_kind or offers, word=word_of, every=bool(words)
        )
        said = "\n".join(lines)
        screen.say(said or f"{words[0]} can do nothing now")


def board(session: Session, screen: Screen, words: list[str]) -> None:
    """The board around a hex, the stack in hand, or where the player stands."""
    wanted("board", words, 0, 2)
    world, state = session.world, session.game.state
    radius = read_number(words.pop(), WIDEST) if words and words[-1].isdecimal() else 0
    wanted("board", words, 0, 1)
    chosen = read_hex(world, words[0]) if words else -1
    if chosen < 0 and (movers := state.movers()):
        chosen = world.locate(movers[0].location).hex
    part = window(
        world.map,
        chosen if chosen >= 0 else _middle(session),
        width=screen.width,
        height=max(LEAST_HIGH, screen.height - BELOW),
        radius=radius,
    )
    reach = dict(_reach(session))
    screen.picture(
        board_text(world, state, part, reach=reach, chosen=chosen, legend=screen.width)
    )


def _middle(session: Session) -> int:
    """The hex to show if none is meant: of the last FRIENDLY unit, or the FBE's."""
    world, units = session.world, session.game.state.units.values()
    there = [u.location for u in units if u.side == "FRIENDLY" and u.location]
    if there:
        return world.locate(there[-1]).hex
    edge = world.compass.along("FBE")
    return edge[len(edge) // 2]


def _reach(session: Session) -> Iterator[tuple[int, int]]:
    """Where the stack in hand can go now, with the quarters of MF it takes."""
    movers = in_hand(session.game.state)
    if not movers:
        return
    units = tuple(unit.id for unit in movers)
    for to in session.world.exits(movers[0].location):
        with contextlib.suppress(Illegal):
            cost = plan(session.play, MoveTo(units, to)).here
            yield session.world.locate(to).hex, cost


def look_at(session: Session, screen: Screen, words: list[str]) -> None:
    """A hex and all that is in it."""
    wanted("look", words, 1, 1)
    at = session.world.locate(read_place(session.world, words[0]))
    screen.say("\n".join(look.hex_lines(session.world, session.game.state, at)))


def los(session: Session, screen: Screen, words: list[str]) -> None:
    """The LOS between two Locations."""
    wanted("los", words, 2, 2)
    one, two = (read_place(session.world, word) for word in words)
    screen.say("\n".join(look.sight_lines(session.world, one, two)))


def range_(session: Session, screen: Screen, words: list[str]) -> None:
    """The range between two Locations."""
    wanted("range", words, 2, 2)
    one, two = (read_place(session.world, word) for word in words)
    screen.say(f"range {session.world.range(one, two)}")


def threats_to(session: Session, screen: Screen, words: list[str]) -> None:
    """Which S? may be Activated if units entered a Location."""
    units, rest = read_units(session.play, words)
    wanted("threats", [*words[:1], *rest], 2, 2)
    to = read_place(session.world, rest[0])
    try:
        move = plan(session.play, MoveTo(units, to))
    except Illegal as error:
        said = plain(session.world.map, str(error))
        screen.say(f"not in one step now ({said}); if it were:", "dim")
        move = Move(units=units)
    found = threats(session.play, to, move)
    number = session.game.state.ac_number
    screen.say("\n".join(look.threat_lines(session.world, found, number, to)))


def units(session: Session, screen: Screen, words: list[str]) -> None:
    """Everybody in play."""
    wanted("units", words, 0, 0)
    screen.say("\n".join(look.unit_lines(session.world, session.game.state)))


def why(session: Session, screen: Screen, words: list[str]) -> None:
    """The reasons of what followed the last order, or of the last events."""
    wanted("why", words, 0, 1)
    events = session.game.events
    orders = [e for e in session.game.journal if isinstance(e.asked.request, Order)]
    if words:
        chosen = _last(events, read_number(words[0], MOST))
    elif orders:
        chosen = events[orders[-1].asked.after :]
    else:
        chosen = _last(events, BEFORE_ORDERS)
    screen.lines(why_lines(session.world, chosen))
    if not words and len(chosen) < len(events) and not orders:
        told = f"the last {len(chosen)} of {len(events)} events"
        screen.say(f"{told}; `why {len(events)}` tells of all", "dim")


def log(session: Session, screen: Screen, words: list[str]) -> None:
    """What happened, the last events or all."""
    wanted("log", words, 0, 1)
    events = session.game.events
    if words and words[0].casefold() == "all":
        count = len(events)
    else:
        count = read_number(words[0], MOST) if words else SHOWN
    screen.lines(lines_in_order(session.world, _last(events, count)))


def victory(session: Session, screen: Screen, words: list[str]) -> None:
    """What the Mission is about, what is asked, and how it stands."""
    wanted("victory", words, 0, 0)
    told = session.game.state.mission
    screen.say(told.title, "bold")
    if told.note:
        screen.say(told.note)
    tell_of(told, screen)
    for aim in told.victory:
        now = standing(session.play, aim)
        screen.say(f"{aim.side}: {asked(aim, told)}{f'. Now: {now}' if now else ''}")
    if told.alternatives:
        screen.say(
            f"On VASL boards too: --map {' or '.join(map(repr, told.alternatives))}",
            "dim",
        )


def tell_of(told: Mission, screen: Screen) -> None:
    """The situation of a Mission, what is special about it, and if nobody can win."""
    for paragraph in told.situation:
        screen.say(paragraph)
    for line in told.special:
        screen.say(f"- {line}")
    if not told.victory:
        screen.say("No victory conditions: the game ends with its turns.")


def _last(events: Sequence[Emitted], count: int) -> Sequence[Emitted]:
    return events[max(0, len(events) - count) :]


def picture(session: Session, screen: Screen, words: list[str]) -> None:
    """Draw the board with its counters into a file."""
    wanted("picture", words, 1, 1)
    path = Path(words[0]).expanduser()
    if path.suffix not in (".png", ".svg"):
        raise OpforError("a picture is .png or .svg", str(path), "name it so")
    svg = game_svg(session.world, session.game.state)
    write_file(path, to_png(svg) if path.suffix == ".png" else svg.encode())
    screen.say(f"drawn: {path}")


def help_(
    screen: Screen,
    words: list[str],
    without: Collection[str] = (),
    beside: Mapping[str, Usage] = NO_MORE,
) -> None:
    """The commands, but for some, and what can be said beside them."""
    wanted("help", words, 0, 1)
    known = {name: COMMANDS[name] for name in COMMANDS if name not in without}
    known |= beside
    verb = verb_of(words[0]) if words else None
    if words and verb:
        _say_order(screen, next(name for name in VERBS if VERBS[name] is verb))
        return
    said = [word for word in words if word in beside]
    for name in said or ([read_command(words[0])] if words else known):
        usage = known.get(name) or COMMANDS[name]
        _say_usage(screen, f"{name} {usage.words}", usage.does)
    if not words:
        screen.say("\nOrders; ? lists those that are legal now:", "bold")
        for name, verb in VERBS.items():
            _say_usage(screen, f"{name} {verb.words}", verb.does)
        screen.say("help WORD tells more of an order, with examples.", "dim")
        screen.say(
            "Any unique beginning will do, in any case. With a stack in hand, `move "
            "HEX` moves it on. A Location off ground level is Q6/1.",
            "dim",
        )


def _say_order(screen: Screen, word: str) -> None:
    """One order: what it needs, what may stand behind it, examples."""
    verb = VERBS[word]
    _say_usage(screen, f"{word} {verb.words}", verb.does)
    for meaning, said in more(verb).items():
        _say_usage(screen, f"  {', '.join(said)}", meaning)
    for line in examples(word):
        screen.say(f"  as: {line}", "dim")


COLUMN = 36
"""Where the help says what a command does."""


def _say_usage(screen: Screen, usage: str, does: str) -> None:
    """A command and what it does, which stands below it where there is no room."""
    first = usage if len(usage) < COLUMN else ""
    if not first:
        screen.say(usage)
    for row in textwrap.wrap(does, max(20, screen.width - COLUMN)):
        screen.say(f"{first:<{COLUMN}}{row}")
        first = ""


LOOKING: dict[str, Looking] = {
    "?": legal,
    "board": board,
    "look": look_at,
    "los": los,
    "range": range_,
    "threats": threats_to,
    "victory": victory,
    "units": units,
    "why": why,
    "log": log,
    "picture": picture,
}
