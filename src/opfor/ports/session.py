"""A game of SASL from its Mission, or from its save: ready to be played.

    setup = Setup(mission=load_mission("first-contact"), seed=7)
    session = begin(setup, Path("game.opfor"))
    asked = session.game.run()

A save holds the Setup, the answers and the events; the World is built anew from the
Setup each time, so a game goes on only on the boards it began on.
"""

import dataclasses
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
from opfor.core.dice import uniform
from opfor.core.disk_cache import games_folder
from opfor.core.errors import OpforError
from opfor.core.explain import AnyNote
from opfor.core.game import Game, Undone
from opfor.core.journal import Entry
from opfor.core.month import is_month
from opfor.core.rules_since import decided_otherwise
from opfor.core.save import Save, read_save
from opfor.core.saved_game import GameType, Options, Saved, branched
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.ports.router import Desk
from opfor.ports.suited import check_month
from opfor.rules.choices.policies import TABLE, set_by
from opfor.rules.s_solitaire.s02_set_up.check_mission import (
    check_boards,
    check_victory,
)
from opfor.rules.s_solitaire.s02_set_up.check_places import check_places, gates_of
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.s02_turn import program
from opfor.state import events as ev
from opfor.state.board_class import board_marks
from opfor.state.counters import MMC, SMC, Counter, Gun, SupportWeapon, Vehicle
from opfor.state.in_progress import Resolution
from opfor.state.in_service import check_service
from opfor.state.judged_world import as_judged
from opfor.state.kept_packs import check_kept, kept
from opfor.state.mission import OB, Mission, retold
from opfor.state.nations import (
    Loaded,
    Nation,
    TableRows,
    load_all,
    nations,
)
from opfor.state.pack_stamp import Stamp
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import OFFBOARD
from opfor.state.world import World

SUFFIX = ".opfor"

MENDED = (
    "Events or states in this save were changed from outside; they have been worked"
    " out again from its answers, and nothing is lost."
)
"""What the player is told of a save that was mended as it was opened."""

AVERAGE = 7
"""The DR on {x2} that gives a nation's usual squad."""


class Setup(Struct, frozen=True, kw_only=True):
    """What a game is built from; the options of its save.

    Args:
        mission: with whatever the player changed in it.
        seed: what the seeded dice follow from.
        dice: who rolls as the game begins.
        boards: the player's folders of boards.
        packs: the player's folders of tables; of a game those kept beside its save.
        modules: what each of them was as the game began: name, version, digest.
        map_digest: the fingerprint of the map as the game began.
        policies: which way a policy or switch is set, where not to its default, by
            its name: "ask", "random" or one of its own. A game that has begun has
            those of its packs here too.
        on_table: what the player resolves on his own table from the beginning.
    """

    mission: Mission
    seed: int
    dice: Literal["seeded", "mine"] = "seeded"
    boards: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()
    modules: tuple[Stamp, ...] = ()
    map_digest: str = ""
    policies: dict[str, str] = {}
    on_table: tuple[Resolution, ...] = ()


@dataclass(frozen=True)
class Session:
    """A game in play with all that belongs to it; `drawn` is its World at the start.

    `notice` is what the player is to be told of it as it is opened; empty: nothing.
    """

    setup: Setup
    drawn: World
    desk: Desk
    save: Save
    game: Game[State]
    notice: str = ""

    @property
    def world(self) -> World:
        """What it is played on, as the player has judged it by now."""
        return as_judged(self.drawn, self.game.state.judged)

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

    @property
    def last_dice(self) -> Entry | None:
        """The player's last dice or chit, where he may take them back (D-816)."""
        at = self.game.last_dice(self.desk.rolls)
        return None if at is None else self.game.journal[at]

    def take_back_dice(self) -> Undone:
        """Take them back, to be told anew; then run the game.

        Errors:
            OpforError: a decision came after them, or there are none.
        """
        return self.game.take_back_dice(self.desk.rolls)

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
    packs, modules = kept([Path(pack) for pack in setup.packs], path.parent)
    setup = replace(setup, packs=folders(packs), modules=modules)
    setup = settled(setup)
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
        kind = kind_on(world)
        game = kind.resume(save.saved, desk, save)
        told = _notice(kind, save.saved, game)
    except BaseException:
        save.close()
        raise
    return Session(setup, world, desk, save, game, told)


def _notice(kind: GameType[State], saved: Saved, game: Game[State]) -> str:
    """What was mended of a game, or is decided otherwise by the rules of today."""
    if saved.current:
        return MENDED if saved.mended else ""
    otherwise = decided_otherwise(kind, saved)
    if not otherwise:
        return ""
    gone = len(saved.entries) - len(game.journal)
    again = f" {gone} answers of the step in hand are asked for anew." if gone else ""
    return f"{otherwise} What happened stays; the game goes on by today's rules.{again}"


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
    check_kept([Path(pack) for pack in setup.packs], setup.modules, where)
    world = build_world(setup)
    if world.map.digest != setup.map_digest:
        raise OpforError(
            f"the boards of this game ({setup.mission.map}) have changed",
            where,
            "put back the boards that it began on",
        )
    return world


def settled(setup: Setup) -> Setup:
    """A Setup with the policies that its packs set; the player's own go first.

    Errors:
        OpforError: a pack cannot be read, or sets what there is not.
    """
    table = load_all(*(Path(folder) for folder in setup.packs)).tables[TABLE]
    return replace(setup, policies=set_by(table) | setup.policies)


def build_world(setup: Setup, rows: TableRows | None = None) -> World:
    """The map and the tables of a game.

    Args:
        setup: the game.
        rows: rows over its tables, those of packs included.

    Errors:
        OpforError: a board, a nation or a table is missing or wrong, or the map or
            does not do for the Mission; `WithoutTables`, with what to play instead, if
            the ENEMY has none in its month.
    """
    mission = setup.mission
    library = Library([Path(folder) for folder in setup.boards])
    board_map = parse_map(mission.map, library.load)
    packs = (Path(folder) for folder in setup.packs)
    loaded = load_all(*packs)
    check_month(mission, loaded)
    enemy = loaded.nation(mission.enemy).with_rows(rows or {})
    check_service(enemy, mission.date)
    world = World(
        board_map,
        date=mission.date,
        fbe=mission.fbe,
        enemy=enemy,
        classes=board_marks(board_map, enemy.table("A9")),
        orders=legal_orders,
        readings=setup.policies,
    )
    world.gates = gates_of(board_map, mission)
    check_places(world, mission)
    check_boards(world, mission)
    check_victory(mission)
    return world


# -- what a player may change in a Mission -----------------------------------------


def amended(mission: Mission, packs: Sequence[Path] = (), **changes: Any) -> Mission:
    """A Mission with a player's changes; those that are None leave it as it is.

    Another nation gets the same OB in its own counters, in another month that of the
    month, and it is said whose story the situation tells; another map has no VPO, and
    whoever sets up at a place of the old one enters instead.

    Errors:
        OpforError: a change makes no sense.
    """
    changes = {name: value for name, value in changes.items() if value is not None}
    if not is_month(changes.get("date", mission.date)):
        raise OpforError("this is no month", changes["date"], "write it as 1941-08")
    if "map" in changes:
        changes |= {"vpo": (), "unit": tuple(map(_offboard, mission.unit))}
        changes |= _anywhere(mission)
    changed = retold(replace(mission, **changes), mission)
    loaded = load_all(*packs)
    _check_ac(changed, loaded)
    month = changed.date if "date" in changes else ""
    units = (_in_nation(changed, line, loaded, month) for line in changed.unit)
    return replace(changed, unit=tuple(filter(None, units)))


def _anywhere(mission: Mission) -> dict[str, Any]:
    """What names hexes of the old map: areas and entry hexes go."""
    area = mission.area and replace(mission.area, hexes=())
    entering = (replace(due, hexes=()) for due in mission.entering)
    return {"area": area, "entry": (), "entering": tuple(entering)}


def _offboard(line: OB) -> OB:
    return replace(line, at=OFFBOARD)


def _check_ac(mission: Mission, loaded: Loaded) -> None:
    track = loaded.nation(mission.enemy).table("AC-track")
    low, high = (track.look_up(end=end).result for end in ("lowest", "highest"))
    if isinstance(mission.ac, int) and not low <= mission.ac <= high:
        raise OpforError(f"the AC# runs from {low} to {high}, not {mission.ac}")


def any_date(mission: Mission, seed: int) -> str:
    """One of the months in which a Mission may be begun, drawn by a seed."""
    dates = (mission.date, *mission.dates)
    return dates[uniform(str(seed), "month", 0, len(dates))]


def _in_nation(
    mission: Mission, line: OB, loaded: Loaded, month: str = ""
) -> OB | None:
    """A line of the OB; a squad that the nation lacks becomes its usual one.

    A leader, vehicle, Gun or SW that it lacks, or that is not in use in a month that
    was chosen, becomes the one of its own that is most alike; a SW, Gun or vehicle of
    a kind that it lacks is left out; squads go for vehicles that must be safe.
    Reading: D-706.
    """
    nation = loaded.nation(
        mission.friendly if line.side == "FRIENDLY" else mission.enemy
    )
    weapons = (
        name if _serves(nation, name, month) else _own(nation, mission, name, loaded)
        for name in line.weapons
    )
    line = replace(line, weapons=tuple(filter(None, weapons)))
    if _serves(nation, line.counter, month):
        return line
    found = _anybodys(line.counter, loaded)
    own = _own(nation, mission, line.counter, loaded)
    on_foot = isinstance(found, Vehicle) and not own
    if on_foot and not line.group:
        return None
    if on_foot or (isinstance(found, MMC) and found.size != "crew"):
        then = nation.nearest_month(mission.date)
        usual = nation.look_up("x2", AVERAGE, date=then).result
        return replace(line, counter=nation.counter(usual).name)
    return replace(line, counter=own or line.counter)


def _anybodys(name: str, loaded: Loaded) -> Counter | None:
    """The counter of that name of the first nation that has one."""
    everybody = (loaded.nation(other) for other in nations(loaded.tables))
    return next((n.counter(name) for n in everybody if n.knows(name)), None)


def _serves(nation: Nation, name: str, month: str) -> bool:
    """Whether a nation has a counter, in a month if one is named."""
    return nation.knows(name) and (not month or nation.counter(name).serves(month))


def _own(nation: Nation, mission: Mission, name: str, loaded: Loaded) -> str:
    """The name of the leader, SW, Gun or vehicle of a nation's own most like one."""
    wanted = nation.counter(name) if nation.knows(name) else _anybodys(name, loaded)
    if wanted is None:
        return name  # nobody's: refused as the game begins
    unlike = {
        piece.name: _unlike(piece, wanted)
        for piece in loaded.counters.values()
        if nation.knows(piece.name) and nation.counter(piece.name) is piece
        if piece.serves(mission.date)
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
