"""How long a player in VASL waits for what his drag brings.

A game is played by a steady player; each of his moves comes as the message that VASL
sends, and the time runs until the messages are ready that put S?, fire and all else
that follows on his map.
"""

from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from opfor.core.ask import Order
from opfor.ports.session import Session, Setup, begin
from opfor.sim.hints import hint
from opfor.state.mission import load_mission
from opfor.vasl.counters.layers import label
from opfor.vasl.live.chat import Said
from opfor.vasl.live.discreet import discreet
from opfor.vasl.live.seat import Out, Seat
from opfor.vasl.live.serve import OwnFiles, seated
from opfor.vasl.live.steps import Step
from opfor.vasl.live.wire import packed, unpacked
from opfor.vasl.saves.commands import (
    MovePiece,
    in_order,
    read_commands,
    tree,
    write_commands,
)
from opfor.vasl.saves.table import Table
from opfor.vasl.things.notes import read_note

TURNS = 3
SEED = 7


def moves_p95(folder: Path, module: Path) -> dict[str, float]:
    """Milliseconds from a move's message to what it brings: median, p95, the most.

    Of these `cpu` is what is worked, and `save` the time until what was ordered lies on
    the disk, which no load of the processor explains.
    """
    mission = load_mission("first-contact")
    setup = Setup(mission=mission, seed=SEED)
    session = begin(setup, folder / "live.opfor")
    session.world.los.check(0, len(session.world.los) - 1)
    seat = seated(session, OwnFiles(module))
    seat.hears(Said("pace 0"))
    times: list[Cost] = []
    saved = Timed(session)
    while session.game.pending is not None and session.game.state.turn <= TURNS:
        asked, value, _ = hint(session)
        if isinstance(asked.request, Order) and value["type"] == "move":
            times.append(_dragged(seat, session, value, saved))
        if session.game.pending == asked:  # more than a drag can say
            session.game.answer(asked.number, value)
            seat.steps.step(session.game.state)
    session.close()
    whole = sorted(each.whole for each in times)
    cpu = sorted(each.cpu for each in times)
    save = sorted(each.save for each in times)
    return {
        "live_moves": float(len(times)),
        "live_move_median_ms": whole[len(whole) // 2],
        "live_move_p95_ms": _p95(whole),
        "live_move_max_ms": whole[-1],
        "live_move_cpu_p95_ms": _p95(cpu),
        "live_move_save_p95_ms": _p95(save),
    }


class Cost(NamedTuple):
    """The milliseconds of a move: in all, worked, and until it was saved."""

    whole: float
    cpu: float
    save: float


class Timed:
    """What writes a game's save, and how long it took."""

    def __init__(self, session: Session) -> None:
        self.spent = 0.0
        self._keep = session.save.keep
        session.save.keep = self.keep  # type: ignore[method-assign]

    def keep(self, game: Any) -> None:
        """As the save's own."""
        begin = perf_counter()
        self._keep(game)
        self.spent += perf_counter() - begin


def _p95(times: list[float]) -> float:
    return times[int(0.95 * (len(times) - 1))]


def _dragged(seat: Seat, session: Session, order: dict[str, Any], saved: Timed) -> Cost:
    """What a move takes from message to messages."""
    table, writer = seat.steps.his.table, seat.steps.his.writer
    at = writer.pixel(session.world.locate(order["to"]).hex)
    ids = [_piece(table, unit) for unit in order["units"]]
    places = [(i, table.place(i) or ("", 0, 0)) for i in ids]
    moves = [
        MovePiece(i, writer.map, *at, "null", map_, x, y, "null", "pw")
        for i, (map_, x, y) in places
    ]
    message = packed(write_commands(tree(moves)))
    begin, worked, kept = perf_counter(), thread_time(), saved.spent
    commands = in_order(read_commands(unpacked(message)))
    outs: list[Out] = seat.does([*discreet(commands, table.pieces, "pw")])
    for out in outs:
        if isinstance(out, Step):
            packed(write_commands(out.node()))
    spent = (perf_counter() - begin, thread_time() - worked, saved.spent - kept)
    return Cost(*(1e3 * seconds for seconds in spent))


def _piece(table: Table, unit: str) -> str:
    pieces = table.pieces.items()
    return next(id_ for id_, p in pieces if read_note(label(p)).id == unit)
