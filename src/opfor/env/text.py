"""A game as text, for players that read: where it stands, who is where, the picks."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from opfor.core.rule import printed
from opfor.env.picked_game import PickedGame
from opfor.env.questions import FURTHER, purpose_of
from opfor.state.counters import DUMMY
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World
from opfor.views.text.board import BoardWindow, board_text
from opfor.views.text.look import status
from opfor.views.text.names import described, place, plain

MOST = 100_000
"""The most signs of a text; what is too long is cut."""

SIGNS = "\n" + "".join(map(chr, range(32, 127))) + "×–−½≤≥≠±…·“”»°\u2018\u2019"
"""Every sign that a text may have; any other is shown as `~`."""

_STRANGE = re.compile(f"[^{re.escape(SIGNS)}]")
_LETTERS = re.compile(r"[A-Z]{1,2}(?=$|\.)")


def text_of(game: PickedGame, seen: State, side: Side) -> str:
    """All that a side is shown, ending with what it can pick.

    Args:
        game: the game.
        seen: its state as that side knows it.
        side: who reads.
    """
    world = game.match.view.world
    told = [*_standing(world, seen, side), *_question(world, game, side)]
    named = _renamed("\n".join(told), _names(game.match.state, seen, side))
    return _STRANGE.sub("~", named)[:MOST]


def _standing(world: World, seen: State, side: Side) -> Iterator[str]:
    mission, grid = seen.mission, world.map.grid
    yield f"{mission.title}. You are {side}. {status(world, seen)}"
    for vpo in seen.vpo:
        held = seen.control.get(vpo, "nobody")
        yield f"VPO {place(world, vpo)}: Controlled by {held}"
    whole = BoardWindow(0, grid.cols - 1, 0, grid.rows - 1)
    yield board_text(world, seen, whole).plain
    for unit in sorted(seen.units.values(), key=lambda unit: unit.side != side):
        at = place(world, unit.location)
        who = "?" if unit.counter == DUMMY else described(world, seen, unit)
        yield f"{unit.side} {at}: {who}"
    for suspect in seen.suspects.values():
        at = suspect.location or f"offboard beside {suspect.enters}"
        yield f"S? {suspect.id} {plain(world.map, at)}: {suspect.attitude}"
    for fort in seen.fortifications.values():
        yield f"{fort.kind} in {place(world, fort.location)}"
    for marker in seen.markers.values():
        yield f"{marker.kind} in {place(world, marker.location)}"


def _question(world: World, game: PickedGame, side: Side) -> Iterator[str]:
    asked = game.match.asked
    if asked is None:
        winner = game.match.winner
        yield f"The game is over: {f'{winner} has won' if winner else 'a draw'}."
        return
    if game.side != side:
        yield "The other side decides.\n0: wait"
        return
    number = printed(asked.rule)
    rule = f" ({number})" if number else ""
    yield f"You are asked{rule}: {plain(world.map, purpose_of(asked))}"
    for action, slot in enumerate(game.page.slots):
        yield f"{action}: {plain(world.map, slot.label)}"
    if game.page.turns:
        yield f"{FURTHER}: show what else there is"


# -- names -------------------------------------------------------------------------


def _names(state: State, seen: State, side: Side) -> Mapping[str, str]:
    """What the other side's things are called: lettered as far as they are seen.

    Their ids would tell how many have come that nobody sees: eb4-4-7C, but where is B?
    """
    found: dict[str, str] = {}
    others = (id_ for id_, unit in seen.units.items() if unit.side != side)
    theirs = {id_ for id_, unit in state.units.items() if unit.side != side}
    held = (id_ for id_, w in seen.weapons.items() if w.owner in theirs)
    counts: Counter[str] = Counter()
    for id_ in [*others, *held, *seen.fortifications]:
        letters = _LETTERS.search(id_)
        if letters and not id_.startswith("?"):
            stem = id_[: letters.start()]
            counts[stem] += 1
            found[id_] = f"{stem}#{counts[stem]}{id_[letters.end() :]}"
    return found


def _renamed(text: str, names: Mapping[str, str]) -> str:
    if not names:
        return text
    ids = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{ids})(?!\w)", lambda found: names[found[0]], text)
