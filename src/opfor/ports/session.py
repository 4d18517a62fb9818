"""A game of SASL from its Mission, or from its save: ready to be played.

    setup = Setup(mission=load_mission("first-contact"), seed=7)
    session = begin(setup, Path("game.opfor"))
    asked = session.game.run()

A save holds the Setup, the answers and the events; the World is built anew from the
Setup each time, so a game goes on only on the boards it began on.
"""

import dataclasses
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.ask import Context
from opfor.core.disk_cache import games_folder
from opfor.core.errors import OpforError
from opfor.core.explain import AnyNote
from opfor.core.game import Game
from opfor.core.save import Save, read_save
from opfor.core.saved_game import GameType, Options, branched
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.ports.router import Desk
from opfor.rules.s_solitaire.s02_set_up.set_up import (
    check_armor,
    check_boards,
    check_waves,
)
from opfor.rules.sequence import orders_by_phase
from opfor.rules.sequence.s02_turn import program
from opfor.state import events as ev
from opfor.state.board_class import board_marks
from opfor.state.counters import MMC, SMC, Counter, Gun, SupportWeapon, Vehicle
from opfor.state.in_progress import Resolution
from opfor.state.mission import OB, Mission
from opfor.state.nations import Loaded, Nation, load_all, load_nation, nations
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import OFFBOARD
from opfor.state.world import World

SUFFIX = ".opfor"

AVERAGE = 7
"""The DR on {x2} that gives a nation's usual squad."""

_MONTH = re.compile(r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])", re.ASCII)


class Setup(Struct, frozen=True, kw_only=True):
    """What a game is built from; the options of its save.

    Args:
        mission: with whatever the player changed in it.
        seed: what the seeded dice follow from.
        dice: who rolls as the game begins.
        boards: the player's folders of boards.
        packs: the player's folders of tables.
        map_digest: the fingerprint of the map as the game began.
        policies: who decides the ENEMY's discretion, where the default does not:
            the name of a policy, and "ask", "random" or one of its ways.
        on_table: what the player resolves on his own table from the beginning.
    """

    mission: Mission
    seed: int
    dice: Literal["seeded", "mine"] = "seeded"
    boards: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()
    map_digest: str = ""
    policies: dict[str, str] = {}
    on_table: tuple[Resolution, ...] = ()


@dataclass(frozen=True)
class Session:
    """A game in play with all that belongs to it."""

    setup: Setup
    world: World
    desk: Desk
    save: Save
    game: Game[State]

    @property
    def play(self) -> Play:
        """The game as rules see it, for looking ahead."""
        return Play(self.game, self.world)

    def usual(self) -> Any:
        """The seed's dice, or the ENEMY's usual way, where the player is asked."""
        asked = self.game.pending
        if asked is None:
            return None
        drawn = self.game.journal.drawn(asked.stream) if asked.stream else 0
        return self.desk.suggestion(asked, Context(self.game.state, drawn))

    def close(self) -> None:
        """Write what is left and close the save."""
        self.save.close(self.game)


# -- opening -----------------------------------------------------------------------


def begin(
    setup: Setup, path: Path, *, ready: Callable[[World], None] | None = None
) -> Session:
    """A new game with its save; call `game.run()` to come to the first request.

    Args:
        setup: what it is built from.
        path: the save.
        ready: is given the World before anything is done in it.

    Errors:
        OpforError: the Mission cannot be played, or the save cannot be written. No
            file is left then.
    """
    world = build_world(setup)
    setup = replace(setup, map_digest=world.map.digest)
    options: Options = msgspec.to_builtins(setup)
    kind = kind_on(world)
    if ready:
        ready(world)
    kind.new(options, _desk(setup, world)).run()  # what is wrong comes out here
    path.parent.mkdir(parents=True, exist_ok=True)
    save = Save.create(path, options)
    desk = _desk(setup, world)
    return Session(setup, world, desk, save, kind.new(options, desk, save))


def resume(path: Path) -> Session:
    """A game as its save has it; call `game.run()` to come to the open request.

    Errors:
        OpforError: this is no save, or its boards have changed.
    """
    save = Save.open(path)
    try:
        setup = read_setup(save.saved.options, str(path))
        world = saved_world(setup, str(path))
        desk = _desk(setup, world)
        game = kind_on(world).resume(save.saved, desk, save)
    except BaseException:
        save.close()
        raise
    return Session(setup, world, desk, save, game)


def branch(source: Path, length: int, path: Path, *, seed: int | None = None) -> None:
    """A save of its own that goes on after the first answers of another one.

    Args:
        source: the save that it comes from; it stays as it is.
        length: how many of its answers it has.
        path: the new file.
        seed: other dice from there on; None: those that came come again.

    Errors:
        OpforError: the source cannot be read or taken up there, or the new file not
            be written.
    """
    saved = branched(read_save(source), length)
    if seed is not None:
        options = saved.options | {"seed": seed}
        saved = dataclasses.replace(saved, options=options, kept={})
    Save.create(path, saved.options, saved).close()


def _desk(setup: Setup, world: World) -> Desk:
    mine = setup.dice == "mine"
    return Desk(setup.seed, world, mine=mine, policies=setup.policies)


def read_setup(options: Options, where: str = "") -> Setup:
    """The Setup that a save's options hold.

    Errors:
        OpforError: they hold none.
    """
    try:
        return msgspec.convert(options, Setup)
    except msgspec.ValidationError as error:
        raise OpforError(f"this is no game of opfor ({error})", where) from None


def kind_on(world: World) -> GameType[State]:
    """The kind of game that SASL on one world is, for playing and for replaying."""
    return GameType(
        begin=lambda options: _first(read_setup(options)),
        program=lambda _options: program(world),
        state=State,
        event=ev.AnyEvent | AnyNote,
    )


def _first(setup: Setup) -> State:
    return State(mission=setup.mission, on_table=setup.on_table)


def saved_world(setup: Setup, where: str = "") -> World:
    """The map and the tables of a saved game, as they were when it began.

    Errors:
        OpforError: they are not there, or the boards have changed.
    """
    world = build_world(setup)
    if world.map.digest != setup.map_digest:
        raise OpforError(
            f"the boards of this game ({setup.mission.map}) have changed",
            where,
            "put back the boards that it began on",
        )
    return world


def build_world(setup: Setup) -> World:
    """The map and the tables of a game.

    Errors:
        OpforError: a board, a nation or a table is missing or wrong, or the map or
            the ENEMY nation does not do for the Mission.
    """
    mission = setup.mission
    library = Library([Path(folder) for folder in setup.boards])
    board_map = parse_map(mission.map, library.load)
    enemy = load_nation(mission.enemy, *(Path(folder) for folder in setup.packs))
    enemy.fact("name", date=mission.date)  # refuses a month without tables
    world = World(
        board_map,
        date=mission.date,
        fbe=mission.fbe,
        enemy=enemy,
        classes=board_marks(board_map, enemy.table("A9")),
        orders=orders_by_phase,
    )
    check_boards(world, mission)
    check_waves(world, mission)
    check_armor(world, mission)
    return world


# -- what a player may change in a Mission -----------------------------------------


def amended(mission: Mission, packs: Sequence[Path] = (), **changes: Any) -> Mission:
    """A Mission with a player's changes; those that are None leave it as it is.

    Another nation gets the same OB in its own counters; another map has no VPO, and
    whoever sets up at a place of the old one enters instead.

    Errors:
        OpforError: a change makes no sense.
    """
    changes = {name: value for name, value in changes.items() if value is not None}
    if not _MONTH.fullmatch(changes.get("date", mission.date)):
        raise OpforError("this is no month", changes["date"], "write it as 1941-08")
    if "map" in changes:
        changes |= {"vpo": (), "unit": tuple(map(_offboard, mission.unit))}
    changed = replace(mission, **changes)
    loaded = load_all(*packs)
    _check_ac(changed, loaded)
    units = (_in_nation(changed, line, loaded) for line in changed.unit)
    return replace(changed, unit=tuple(filter(None, units)))


def _offboard(line: OB) -> OB:
    return replace(line, at=OFFBOARD)


def _check_ac(mission: Mission, loaded: Loaded) -> None:
    track = loaded.nation(mission.enemy).table("AC-track")
    low, high = (track.look_up(end=end).result for end in ("lowest", "highest"))
    if isinstance(mission.ac, int) and not low <= mission.ac <= high:
        raise OpforError(f"the AC# runs from {low} to {high}, not {mission.ac}")


def _in_nation(mission: Mission, line: OB, loaded: Loaded) -> OB | None:
    """A line of the OB; a squad that the nation lacks becomes its usual one.

    A leader, vehicle, Gun or SW that it lacks becomes the one of its own that is most
    alike; a SW, Gun or vehicle of a kind that it lacks is left out.
    """
    nation = loaded.nation(
        mission.friendly if line.side == "FRIENDLY" else mission.enemy
    )
    weapons = (_own(nation, mission.date, name, loaded) for name in line.weapons)
    line = replace(line, weapons=tuple(filter(None, weapons)))
    if nation.knows(line.counter):
        return line
    found = _anybodys(line.counter, loaded)
    if isinstance(found, MMC) and found.size != "crew":
        usual = nation.look_up("x2", AVERAGE, date=mission.date).result
        return replace(line, counter=nation.counter(usual).name)
    own = _own(nation, mission.date, line.counter, loaded)
    if isinstance(found, Vehicle) and not own:
        return None
    return replace(line, counter=own or line.counter)


def _anybodys(name: str, loaded: Loaded) -> Counter | None:
    """The counter of that name of the first nation that has one."""
    everybody = (loaded.nation(other) for other in nations(loaded.tables))
    return next((n.counter(name) for n in everybody if n.knows(name)), None)


def _own(nation: Nation, date: str, name: str, loaded: Loaded) -> str:
    """The name of a leader, SW, Gun or vehicle, or of the nation's most alike one."""
    wanted = _anybodys(name, loaded)
    if nation.knows(name) or wanted is None:
        return name  # nobody's: refused as the game begins
    unlike = {
        piece.name: _unlike(piece, wanted)
        for piece in loaded.counters.values()
        if nation.knows(piece.name) and nation.counter(piece.name) is piece
        if piece.since <= date
    }
    found = {name: by for name, by in unlike.items() if by}
    return min(found, key=lambda name: (found[name], name), default="")


def _unlike(one: Counter, other: Counter) -> tuple[int, ...]:
    """How much two leaders, SW or Guns of a kind, or vehicles differ; else nothing."""
    match one, other:
        case MMC(), MMC() if one.size == other.size == "crew":
            return abs(one.fp - other.fp), abs(one.morale - other.morale)
        case SMC(), SMC() if one.kind == other.kind:
            drm = abs(one.modifier - other.modifier)
            return drm, abs(one.morale - other.morale), one.morale
        case SupportWeapon(), SupportWeapon() if one.kind == other.kind:
            calibre, weight = one.calibre - other.calibre, one.pp - other.pp
            return abs(one.fp - other.fp), abs(calibre), abs(weight), one.inherent
        case Gun(), Gun() if one.kind == other.kind:
            return abs(one.calibre - other.calibre), one.barrel != other.barrel
        case Vehicle(), Vehicle() if one.unarmored == other.unarmored:
            kind, movement = one.kind != other.kind, one.movement != other.movement
            return movement, kind, abs(one.front - other.front), one.ma != other.ma
    return ()


# -- files -------------------------------------------------------------------------


def new_path(mission: Mission, seed: int, folder: Path | None = None) -> Path:
    """The file of a new game, not there yet, named by Mission, day, hour and seed.

    Args:
        mission: its Mission.
        seed: its seed.
        folder: where it lies; by itself where games do.
    """
    now = datetime.now().astimezone()
    stem = f"{Path(mission.id).name}-{now:%Y-%m-%d-%H%M%S}-{seed}"
    ends = chain([""], (f"-{number}" for number in count(2)))
    paths = ((folder or games_folder()) / f"{stem}{end}{SUFFIX}" for end in ends)
    return next(path for path in paths if not path.exists())


def last_game() -> Path:
    """The save that was played last.

    Errors:
        OpforError: there is none.
    """
    folder = games_folder()
    found = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise OpforError("there is no game to go on with", str(folder), "begin one")
    return found[-1]


def folders(given: Sequence[Path]) -> tuple[str, ...]:
    """Folders as a save names them, whatever the working directory is later."""
    return tuple(str(Path(folder).expanduser().absolute()) for folder in given)
