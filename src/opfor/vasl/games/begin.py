"""A game that begins from the player's own saved game of VASL.

The map is his boards; his units, SW, Guns and vehicles are those of the Mission's OB,
found again by their counter type. The game begins as any other does: its set-up is
answered with his places, and what else his counters say is set by the order by which
he sets anything as it is on his table (`adjust`). What does not fit is one list.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.ask import Order, Place
from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.ports.session import Session, Setup, amended, begin, build_world
from opfor.rules.choices.orders import Adjust
from opfor.state.mission import Mission
from opfor.state.units import Unit, Weapon
from opfor.state.world import World
from opfor.vasl.boards.misfits import Misfit, board_misfits
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.names import Words
from opfor.vasl.games.base import Base, matching, read_base
from opfor.vasl.position.saved_game import Position, Standing
from opfor.vasl.position.show import where
from opfor.vasl.things.from_counters import Reader, Things, game_ids

STEPS = 200
"""Most requests that are answered before the player's first order."""


class Start(Struct, frozen=True):
    """A game that can begin.

    Args:
        setup: what it is built from.
        things: what his saved game holds.
        misfits: what does not fit, for the player to look at.
    """

    setup: Setup
    things: Things
    misfits: tuple[Misfit, ...]


def prepare(
    save: Path,
    setup: Setup,
    counters: Counters,
    words: Words,
    packs: Sequence[Path] = (),
) -> Start:
    """Read a saved game for a Mission; nothing begins yet.

    Args:
        save: the player's saved game.
        setup: the Mission and the folders, as for any game.
        counters: tells his counters.
        words: the table of names.
        packs: his folders of tables.

    Errors:
        OpforError: it cannot be read, or its boards are no map.
    """
    library = Library([Path(folder) for folder in setup.boards])
    load = library.load
    base = read_base(save, counters, load)
    misfits = [*board_misfits(base.layout.boards, library)]
    setup = _on_boards(setup, base, load, packs)
    world = build_world(setup)
    mission = setup.mission
    nations: dict[Any, str] = {"FRIENDLY": mission.friendly, "ENEMY": mission.enemy}
    boards = matching(world.map, base.layout)
    reader = Reader(world, nations, words.nations, base.layout, boards)
    things = reader.read(base.position.counters)
    if things.vpo and not (mission.vpo or mission.vpo_draw):
        setup = replace(setup, mission=replace(mission, vpo=things.vpo))
    misfits += _misfits(world, setup.mission, base.position, things)
    return Start(setup, things, _together(misfits))


def _on_boards(setup: Setup, base: Base, load: Any, packs: Sequence[Path]) -> Setup:
    """The Mission on the boards of the saved game, its own if that has none."""
    if not base.layout.boards:
        return setup
    own = parse_map(setup.mission.map, load)
    found = matching(own, base.layout)
    if sorted(found) == [*range(len(own.boards))]:
        return setup
    mission = amended(setup.mission, packs, map=base.position.map_text)
    return replace(setup, mission=mission)


_LEFT = "it is left out"
_OF_NO_PLAY = ("a mark", "a blank", "keeps", "opfor keeps", "opfor draws")
"""How the reasons begin why counters are no pieces that nobody misses."""


def _misfits(
    world: World, mission: Mission, position: Position, things: Things
) -> list[Misfit]:
    found = [
        Misfit(each.name, where(each), why, _LEFT)
        for each, why in things.untaken
        if _told(each)
    ]
    taken = set(things.from_piece.values())
    found += [
        Misfit(each.name, where(each), "it lies between two hexes", "the nearer counts")
        for each in position.counters
        if each.id in taken and _astray(each)
    ]
    for unit in things.units.values():
        if unit.side == "ENEMY":
            name = world.counter(unit.counter).name
            found.append(Misfit(name, unit.location, "it is the ENEMY's", _LEFT))
    if things.suspects:
        number = f"{len(things.suspects)} S?"
        found.append(Misfit(number, "", "opfor places its own", "they are left out"))
    return found + _against_ob(world, mission, things)


def _together(misfits: Sequence[Misfit]) -> tuple[Misfit, ...]:
    """Those that are alike as one, with their number."""
    numbers = Counter(misfits)
    return tuple(
        replace(each, what=f"{number} x {each.what}") if number > 1 else each
        for each, number in numbers.items()
    )


def _told(each: Standing) -> bool:
    """Whether the player must know that a counter is left out."""
    if each.meaning.kind in ("MMC", "SMC", "SW", "Gun", "vehicle", "fortification"):
        return True
    if not each.spot.hex or each.meaning.why.startswith(_OF_NO_PLAY):
        return False
    return each.meaning.kind in ("none", "aircraft", "marker")


def _astray(each: Standing) -> bool:
    return each.spot.on == "between" or (
        each.spot.on == "hexside" and each.meaning.kind != "vehicle"
    )


def _against_ob(world: World, mission: Mission, things: Things) -> list[Misfit]:
    """Units beyond the OB, and those of the OB that the saved game lacks."""
    left: dict[str, int] = {}
    for line in mission.unit:
        if line.side == "FRIENDLY":
            counter = world.counter_of(mission.friendly, line.counter).id
            left[counter] = left.get(counter, 0) + line.number
    found = []
    for unit in things.units.values():
        if unit.side == "ENEMY":
            continue
        name = world.counter(unit.counter).name
        if not left.get(unit.counter, 0):
            why = "the Mission's OB has none more"
            found.append(Misfit(name, unit.location, why, "it plays too"))
        else:
            left[unit.counter] -= 1
    for counter, number in left.items():
        if number:
            what = f"{number} x {world.counter(counter).name}"
            why = "not on your map"
            found.append(Misfit(what, "", why, "as the Mission has them"))
    return found


# -- beginning -----------------------------------------------------------------------


def begun(start: Start, path: Path) -> tuple[Session, list[str]]:
    """The game, come to the player's first order, and what was refused.

    Errors:
        OpforError: the Mission cannot be played, or the save cannot be written.
    """
    session = begin(start.setup, path)
    refused: list[str] = []
    try:
        session.game.run()
        _set_up(session, start.things)
        for order in _orders(session, start.things):
            _give(session, order, refused)
    except BaseException:
        session.close()
        raise
    return session, refused


def _set_up(session: Session, things: Things) -> None:
    """Answer what is asked before the first order."""
    for _ in range(STEPS):
        asked = session.game.pending
        if asked is None or isinstance(asked.request, Order):
            return
        if isinstance(asked.request, Place):
            _place(session, asked.number, asked.request, things)
            continue
        session.game.answer(asked.number, session.usual())
    raise OpforError("the Mission asks without end before the first order")


def _place(session: Session, number: int, request: Place, things: Things) -> None:
    """His places where they are legal; else apart, and they are set right after."""
    apart = request.places or tuple(
        session.world.name(at) for at in session.world.ground.locations if not at.level
    )
    spread = {
        thing: apart[n * len(apart) // len(request.things)]
        for n, thing in enumerate(request.things)
    }
    pairs = _pairs(session, things)
    his = {id_: str(things.units[old].location) for id_, old in pairs.items()}
    holes = [f for f in things.fortifications.values() if f.kind == "foxhole"]
    his |= {f"foxhole{n}": str(hole.location) for n, hole in enumerate(holes, 1)}
    try:
        session.game.answer(number, spread | {t: his[t] for t in spread if t in his})
    except OpforError:
        session.game.answer(number, spread)


def _pairs(session: Session, things: Things) -> dict[str, str]:
    """Each unit of the OB with the one of the saved game that it is."""
    left = {i: u for i, u in things.units.items() if u.side == "FRIENDLY"}
    found = {}
    for unit in session.game.state.units.values():
        if unit.side == "ENEMY":
            continue
        same = [i for i in left if i == unit.id and left[i].counter == unit.counter]
        like = same or [i for i, u in left.items() if u.counter == unit.counter]
        if like:
            found[unit.id] = like[0]
            del left[like[0]]
    return found


def _give(session: Session, order: Adjust, refused: list[str]) -> None:
    asked = session.game.pending
    if asked is None:
        refused.append(f"{order.id}: the game is over")
        return
    try:
        session.game.answer(asked.number, msgspec.to_builtins(order))
    except OpforError as problem:
        refused.append(f"{order.id}: {problem.what}")


def _orders(session: Session, things: Things) -> list[Adjust]:
    """What sets the game as his counters say."""
    pairs = _pairs(session, things)
    ids = {old: new for new, old in pairs.items()}
    mine = [unit for unit in things.units.values() if unit.side == "FRIENDLY"]
    forts = _fort_ids(session, things)
    state = session.game.state
    new = [id_ for id_ in (*things.units, *things.markers) if id_ not in ids]
    ids |= game_ids(things, new, state.named)
    orders = [
        Adjust("fortification", forts[id_], _fields(replace(fort, side="FRIENDLY")))
        for id_, fort in things.fortifications.items()
        if fort.side != "ENEMY"
    ]
    late: list[Adjust] = []
    for unit in mine:
        id_ = ids.get(unit.id, unit.id)
        was = state.units.get(id_)
        fields = _unit_fields(unit, was)
        fields["inside"] = forts.get(unit.inside, "")
        bound = {
            name: ids.get(fields[name], fields[name])
            for name in ("aboard", "guard")
            if fields[name]
        }
        first = {k: v for k, v in fields.items() if k not in ("aboard", "guard")}
        orders.append(Adjust("unit", id_, first))
        if bound:
            late.append(Adjust("unit", id_, bound))
    orders += late + _weapon_orders(session, things, ids)
    orders += [
        Adjust("marker", ids.get(id_, id_), _fields(marker))
        for id_, marker in things.markers.items()
    ]
    return orders + [
        Adjust("control", at, {"side": side}) for at, side in things.control.items()
    ]


def _fort_ids(session: Session, things: Things) -> dict[str, str]:
    """His fortifications with the ids of those that the Mission has given him."""
    left = [f for f in session.game.state.fortifications.values() if f.side != "ENEMY"]
    found = {}
    for id_, fort in things.fortifications.items():
        if fort.side == "ENEMY":
            continue
        like = [f for f in left if f.kind == fort.kind]
        there = [f for f in like if f.location == fort.location] or like
        found[id_] = there[0].id if there else id_
        left = [f for f in left if f.id != found[id_]]
    new = [id_ for id_, own in found.items() if id_ == own]
    return found | game_ids(things, new, session.game.state.named)


def _weapon_orders(
    session: Session, things: Things, ids: dict[str, str]
) -> list[Adjust]:
    """The weapons of the OB that he has, where they are; others come into play."""
    left = {
        id_: weapon
        for id_, weapon in session.game.state.weapons.items()
        if not weapon.mount
    }
    enemies = {u.id for u in things.units.values() if u.side == "ENEMY"}
    mine = [w for w in things.weapons.values() if w.owner not in enemies]
    found: dict[str, str] = {}
    for weapon in mine:
        like = [i for i, w in left.items() if w.counter == weapon.counter]
        id_ = weapon.id if weapon.id in like else (like or [weapon.id])[0]
        left.pop(id_, None)
        found[weapon.id] = id_
    new = [id_ for id_, own in found.items() if id_ == own]
    found |= game_ids(things, new, session.game.state.named)
    return [
        Adjust("weapon", found[weapon.id], _weapon_fields(weapon, ids))
        for weapon in mine
    ]


def _fields(thing: Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(thing)
    found.pop("id")
    return found


def _unit_fields(unit: Unit, was: Unit | None) -> dict[str, Any]:
    """His counter's fields; of a vehicle of the OB what no counter shows stays."""
    fields = _fields(unit)
    vehicle = unit.vehicle
    if vehicle is not None and was is not None and was.vehicle is not None:
        old = was.vehicle
        kept = replace(
            vehicle,
            inexperienced=old.inexperienced,
            leader=old.leader,
            equipment=old.equipment,
            platoon=old.platoon,
        )
        fields["vehicle"] = msgspec.to_builtins(kept)
    return fields


def _weapon_fields(weapon: Weapon, ids: dict[str, str]) -> dict[str, Any]:
    fields = _fields(weapon)
    fields["owner"] = ids.get(weapon.owner, weapon.owner)
    return fields
