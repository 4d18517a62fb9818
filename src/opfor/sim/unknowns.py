"""What a FRIENDLY player knows of a position, and what the rest might be.

`known` takes out of a state all that he cannot know, so that two positions which look
the same to him become the same; `imagined` fills that with something else that the
tables allow. Whoever looks ahead starts from there and cannot cheat (reading: D-740).

What a S? is, and every die to come, is in no state: it is rolled when the rules ask.
"""

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from opfor.core.ask import Asked, Context, Draw, Port, Roll
from opfor.core.dice import Seeded
from opfor.core.errors import OpforError
from opfor.core.game import Game, Step
from opfor.geo.hexes import column_number
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import activate
from opfor.state.play import Play
from opfor.state.state import State, fresh_id
from opfor.state.units import OFFBOARD, Suspect, Unit, Weapon
from opfor.state.world import World

UNKNOWN = "e?"
"""The stem of ids of units that FRIENDLY does not know."""

TRIES = 8
"""S? that are tried until one brings somebody."""

_LETTERS = re.compile(r"(.*?)([A-Z]+)", re.ASCII)


class Known(msgspec.Struct, frozen=True):
    """A position as FRIENDLY knows it.

    Args:
        state: without what is hidden; who is concealed has another id and no type.
        names: the ids there of units and weapons, by those they have in the game.
        nobody: the ids of the units whose type is to be imagined.
    """

    state: State
    names: dict[str, str]
    nobody: tuple[str, ...]

    def order(self, order: Any) -> Any:
        """An order, as JSON, by the ids of this position."""
        return _renamed(order, self.names)


def known(state: State, world: World) -> Known:
    """What FRIENDLY knows of a position.

    Hidden units and fortifications of the ENEMY are not there. His concealed Personnel
    is so many counters in each Location, of what type and with what SW nobody knows;
    what his dice have said of its Action, and where it has gone, everybody saw.
    """
    hidden = {u.id for u in state.units.values() if u.hidden and u.side == "ENEMY"}
    veiled = [u for u in state.units.values() if u.id not in hidden and _veiled(u)]
    names = {u.id: f"{UNKNOWN}{number}" for number, u in enumerate(veiled, 1)}
    unseen = hidden | set(names)
    weapons = {w.id: w for w in state.weapons.values() if w.owner not in unseen}
    usual = _usual(world)
    units = {
        names.get(u.id, u.id): _anybody(u, names, usual) if u.id in names else u
        for u in state.units.values()
        if u.id not in hidden
    }
    forts = {
        f.id: f
        for f in state.fortifications.values()
        if not (f.hidden and f.side == "ENEMY")
    }
    seen = replace(state, units=units, weapons=weapons, fortifications=forts)
    if names:
        plain = _renamed(msgspec.to_builtins(seen), names)
        seen = msgspec.convert(plain, State)
    if unseen:
        seen = replace(seen, named=_named(seen))
    return Known(seen, names, tuple(names.values()))


def _veiled(unit: Unit) -> bool:
    """Whether it is somebody of the ENEMY's under a "?", on foot."""
    return unit.side == "ENEMY" and unit.concealed and unit.vehicle is None


def _anybody(unit: Unit, names: dict[str, str], counter: str) -> Unit:
    """A unit without what its "?" hides."""
    return replace(
        unit,
        id=names[unit.id],
        counter=counter,
        fanatic=False,
        wounded=False,
        heroic=False,
        disrupted=False,
        unarmed=False,
        group="",
    )


def _usual(world: World) -> str:
    """The id of the ENEMY's usual squad, for whom no type is known."""
    row = world.enemy.table("x2").look_up(7, date=world.date)
    return world.enemy.counter(str(row.result)).id


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """A JSON value with other ids."""
    match value:
        case str():
            return names.get(value, value)
        case list() | tuple():
            return [_renamed(one, names) for one in value]
        case dict():
            return {names.get(k, k): _renamed(v, names) for k, v in value.items()}
    return value


def _named(state: State) -> dict[str, int]:
    """How many ids of each stem were given, by those that can be seen."""
    found = {s: n for s, n in state.named.items() if s in ("S", "wave")}
    for things in (
        state.units,
        state.weapons,
        state.fortifications,
        state.markers,
        state.batteries,
        state.planes,
    ):
        for id_ in things:
            if parts := _LETTERS.fullmatch(id_):
                found[parts[1]] = max(
                    found.get(parts[1], 0), column_number(parts[2]) + 1
                )
    return found


# -- what it might be ----------------------------------------------------------------


def imagined(position: Known, world: World, seed: str) -> State:
    """A position with somebody under each "?", as S? of the place bring them.

    Args:
        position: what is known.
        world: what it is played on.
        seed: what is drawn follows from it, and from nothing else that is not known.
    """
    state = position.state
    for id_ in position.nobody:
        if id_ in state.units:
            state = _somebody(state, world, id_, f"{seed}/{id_}")
    return state


def _somebody(state: State, world: World, id_: str, seed: str) -> State:
    """The state with a type, and SW of its own, for a unit that is not known."""
    unit = state.units[id_]
    for nth in range(TRIES):
        game = _activation(state, world, unit, f"{seed}/{nth}")
        for other in game.units.values():
            if other.id in state.units or other.vehicle is not None:
                continue
            taken = [w for w in game.weapons_of(other.id) if w.gun is None]
            return _as(state, unit, other.counter, taken)
    return state


def _as(state: State, unit: Unit, counter: str, weapons: list[Weapon]) -> State:
    units = state.units | {unit.id: replace(unit, counter=counter)}
    state = replace(state, units=units)
    for weapon in weapons:
        stem = weapon.id.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        own = replace(weapon, id=fresh_id(state, stem), owner=unit.id, dm=False)
        named = state.named | {stem: state.named.get(stem, 0) + 1}
        state = replace(state, weapons=state.weapons | {own.id: own}, named=named)
    return state


def _activation(state: State, world: World, unit: Unit, seed: str) -> State:
    """What a S? in the place of a unit would bring, by the rules of S5.6."""
    where = unit.location or world.names[0]
    suspect = Suspect(id=UNKNOWN, location=where, attitude=unit.attitude or "Hold")

    def bring(game: Game[State]) -> None:
        activate(Play(game, world), suspect, by=OFFBOARD)

    steps = iter([Step("who it might be", bring)])
    game = Game(state, lambda _state: next(steps, None), _Dice(seed))
    try:
        game.run()
    except OpforError:  # nothing of the kind can come there
        return state
    return game.state


class _Dice:
    """The router of such a draw: seeded dice, and the first of what is chosen."""

    human = False

    def __init__(self, seed: str) -> None:
        self._dice = Seeded(seed)

    def pick(self, _asked: Asked) -> Port:
        """Itself."""
        return self

    def answer(self, asked: Asked, context: Context) -> object:
        """Dice and chits by the seed."""
        request = asked.request
        if isinstance(request, Roll | Draw):
            return self._dice.answer(asked, context)
        options = getattr(request, "options", ())
        if not options:
            raise OpforError(f"nobody answers {asked}")
        return options[0].key
