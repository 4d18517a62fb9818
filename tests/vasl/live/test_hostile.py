"""Damaged and hostile messages: one sentence, in bounded time; nothing is lost."""

import base64
import contextlib
import io
import socket
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.vasl.games.write import FIRST_ID
from opfor.vasl.live import server as server_module
from opfor.vasl.live.chat import Rolled, Said, heard
from opfor.vasl.live.discreet import discreet
from opfor.vasl.live.seat import Seat
from opfor.vasl.live.serve import OwnFiles, seated
from opfor.vasl.live.wire import (
    MAX_LINE,
    MAX_TEXT,
    packed,
    properties,
    read_properties,
    unpacked,
    words,
)
from opfor.vasl.saves.commands import (
    ESC,
    ChangePiece,
    MovePiece,
    in_order,
    read_commands,
    tree,
    write_commands,
)
from opfor.vasl.saves.traits import piece_state
from tests.shared import needs_shared
from tests.vasl.live.client import Client
from tests.vasl.live.running import MODULE, new_game, running
from tests.vasl.live.test_session import drag, joined, unlike

PIECES = st.sampled_from(
    [
        ESC,
        "\\",
        "\t",
        "/",
        ";",
        "|",
        "=",
        "'",
        "-",
        "9" * 30,
        "\ud800",
        "\0",
        "x",
        "LOG",
    ]
)
SECONDS = 5.0
"""In which every message is done with; most take milliseconds."""


class TestWire:
    """Lines, properties, packed texts."""

    @given(st.text())
    def test_properties(self, text: str) -> None:
        """Any text is read as some properties."""
        assert len(read_properties(text)) <= 100
        assert words(text)

    @given(st.dictionaries(st.text(min_size=1), st.text()))
    def test_round_trip(self, values: dict[str, str]) -> None:
        """What is written is read the same."""
        said = {k: v for k, v in values.items() if not k.startswith("#")}
        plain = {k: v for k, v in said.items() if _whole(k) and _whole(v)}
        assert read_properties(properties(plain)) == plain

    @given(st.text(), st.integers(0, 3))
    def test_packed(self, text: str, times: int) -> None:
        """Short or long, a text comes through."""
        text = text.encode("utf-8", "replace").decode() * 10**times
        if not text.startswith("!ZIP!"):
            assert unpacked(packed(text)) == text

    @given(st.binary(max_size=2000))
    def test_damaged(self, data: bytes) -> None:
        """What is no zip is one sentence."""
        with pytest.raises(OpforError, match="damaged"):
            unpacked("!ZIP!" + base64.b64encode(data).decode())

    def test_bomb(self) -> None:
        """A small line that unpacks without end is stopped."""
        found = io.BytesIO()
        with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("Dummy", bytes(8 * MAX_TEXT))
        line = "!ZIP!" + base64.b64encode(found.getvalue()).decode()
        assert len(line) < MAX_LINE
        with pytest.raises(OpforError, match="longer than any"):
            unpacked(line)


def _whole(text: str) -> bool:
    return text == text.encode("utf-8", "replace").decode()


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """Opfor at a table, without a network."""
    session = new_game(tmp_path_factory.mktemp("seat") / "a.opfor")
    yield seated(session, OwnFiles(MODULE))
    session.close()


def done(seat: Seat, text: str) -> float:
    """The seconds that a message takes, done or refused."""
    begin, said = time.monotonic(), "x"
    try:
        commands = [*in_order(read_commands(text))]
        seat.does([*discreet(commands, seat.steps.his.table.pieces, "pw")])
    except OpforError as error:
        said = str(error)
    assert said
    assert "\n" not in said
    return time.monotonic() - begin


@needs_shared
class TestMessages:
    """Messages that are nearly right."""

    @settings(max_examples=80, deadline=None)
    @given(st.data())
    def test_mutated(self, seat: Seat, data: st.DataObject) -> None:
        """Cut, doubled, and strewn with signs that mean something."""
        table = seat.steps.his.table
        id_ = str(FIRST_ID + data.draw(st.integers(0, 40)))
        place = table.place(id_) or ("Main Map", 1, 1)
        move = MovePiece(id_, "Main Map", 1131, 593, "null", *place, "null", "pw")
        kind = data.draw(st.sampled_from("MD+-L"))
        piece = seat.steps.his.table.pieces.get(id_)
        state = "" if piece is None else "\t".join(t.state for t in piece.traits)
        text = {
            "M": write_commands(tree([move])),
            "D": f"D/{id_}/{state}",
            "+": f"+/5{id_}/piece;K;D;;?/Main Map;1131;593;1{ESC}-/{id_}",
            "-": f"-/{id_}",
            "L": f"LOG\tM/{id_}/Main Map/1/1/null/Main Map/1/1/null/x",
        }[kind]
        for _ in range(data.draw(st.integers(0, 4))):
            start = data.draw(st.integers(0, 10_000)) % (len(text) + 1)
            end = start + data.draw(st.integers(0, 20))
            new = "".join(data.draw(st.lists(PIECES, max_size=3)))
            text = text[:start] + new + text[end:]
        assert done(seat, text) < SECONDS
        seat.hears(Said("sync"))

    @settings(max_examples=80, deadline=None)
    @given(st.text(max_size=600))
    def test_said(self, seat: Seat, text: str) -> None:
        """Whatever is typed is answered, and never ends in a traceback."""
        begin = time.monotonic()
        said = heard(f"<Old> - {text}")
        if isinstance(said, Said | Rolled):
            seat.hears(said)
        heard(text)
        assert time.monotonic() - begin < SECONDS

    @pytest.mark.parametrize(
        "text",
        [
            ESC.join(["+/1/piece;;;;?/Main Map;1131;593;1"] * 20_000),
            ESC.join(f"+/{n}/piece;;;;?/Main Map;1131;593;1" for n in range(20_000)),
            "+/1/" + "a\t" * 150_000 + "/x",
            "+/1/stack/Main Map;1;1;" + "1;" * 500_000,
            ESC.join(["M/1/Main Map/1/1/null/Main Map/1/1/null/x"] * 20_000),
        ],
        ids=range(5),
    )
    def test_beyond_measure(self, seat: Seat, text: str) -> None:
        """Refused, or done; the table is as the game after it."""
        assert done(seat, text) < 4 * SECONDS
        seat.steps.begin(seat.session.game.state)


@needs_shared
class TestServer:
    """Clients that do not behave."""

    def test_junk(self, tmp_path: Path) -> None:
        """Lines without sense or end, before and beside a good client."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            for line in (
                b"\x00\xff\xfe\n",
                b"FWD\tVASL/opfor/~x\tM/1\n",
                b"REG\n",
                b"REG\ta\tb\tc\nJOIN\t\nJOIN\tVASL/opfor\nFWD\tx\nSTATS\t\n",
                b"REG\ta\tVASL/x\tname=b\nJOIN\tVASL/opfor\nFWD\tVASL/*/bot.1\tbegin_save\n",
                b"x" * (MAX_LINE + 2**20),
                b"\n" * 10_000,
            ):
                stranger = socket.create_connection(("127.0.0.1", host.server.port))
                with contextlib.suppress(OSError):  # it is cut off
                    stranger.sendall(line)
                stranger.close()
            time.sleep(0.2)
            client = joined(host)
            assert unlike(host, client) == []
            assert any("RPh" in line for line in client.say("log 5"))
            client.close()

    def test_many(self, tmp_path: Path) -> None:
        """No more clients than there may be."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            most = server_module.MOST_PEOPLE
            clients = [Client(host.server.port, f"n{n}") for n in range(most)]
            for client in clients:
                client.register()
            late = Client(host.server.port, "late")
            late.send("REG\ta\tVASL/x\tname=b")
            assert late.read(5) is None
            for client in [*clients, late]:
                client.socket.close()

    def test_fault(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A fault of opfor's is told, and the game is as it was saved."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            client = joined(host)
            client.say("end")
            phase = host.seat.session.game.state.phase
            broken = host.seat

            def fail(_said: object) -> list[object]:
                raise RuntimeError("a mistake")

            monkeypatch.setattr(broken, "hears", fail)
            said = client.say("end")
            assert any("a fault of opfor" in line for line in said)
            assert host.seat is not broken
            assert host.seat.session.game.state.phase == phase
            client.say("end")
            assert host.seat.session.game.state.phase != phase
            assert unlike(host, client) == []
            client.close()


@needs_shared
class TestSecret:
    """The part of a player's id that may be his password."""

    def test_nowhere(self, tmp_path: Path) -> None:
        """It is not in the save, at another table, in a list, nor in what is kept."""
        path = tmp_path / "a.opfor"
        with running(new_game(path)) as host:
            client = joined(host)
            other = Client(host.server.port, "Watcher", "other")
            other.register()
            other.join()
            lines: list[str] = []
            take = other.take
            other.take = lambda line: (lines.append(unpacked(line)), take(line))[1]  # type: ignore[assignment, method-assign]
            client.say("end")
            client.say("end")
            drag(host, client, ("81A", "467A", "467B"), "o1U9")
            client.tell(
                MovePiece("1", "Main Map", 1, 1, "null", "", 0, 0, "", "pw-Old")
            )
            id_ = client.piece("467C")
            piece = client.table.pieces[id_]
            hidden = piece.with_state("hide", "pw-Old")
            client.tell(ChangePiece(id_, piece_state(hidden), piece_state(piece)))
            client.settle()
            other.settle()
            assert other.piece("467A")
            assert unlike(host, other) == []
            assert lines
            assert not [line for line in lines if "pw-Old" in line]
            assert not [line for line in other.lists if "pw-Old" in line]
            table = host.seat.steps.his.table
            for held in table.pieces.values():
                assert "pw-Old" not in piece_state(held)
            client.close()
            other.close()
        assert b"pw-Old" not in path.read_bytes()

    def test_onlooker(self, tmp_path: Path) -> None:
        """Who looks on moves nothing, may speak, and takes a free seat."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            client = joined(host)
            other = Client(host.server.port, "Watcher", "other")
            other.register()
            other.join()
            before = host.seat.session.game.state
            drag(host, other, ("467C",), "o1S8")
            assert host.seat.session.game.state == before
            assert any("you look on" in line for line in other.said)
            other.say("end")
            assert host.seat.session.game.state == before
            client.settle()
            assert any("<Watcher> - end" in line for line in client.said)
            client.close()
            time.sleep(0.2)
            other.say("sit")
            assert unlike(host, other) == []
            other.say("end")
            assert host.seat.session.game.state != before
            other.close()
