"""What the FRIENDLY player may see of a game, as the messages of the page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

import msgspec

from opfor.core.ask import Asked
from opfor.core.codec import digest
from opfor.core.errors import Illegal
from opfor.core.event import Emitted, Note, RollMade
from opfor.core.explain import Decided, RowRead
from opfor.core.fact import Fact
from opfor.core.rule import printed
from opfor.geo.hex_facts import HexFacts
from opfor.geo.map import Map
from opfor.geo.terrain_chart import mf
from opfor.ports.read_answer import question
from opfor.ports.router import REST, STEPS
from opfor.ports.session import Session
from opfor.rules.a_infantry.a03_9_phases import acting
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import move_of
from opfor.rules.a_infantry.a10_morale.a10_5_rout import must_rout
from opfor.rules.a_infantry.on_table import RESOLUTIONS
from opfor.rules.sequence.find_orders import LABELS
from opfor.state.events import Moved, PhaseBegan
from opfor.state.mission import Mission
from opfor.state.state import State
from opfor.state.units import OFFBOARD, LocationName, Unit
from opfor.state.world import World
from opfor.views.board import Counter, Sheet, sheet_of
from opfor.views.board.counters import face
from opfor.views.game_picture import (
    game_counters,
    objectives,
    unit_counter,
    weapon_counter,
)
from opfor.views.text.called import Names, names_of
from opfor.views.text.checklist import checklist
from opfor.views.text.condensed import story_from_set_up, story_lines
from opfor.views.text.log import LogLine
from opfor.views.text.look import status
from opfor.views.text.names import described, in_hand, plain
from opfor.views.text.purposes import purpose_of
from opfor.views.text.story import story_of
from opfor.views.text.taken_back import luck_of
from opfor.views.text.words import say
from opfor.web.game.messages import Beat, DrawnCounter, News, ToldEvent, View
from opfor.web.game.named import FRIENDLY

PREFIX = "ob"
"""What every class and id of the board's pictures begins with."""

MOST_BEATS = 400
"""The most events of one answer that are played one after another."""

_PLACE = re.compile(r"(?<![\w{.])\w*?[A-Z]{1,2}\d{1,2}(?:/-?\d+)?(?![\w}]|\.\d)")
"""What may be a Location; rule numbers and {tables} look alike."""

_SUSPECT = re.compile(r"S\d+")
"""The id of a S?, which may look like a hex."""

_TABLE = re.compile(r"^\{[^}]*\} ")
"""The id of a table at the head of a line."""

_LETTERS = ("anzac", "ss", "usmc")
"""Nations that are called by their letters."""

_BEFORE = ("in ", "to ", "at ", "from ")
"""What stands before a hex."""

Moment = tuple[Emitted, State]
"""An event with the state after it."""


class Looks:
    """The faces of counters, each drawn once.

    Args:
        board_map: the map they lie on.
        facts: its hexes.
    """

    def __init__(self, board_map: Map, facts: HexFacts) -> None:
        self.sheet: Sheet = sheet_of(board_map, facts, PREFIX)
        self._names: dict[Counter, str] = {}
        self.faces: dict[str, str] = {}
        self.units: dict[str, tuple[object, DrawnCounter]] = {}
        """Each unit as it was drawn last, and what it followed from."""

    def name(self, counter: Counter) -> str:
        """The name of a counter's face."""
        bare = msgspec.structs.replace(counter, hex=0, name="", key="")
        found = self._names.get(bare)
        if found is None:
            found = self._names[bare] = digest(bare)[:10]
            self.faces[found] = face(self.sheet, bare)
        return found


# -- the board ---------------------------------------------------------------------


def pieces(world: World, state: State, looks: Looks) -> dict[str, DrawnCounter]:
    """Every counter that the player sees, by key; those who wait offboard too."""
    found = {}
    for counter in game_counters(world, state):
        found[counter.key] = _piece(world, state, looks, counter)
    for unit in state.units.values():
        if unit.side == "FRIENDLY" and unit.location == OFFBOARD:
            found[unit.id] = _piece(world, state, looks, unit_counter(world, unit))
            for weapon in state.weapons_of(unit.id):
                if weapon.mount:
                    continue
                lying = weapon_counter(world, weapon, OFFBOARD, unit.side)
                found[weapon.id] = _piece(world, state, looks, lying)
    return found


def _piece(world: World, state: State, looks: Looks, counter: Counter) -> DrawnCounter:
    key = counter.key
    if unit := state.units.get(key):
        basis = (counter, unit, *state.weapons_of(key))
        if key not in looks.units or looks.units[key][0] != basis:
            looks.units[key] = basis, _unit_piece(world, state, looks, counter)
        return looks.units[key][1]
    look, names = looks.name(counter), names_of(world, state)
    if weapon := state.weapons.get(key):
        user = state.units.get(weapon.owner)
        at = user.location if user else weapon.location
        return DrawnCounter(
            key=key, look=look, hex=counter.hex if at else -1, at=at, kind="weapon",
            side=user.side if user else weapon.side, name=names.whole(counter.name),
            called=names.of(key), owner=weapon.owner, states=_states(counter),
        )  # fmt: skip
    at = _thing_at(state, key)
    if key in state.suspects:
        return DrawnCounter(
            key=key, look=look, hex=counter.hex, at=at, kind="suspect", side="ENEMY",
            name=f"S? {counter.name}",
        )  # fmt: skip
    name = names.told(counter.name)
    return DrawnCounter(key=key, look=look, hex=counter.hex, at=at, name=name)


def _unit_piece(
    world: World, state: State, looks: Looks, counter: Counter
) -> DrawnCounter:
    unit, names = state.units[counter.key], names_of(world, state)
    told = names.whole(plain(world.map, described(world, state, unit)))
    where = counter.hex if unit.location else -1
    return DrawnCounter(
        key=unit.id, look=looks.name(counter), hex=where, at=unit.location, kind="unit",
        side=unit.side, name=f"{unit.side} {told}", called=names.of(unit.id),
        done=_done(unit), states=_states(counter),
    )  # fmt: skip


def _states(counter: Counter) -> tuple[str, ...]:
    """What a counter shows has happened to it, in words."""
    return tuple(state.replace("_", " ") for state in counter.states)


def _done(unit: Unit) -> bool:
    """Whether it can move no more: it has, or is not able to; a prisoner never can."""
    return bool(unit.moved or unit.fired or unit.guard or _unable(unit))


def _unable(unit: Unit) -> bool:
    return unit.ti or unit.pinned or unit.broken or unit.melee


def _thing_at(state: State, key: str) -> LocationName:
    for things in (state.suspects, state.fortifications, state.markers):
        thing = things.get(key)
        if thing is not None:
            found: LocationName = thing.location
            return found
    return OFFBOARD


# -- the state of things -----------------------------------------------------------


def _left(session: Session, ready: Sequence[Unit]) -> str:
    """What those who go on have left; a leader who does not helps them no more."""
    move = session.game.state.move
    if not ready or move is None:
        return ""
    if not any(unit.vehicle for unit in ready):
        with suppress(Illegal):
            move = move_of(session.play, ready) or move
    return f"{mf(max(0, move.allotment - move.spent))} {move.spends}"


def view_of(session: Session, looks: Looks) -> View:
    """The game as it stands."""
    world, state = session.world, session.game.state
    mission, move = state.mission, state.move
    ready = [unit for unit in in_hand(state) if unit.side == "FRIENDLY"]
    journal = session.game.journal
    return View(
        mission=mission.id,
        title=title_of(mission),
        status=status(world, state),
        turn=state.turn,
        turns=mission.turns,
        phase=state.phase,
        side=state.side,
        acting=(acting(state) or "") if state.phase and not state.over else "",
        ac=state.ac_number,
        over=say(state.over),
        pieces=tuple(pieces(world, state, looks).values()),
        vpo=tuple((vpo.hex, vpo.side) for vpo in objectives(world, state)),
        move=tuple(unit.id for unit in ready),
        left=_left(session, ready),
        window=_window(state),
        mover=tuple(move.units) if move and _window(state) else (),
        must=tuple(_must(session)),
        on_table=state.on_table,
        resolutions=RESOLUTIONS,
        mine=session.desk.mine,
        auto=tuple(sorted(session.desk.auto)),
        suggest=tuple(sorted(session.desk.suggest)),
        steps=(*STEPS, REST),
        labels=dict(LABELS),
        undo=bool(journal.decisions()),
        typed=_typed(session),
        score=tuple(score(state)),
        ground=world.map.digest[:12],
        judged=hexes_by_word(world),
    )


def _typed(session: Session) -> str:
    """The player's last dice, where he may take them back; else empty."""
    return luck_of(session.last_dice) if session.last_dice else ""


def _window(state: State) -> bool:
    """Whether the player may fire at what moves now."""
    return state.window is not None and state.window.side == "FRIENDLY"


def _must(session: Session) -> Iterator[str]:
    """The player's who must rout away from where they are (A10.5)."""
    state = session.game.state
    if state.phase != "RtPh" or state.over:
        return
    for unit in state.units.values():
        if unit.side != FRIENDLY or not unit.broken or not unit.location:
            continue
        if unit.melee or unit.guard or unit.vehicle:
            continue
        why = must_rout(session.play, unit)
        # A10.533: who crawled, was Interdicted or is Disrupted may stay in the open
        spared = unit.disrupted or unit.did("low crawl") or unit.did("interdicted")
        if why and not (why == "in the open" and spared):
            yield unit.id


def hexes_by_word(world: World) -> tuple[int, ...]:
    """The hexes of which something is as the player says, not as it is drawn."""
    return tuple(sorted(world.judged_hexes | {at for at, _ in world.judged_sides}))


def title_of(mission: Mission) -> str:
    """A Mission, who fights whom, and when."""
    return f"{mission.title}: {against(mission)}"


def against(mission: Mission) -> str:
    """Who fights whom, and when: `German paras against British, 1941-05`."""
    one, other = map(_nation, (mission.friendly, mission.enemy))
    return f"{one} against {other}, {mission.date}"


def _nation(id_: str) -> str:
    return id_.upper() if id_ in _LETTERS else id_.replace("-", " ").capitalize()


def score(state: State) -> Iterator[str]:
    """What the sides have gained."""
    for side, toll in state.tolls.items():
        if toll.cvp or toll.exit_vp:
            yield f"{side} {toll.cvp} CVP, {toll.exit_vp} Exit VP"


def news_of(
    session: Session, looks: Looks, moments: Sequence[Moment], before: State
) -> News:
    """The game as it is now, with the story of how it came to that."""
    asked = session.game.pending
    world = session.world
    return News(
        beats=tuple(beats(world, looks, moments, before)),
        story=tuple(told_events(world, before, [e for e, _ in moments], asked)),
        chores=tuple(map(str, checklist(world, before, [e for e, _ in moments]))),
        view=view_of(session, looks),
        asked=_request(world.map, names_of(world, session.game.state), asked),
        question=plain(world.map, _question(asked)),
        suggested=session.usual() if asked else None,
        token=session.game.token,
    )


def _request(board_map: Map, names: Names, asked: Asked | None) -> object:
    """What is asked; in words hexes are called as they are in play."""
    if asked is None:
        return None
    request = msgspec.to_builtins(asked.request)
    request["purpose"] = names.told(plain(board_map, purpose_of(asked.request)))
    for option in request.get("options", ()):
        option["label"] = names.told(plain(board_map, option["label"]))
    return {"number": asked.number, "rule": printed(asked.rule), "request": request}


def _question(asked: Asked | None) -> str:
    return question(asked) if asked else "the game is over"


# -- the story ---------------------------------------------------------------------


def beats(
    world: World, looks: Looks, moments: Sequence[Moment], before: State
) -> Iterator[Beat]:
    """What happened, each line with what it changed on the board.

    A long story is told whole, but its board goes to the end at once.
    """
    lines = story_lines(world, [emitted for emitted, _ in moments])
    dice = {
        emitted.number: emitted.event.dice
        for emitted, _ in moments
        if isinstance(emitted.event, RollMade)
    }
    names = names_of(world, before)
    shows = moments if len(moments) <= MOST_BEATS else moments[-1:]
    changes = dict(_changes(world, looks, shows, before))
    steps = [
        (emitted.number, world.locate(emitted.event.to).hex)
        for emitted, _ in shows
        if isinstance(emitted.event, Moved) and emitted.event.to  # else off the map
    ]
    for line in lines:
        while steps and steps[0][0] <= line.number:
            number, hex_ = steps.pop(0)
            if number < line.number:  # the line is about more than this hex
                yield _stepped(number, hex_, _due(changes, number))
        new, gone = _due(changes, line.number)
        yield Beat(
            number=line.number,
            rule=line.rule,
            text=names.told(line.text),
            style=line.style,
            dice=dice.get(line.number, ()),
            pieces=tuple(new.values()),
            gone=gone,
            hexes=tuple(hexes_named(world, line.text)),
            why=names.told(_why(line)),
            result=names.told(_result(line)),
            begins=_begun(line),
        )


def _begun(line: LogLine) -> tuple[int, str, str] | None:
    """The turn, ATTACKER and phase that begin with a line."""
    match line.event:
        case PhaseBegan(turn=turn, side=side, phase=phase):
            return turn, side, phase
    return None


def _why(line: LogLine) -> str:
    """What a table or a priority list decided, without the table's id or its source."""
    if isinstance(line.event, RowRead | Decided):
        return _TABLE.sub("", line.text).partition(" [")[0]
    return ""


def _result(line: LogLine) -> str:
    """What an attack gives whom: `NMC`, or `no effect`."""
    match line.event:
        case Note(
            fact=Fact(kind="results_for", data={"results": (*_, Fact() as last)})
        ):
            return str(last.data["result"])
        case Note(fact=Fact(kind="result_for", data=data)):
            return str(data["result"])
    return ""


def told_events(
    world: World,
    state: State,
    events: Sequence[Emitted],
    asked: Asked | None = None,
    *,
    whole: bool = False,
) -> Iterator[ToldEvent]:
    """Events as the log tells them; a `whole` game begins with its set-up."""
    names = names_of(world, state)
    lines = (story_from_set_up if whole else story_lines)(world, events)
    under = asked.causes if asked else ()
    for told in story_of(world, lines, events, under):
        yield ToldEvent(
            text=names.told(told.text),
            style=told.style,
            enemy=told.enemy,
            loss=told.loss,
            lines=tuple(line.number for line in told.lines),
            dice=told.dice,
        )


def _due(changes: dict[int, "Change"], number: int) -> "Change":
    """All that changed up to an event, and not before."""
    new: dict[str, DrawnCounter] = {}
    gone: dict[str, None] = {}
    for earlier in [each for each in changes if each <= number]:
        _merge(new, gone, changes.pop(earlier))
    return new, tuple(gone)


def _stepped(number: int, hex_: int, change: "Change") -> Beat:
    """One hex of a run that is told in one line."""
    new, gone = change
    return Beat(number=number, pieces=tuple(new.values()), gone=gone, hexes=(hex_,))


Change = tuple[dict[str, DrawnCounter], tuple[str, ...]]


def _merge(new: dict[str, DrawnCounter], gone: dict[str, None], change: Change) -> None:
    for key in change[1]:
        new.pop(key, None)
        gone[key] = None
    for key, piece in change[0].items():
        gone.pop(key, None)
        new[key] = piece


def _changes(
    world: World, looks: Looks, moments: Sequence[Moment], before: State
) -> Iterator[tuple[int, Change]]:
    """The counters that each event changed."""
    old, last = pieces(world, before, looks), before
    for emitted, state in moments:
        if _board(state) == _board(last):
            continue
        now, last = pieces(world, state, looks), state
        new = {key: piece for key, piece in now.items() if old.get(key) != piece}
        gone = tuple(key for key in old if key not in now)
        old = now
        if new or gone:
            yield emitted.number, (new, gone)


def _board(state: State) -> tuple[int, ...]:
    """The parts of a state that lie on the board, by identity: it is immutable."""
    parts: tuple[Mapping[str, object], ...] = (
        state.units, state.weapons, state.suspects, state.fortifications,
        state.markers,
    )  # fmt: skip
    return tuple(map(id, parts))


def hexes_named(world: World, text: str) -> Iterator[int]:
    """The hexes that a line names; S1 is a hex only where somebody is, or goes."""
    known = _by_label(world.map)
    for found in _PLACE.finditer(text):
        word = found[0].partition("/")[0]
        if _SUSPECT.fullmatch(word) and not text[: found.start()].endswith(_BEFORE):
            continue
        if word in known:
            yield known[word]


@lru_cache(maxsize=1)  # no more: each game has a map of its own, of some MB
def _by_label(board_map: Map) -> Mapping[str, int]:
    names = {board_map.name(hex_): hex_ for hex_ in range(len(board_map))}
    return names | {board_map.label(hex_): hex_ for hex_ in range(len(board_map))}
