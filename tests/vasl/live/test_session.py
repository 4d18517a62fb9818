"""A live session, played by a client that speaks as VASSAL does."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from opfor.core.ask import Adjudicate, Choose, Order
from opfor.ports.order_lines import answer_line
from opfor.ports.session import resume
from opfor.sim.hints import hint
from opfor.vasl.games.lying import things_on
from opfor.vasl.live.host import Host
from opfor.vasl.saves.commands import MovePiece
from tests.shared import needs_shared
from tests.vasl.held import compared, differences, held
from tests.vasl.live.client import Client
from tests.vasl.live.running import new_game, running

TURNS = 3


def joined(host: Host) -> Client:
    """A player who has joined."""
    client = Client(host.server.port)
    client.register()
    client.join()
    client.settle()
    return client


def unlike(host: Host, client: Client) -> list[Any]:
    """What differs between the player's table and what the game shows him."""
    seat = host.seat
    mission, world = seat.session.setup.mission, seat.session.world
    nations: Any = {"FRIENDLY": mission.friendly, "ENEMY": mission.enemy}
    words, counters = seat._words, seat._counters
    found = things_on(client.table, world, nations, counters, words)
    return differences(held(seat.steps.shown), compared(found))


def pixel(host: Host, name: str) -> tuple[int, int]:
    """Where VASL puts a counter of a hex."""
    world, writer = host.seat.session.world, host.seat.steps.his.writer
    return writer.pixel(world.locate(name).hex)  # type: ignore[arg-type]


def drag(host: Host, client: Client, units: tuple[str, ...], to: str) -> list[str]:
    """Drag some counters of units into a hex; what the chat says."""
    said = len(client.said)
    table = client.table
    stack = table.stack_of(client.piece(units[0]))
    ids = [client.piece(unit) for unit in units]
    members = table.stacks[stack].members if stack else ()
    others = {
        client.piece(u.id)
        for u in host.seat.session.game.state.units.values()
        if u.location and u.id not in units and u.side == "FRIENDLY"
    }
    whole = stack and not others & {*members}
    for id_ in [stack] if whole else ids:
        client.drag(id_, *pixel(host, to))
    client.settle()
    return client.said[said:]


def take_steps(host: Host, client: Client) -> int:
    """Press the step key until no step waits; both sides are equal after each."""
    taken = 0
    while client.step():
        client.settle()
        assert unlike(host, client) == []
        assert len(client.steps) == len(host.seat.steps.waiting)
        taken += 1
    return taken


def hint_line(host: Host) -> str:
    """What would be said next."""
    asked, value, _ = hint(host.seat.session)
    return answer_line(asked.request, value)


def decide(host: Host, client: Client) -> None:
    """Do what a steady player would do next: drag what is moved, say the rest."""
    session = host.seat.session
    asked, value, _ = hint(session)
    order = value if isinstance(asked.request, Order) else {"type": ""}
    said = {name for name, what in order.items() if what}
    if order["type"] in ("move", "advance") and said == {"type", "units", "to"}:
        drag(host, client, tuple(order["units"]), order["to"])
        return
    if order["type"] in ("rout", "drive") and said == {"type", "unit", "to"}:
        drag(host, client, (order["unit"],), order["to"])
        return
    line = "1" if isinstance(asked.request, Choose | Adjudicate) else ""
    client.say(line or answer_line(asked.request, value))


@needs_shared
class TestTutorial:
    """The tutorial's Mission, played in VASL."""

    def test_turns(self, tmp_path: Path) -> None:
        """Dragged and said, step by step; both sides are equal after each step."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            client = joined(host)
            session, steps, drags = host.seat.session, 0, 0
            assert unlike(host, client) == []
            for _ in range(300):
                if session.game.pending is None or session.game.state.turn > TURNS:
                    break
                before = len(session.game.journal)
                decide(host, client)
                drags += 1
                assert len(session.game.journal) > before, (
                    hint_line(host),
                    client.said[-9:],
                )
                assert client.steps or unlike(host, client) == []
                steps += take_steps(host, client)
            assert session.game.state.turn >= TURNS or session.game.state.over
            assert steps > 20
            assert drags > 10
            client.close()

    def test_cut_off(self, tmp_path: Path) -> None:
        """The connection is lost in the middle of a move; all is there again."""
        path = tmp_path / "a.opfor"
        with running(new_game(path)) as host:
            client = joined(host)
            client.say("end")
            client.say("end")
            game = host.seat.session.game
            stack = client.table.stack_of(client.piece("467A"))
            client.drag(stack, *pixel(host, "o1U8"))
            until(lambda: bool(game.state.move))
            client.socket.sendall(b"FWD\tVASL/opfor/~pw-Old\t+/1/x")
            client.close(politely=False)
            again = joined(host)
            assert game.state.units["467A"].location == "o1U9"
            assert unlike(host, again) == []
            assert again.piece("e447A")
            assert any("Activated" in line for line in again.say("log 30"))
            drag(host, again, ("81A", "467A", "467B"), "o1U8")
            assert game.state.units["467A"].location == "o1U8"
            assert unlike(host, again) == []
            again.close()
        with running(resume(path)) as host:  # opfor has ended too
            client = joined(host)
            assert host.seat.session.game.state.units == game.state.units
            assert unlike(host, client) == []
            client.close()

    def test_open_still(self, tmp_path: Path) -> None:
        """What he did while he was alone is listed when he is back; he may take it."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            client = joined(host)
            again = Client(host.server.port)
            again.table, again.open = client.table.copy(), True
            client.close()
            until(lambda: not host.server.in_room())
            place = again.table.place(again.piece("467C"))
            assert place is not None
            to = pixel(host, "o1S8")
            again.table.apply(
                MovePiece(
                    again.piece("467C"), "Main Map", *to, "null", *place, "null", "x"
                )
            )
            again.register()
            again.settle()
            again.join()
            again.settle()
            assert any("467C is in S8" in line for line in again.said)
            assert unlike(host, again) == []
            again.say("take")
            assert host.seat.session.game.state.units["467C"].location == "o1S8"
            assert unlike(host, again) == []
            again.close()


def until(seen: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(1000):
        if seen():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come")
