"""What reading a saved game of VASL costs, writing one, and a move in a live game.

With VASL's files in `shared` beside the checkout the largest saved game there is read;
without them, one of as many counters that is made here.
"""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.live import moves_p95
from opfor.geo.boards.library import Library
from opfor.ports.session import Session, Setup
from opfor.state.mission import load_mission
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import read_module
from opfor.vasl.counters.names import shipped_words
from opfor.vasl.games.base import read_base
from opfor.vasl.games.begin import begun, prepare
from opfor.vasl.games.write import Writer
from opfor.vasl.position.saved_game import position_of, read_position
from opfor.vasl.saves.archive import Archive, read_archive, write_archive
from opfor.vasl.saves.commands import (
    NOTHING,
    AddPiece,
    Command,
    Node,
    SetBoards,
    in_order,
    read_commands,
    saved_game,
    write_commands,
)
from opfor.vasl.saves.table import Table

COUNTERS = 350


def run() -> dict[str, float]:
    """Milliseconds, the best of some runs; `show_cold_ms` is the first run."""
    with TemporaryDirectory() as folder:
        save, module, boards = _files(Path(folder))
        library = Library(boards)

        def show() -> None:
            read = read_module(module) if module else None
            read_position(save, Counters(read), library.load)

        if module:
            read_module(module)  # from now on it comes from the cache
        cold = _best(show, repeats=1)
        archive = read_archive(save)
        node = read_commands(archive.text)
        table = Table(in_order(node))
        counters = Counters(read_module(module) if module else None)
        target = Path(folder) / "written.vsav"
        games = _games(Path(folder), save, module, boards) if module else {}
        if module:
            games |= moves_p95(Path(folder), module)
        return {
            **games,
            "counters": float(len(table.pieces)),
            "show_cold_ms": cold,
            "show_ms": _best(show),
            "module_kept_ms": _best(lambda: module and read_module(module)),
            "read_file_ms": _best(lambda: read_archive(save)),
            "read_commands_ms": _best(lambda: read_commands(archive.text)),
            "read_table_ms": _best(lambda: Table(in_order(node))),
            "tell_ms": _best(lambda: position_of(table, counters, library.load)),
            "write_ms": _best(lambda: _write(target, archive, node)),
        }


def _games(
    folder: Path, save: Path, module: Path, boards: list[Path]
) -> dict[str, float]:
    """A game begun from the saved game, and a moment of it written over that."""
    words = shipped_words()
    mission = load_mission("first-contact")
    setup = Setup(mission=mission, seed=3, boards=tuple(map(str, boards)))
    counters = Counters(read_module(module), None, words)
    numbers = count()

    def start() -> Session:
        made = prepare(save, setup, counters, words)
        session, _ = begun(made, folder / f"{next(numbers)}.opfor")
        session.close()
        return session

    start()
    session = start()
    state = session.game.state
    base = read_base(save, counters, Library(boards).load)
    writer = Writer(session.world, state, counters, words, base)
    target = folder / "game.vsav"
    return {
        "start_ms": _best(start, repeats=3),
        "write_game_cold_ms": _best(
            lambda: write_archive(target, writer.archive(state)), repeats=1
        ),
        "write_game_ms": _best(lambda: write_archive(target, writer.archive(state))),
    }


def _write(target: Path, archive: Archive, node: Node) -> None:
    write_archive(target, Archive(text=write_commands(node), key=archive.key))


def _files(folder: Path) -> tuple[Path, Path | None, list[Path]]:
    """A saved game, a module and boards: the player's, or a saved game made here."""
    shared = next(
        (
            parent / "shared"
            for parent in Path(__file__).resolve().parents
            if (parent / "shared" / "vsav").is_dir()
        ),
        None,
    )
    if shared is not None:
        save = shared / "vsav" / "the-streets-of-stalingrad.vsav"
        return save, shared / "vasl" / "vasl.vmod", [shared / "boards"]
    save = folder / "made.vsav"
    commands: list[Command] = [_counter(number) for number in range(COUNTERS)]
    start = Node(NOTHING, tuple(Node(each) for each in commands))
    boards = Node(SetBoards("0\t0\to1"))
    text = write_commands(saved_game([start, boards]))
    write_archive(save, Archive(text=text))
    return save, None, []


def _counter(number: int) -> AddPiece:
    x, y = 512 + 112 * (number % 14), 561
    return AddPiece(
        str(number),
        "moved;m\tpiece;;;ge/x;4-6-7 1sq",
        f"false\tMain Map;{x};{y};",
    )


def _best(work: Callable[[], object], repeats: int = 5) -> float:
    """The milliseconds of the quickest run."""
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return 1e3 * min(times)
