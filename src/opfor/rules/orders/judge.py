"""His board is right: LOS, a hex or a hexside as the player judges it, by `adjust`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from opfor.core.errors import OpforError
from opfor.geo.judged import LEVELS, code_named, hex_words, side_words
from opfor.rules.choices.orders import Adjust
from opfor.state.events import Judged
from opfor.state.judged_world import as_judged
from opfor.state.judgement import JudgedHex, JudgedLos, JudgedSide, Judgement
from opfor.state.play import GameView
from opfor.state.units import LocationName

JUDGED = ("los", "terrain", "hexside")
"""What can be judged."""

MOST = 200
"""Most judgements of a game; each takes part in every new map."""

MOST_HINDRANCE = 5
"""The most Hindrance that does not block LOS (A6.7)."""


def judged(view: GameView, order: Adjust) -> Judged:
    """The event by which the board is as the player says.

    Errors:
        OpforError: there is no such place or terrain, or somebody is in a Location
            that would be gone.
    """
    judgement = _judgement(view, order)
    now = view.state.judged
    known = [each for each in now if each.about == judgement.about]
    if order.set is None:
        if not known:
            raise OpforError("there is nothing that you judged otherwise", order.id)
        return Judged(known[0], gone=True)
    if len(now) >= MOST and not known:
        raise OpforError(f"{MOST} judgements are the most that a game can hold")
    event = Judged(judgement)
    _check_room(view, event)
    return event


def _judgement(view: GameView, order: Adjust) -> Judgement:
    given = dict(order.set or {})
    makers: dict[str, Callable[..., Judgement]]
    makers = {"terrain": _hex, "los": _los, "hexside": _side}
    found = makers[order.what](view, order.id, given)
    if given:
        raise OpforError(f"{order.what} has no {next(iter(given))!r}", order.id)
    return found


def _two(view: GameView, id_: str, what: str) -> tuple[LocationName, LocationName]:
    """The full names of the two places of an id, in alphabetic order."""
    words = id_.split()
    if len(words) != 2:
        raise OpforError(f"{what} is between two places", id_, "name both")
    one, other = sorted(_named(view, word) for word in words)
    if one == other:
        raise OpforError(f"{what} is between two places, not one", id_)
    return one, other


def _named(view: GameView, word: str) -> LocationName:
    return view.world.name(view.world.locate(LocationName(word)))


def _los(view: GameView, id_: str, given: dict[str, Any]) -> JudgedLos:
    one, other = _two(view, id_, "LOS")
    for name in (one, other):
        if not view.world.spots.holds(*view.world.locate(name)):
            raise OpforError("LOS to the water beneath a bridge is fixed (D-071)", name)
    hindrance = given.pop("hindrance", 0)
    if type(hindrance) is not int or not -1 <= hindrance <= MOST_HINDRANCE:
        do = f"a Hindrance is 0 to {MOST_HINDRANCE}; -1 is blocked"
        raise OpforError(f"{str(hindrance)[:20]!r} is no Hindrance", id_, do)
    return JudgedLos(one, other, hindrance)


def _hex(view: GameView, id_: str, given: dict[str, Any]) -> JudgedHex:
    at = view.world.locate(LocationName(id_))
    hex_ = LocationName(view.world.map.name(at.hex))
    level, name = given.pop("level", None), given.pop("terrain", "")
    if level is not None and (type(level) is not int or level not in LEVELS):
        raise OpforError(f"{str(level)[:20]!r} is no level of a hex", id_)
    terrain = _terrain(hex_words(), name) if name else ""
    before = next((j for j in view.state.judged if j.about == ("terrain", hex_)), None)
    if isinstance(before, JudgedHex):  # what is not named now stays as it was judged
        terrain = terrain or before.terrain
        level = before.level if level is None else level
    return JudgedHex(hex_, terrain, level)


def _side(view: GameView, id_: str, given: dict[str, Any]) -> JudgedSide:
    one, other = _two(view, id_, "a hexside")
    locate = view.world.locate
    view.world.map.side_towards(locate(one).hex, locate(other).hex)
    terrain = given.pop("terrain", "none")
    return JudgedSide(one, other, _terrain(side_words(), terrain))


def _terrain(words: Mapping[str, int], name: Any) -> str:
    """The name of terrain as the Terrain Chart writes it."""
    code = code_named(words, str(name))
    return next(word for word, each in words.items() if each == code)


def _check_room(view: GameView, event: Judged) -> None:
    """See that nobody is in a Location that would be gone."""
    after = as_judged(view.world, view.state.apply(event).judged)
    lost = {*view.world.names} - {*after.names}
    for name, where in _placed(view):
        if where in lost:
            what = f"{name} is in {where}, which would be gone"
            raise OpforError(what, do="set it down elsewhere first")


def _placed(view: GameView) -> Iterator[tuple[str, LocationName]]:
    """Everything of the game that is in a Location, and what is looked for there."""
    state = view.state
    things = (
        state.units, state.suspects, state.weapons, state.fortifications, state.markers
    )  # fmt: skip
    for among in things:
        for id_, thing in among.items():
            yield id_, thing.location
    yield from (("a VPO", where) for where in state.vpo)
    for judgement in state.judged:
        if isinstance(judgement, JudgedLos):
            yield from (("judged LOS", end) for end in (judgement.a, judgement.b))
