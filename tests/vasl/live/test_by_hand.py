"""What the player does by hand, beside moves: taken as it is on his table, or not."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from opfor.core.ask import Place as PlaceRequest
from opfor.sim.hints import hint
from opfor.vasl.counters.change import with_word
from opfor.vasl.live.chat import heard
from opfor.vasl.live.host import Host
from opfor.vasl.saves.commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    MovePiece,
    Other,
    RemovePiece,
)
from opfor.vasl.saves.table import Table as LaidTable
from opfor.vasl.saves.traits import piece_state, piece_type
from tests.shared import needs_shared
from tests.vasl.live.client import Client
from tests.vasl.live.running import new_game, running
from tests.vasl.live.test_session import drag, joined, pixel, take_steps, unlike

Table = tuple[Host, Client]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A game in its first RPh, and who plays it."""
    with running(new_game(tmp_path / "a.opfor")) as host:
        client = joined(host)
        yield host, client
        client.socket.close()


def lay_marker(host: Host, client: Client, thing: str, what: str) -> str:
    """Lay a marker of VASL's on a unit, as its key does; the marker's id."""
    maker = host.seat.steps.his.writer.maker
    marker = maker._state(what)
    under = client.piece(thing)
    place = client.table.place(under)
    assert place is not None
    new = AddPiece(
        "1795363772112", piece_type(marker), piece_state(marker.at("null", 0, 0))
    )
    move = MovePiece(new.id, *place, under, "null", 0, 0, "null", client.owner)
    for each in (new, move):
        client.table.apply(each)
    client.tell(new, move)
    return new.id


@needs_shared
class TestTaken:
    """Everything that is no order."""

    def test_state(self, table: Table) -> None:
        """A squad broken by VASL's key is broken in the game."""
        host, client = table
        id_ = client.piece("467C")
        piece = client.table.pieces[id_]
        broken = piece_state(with_word(piece, "broken"))
        change = ChangePiece(id_, broken, piece_state(piece))
        client.table.apply(change)
        client.tell(change)
        said = client.settle()
        assert host.seat.session.game.state.units["467C"].broken
        assert any("taken: 467C is broken" in line for line in said)
        assert unlike(host, client) == []

    def test_marker(self, table: Table) -> None:
        """A Pin counter pins; opfor's own lies there in its place."""
        host, client = table
        laid = lay_marker(host, client, "467C", "pinned")
        said = client.settle()
        assert host.seat.session.game.state.units["467C"].pinned
        assert any("taken: 467C is pinned" in line for line in said)
        assert laid not in client.table.pieces
        assert unlike(host, client) == []

    def test_refused(self, table: Table) -> None:
        """`no` takes it back."""
        host, client = table
        lay_marker(host, client, "467C", "pinned")
        client.settle()
        client.say("no")
        assert not host.seat.session.game.state.units["467C"].pinned
        assert unlike(host, client) == []

    def test_place(self, table: Table) -> None:
        """Out of its phase a unit that is put somewhere is there."""
        host, client = table
        said = drag(host, client, ("467C",), "o1S8")
        assert host.seat.session.game.state.units["467C"].location == "o1S8"
        assert any("taken: 467C is in S8" in line for line in said)
        assert unlike(host, client) == []

    def test_out_of_reach(self, table: Table) -> None:
        """A move that his MF do not allow is put back, and offered."""
        host, client = table
        client.say("end")
        client.say("end")
        said = drag(host, client, ("467C",), "o1A1")
        state = host.seat.session.game.state
        assert state.units["467C"].location == "o1T9"
        assert any("cannot reach A1" in line for line in said)
        assert unlike(host, client) == []
        client.say("take")
        state = host.seat.session.game.state
        assert state.units["467C"].location == "o1A1"
        assert unlike(host, client) == []

    def test_removed(self, table: Table) -> None:
        """A counter that he removes is out of the game; `undo` brings it back."""
        host, client = table
        id_ = client.piece("467C")
        client.table.apply(RemovePiece(id_))
        client.tell(RemovePiece(id_))
        client.settle()
        assert "467C" not in host.seat.session.game.state.units
        client.say("undo")
        assert "467C" in host.seat.session.game.state.units
        assert unlike(host, client) == []

    def test_own_stack(self, table: Table) -> None:
        """A stack that his client has made by itself goes by the place it left."""
        host, client = table
        client.say("end")
        client.say("end")
        unit = client.piece("467C")
        place = client.table.place(unit)
        assert place is not None
        to = pixel(host, "o1T8")
        client.tell(
            MovePiece("1795", "Main Map", *to, "null", *place, "null", client.owner)
        )
        client.settle()
        assert host.seat.session.game.state.units["467C"].location == "o1T8"

    def test_beside(self, table: Table) -> None:
        """A counter that is put off the boards is put back."""
        host, client = table
        before = host.seat.session.game.state
        id_ = client.piece("467C")
        client.drag(client.table.stack_of(id_), 20, 20)
        client.settle()
        assert host.seat.session.game.state == before
        assert unlike(host, client) == []

    def test_undone_in_vasl(self, table: Table) -> None:
        """VASL's own undo changes nothing in the game; `undo` does."""
        host, client = table
        id_ = client.piece("467C")
        place = client.table.place(id_)
        assert place is not None
        back = MovePiece(id_, *place[:1], 1, 1, "null", *place, "null", client.owner)
        client.table.apply(back)
        client.tell(Other("UNDO\ttrue"), back, Other("UNDO\tfalse"))
        said = client.settle()
        assert any("`undo`" in line for line in said)
        assert unlike(host, client) == []


def inverse(command: Command, before: LaidTable) -> Command | None:
    """What takes a command back."""
    match command:
        case AddPiece(id=id_):
            return RemovePiece(id_)
        case RemovePiece(id=id_):
            piece = before.pieces[id_]
            return AddPiece(id_, piece_type(piece), piece_state(piece))
        case ChangePiece(id=id_, state=state, old=old):
            return ChangePiece(id_, old or "", state)
        case MovePiece(id=id_):
            place = before.place(id_) or ("null", 0, 0)
            under = before.below(id_) or "null"
            return MovePiece(id_, *place, under, *place, "null", "pw-Old")
    return None


@needs_shared
class TestSetUp:
    """The player sets up by dragging."""

    def test_places(self, tmp_path: Path) -> None:
        """Where his units lie when the last of them is there is the answer."""
        with running(new_game(tmp_path / "a.opfor", "armored-assault", 7)) as host:
            client = joined(host)
            session = host.seat.session
            asked, places, _ = hint(session)
            assert isinstance(asked.request, PlaceRequest)
            wrong, *_ = places
            said = drag(host, client, (wrong,), "o8A1")
            assert any(f"{wrong} in A1" in line for line in said)
            for unit, place in places.items():
                assert session.game.pending == asked
                said = drag(host, client, (unit,), place.partition("/")[0])
            assert session.game.pending != asked
            assert session.game.state.units[wrong].location == places[wrong]
            assert unlike(host, client) == []
            client.close()


@needs_shared
class TestSteps:
    """The ENEMY's Player Turn, step by step."""

    def enemy(self, client: Client, host: Host) -> None:
        """Come to it."""
        for _ in range(12):
            client.say("end")
            if client.steps:
                return
        raise AssertionError("the ENEMY does nothing")

    def begun(self, host: Host, client: Client) -> None:
        """With an ENEMY on the map."""
        client.say("end")
        client.say("end")
        drag(host, client, ("81A", "467A", "467B"), "o1U9")
        self.enemy(client, host)

    def test_moved_meanwhile(self, table: Table) -> None:
        """What he moves while steps wait is put back."""
        host, client = table
        self.begun(host, client)
        client.step()
        client.settle()
        before = host.seat.session.game.state
        said = drag(host, client, ("467C",), "o1S8")
        assert any("step through" in line for line in said)
        assert unlike(host, client) == []
        assert host.seat.session.game.state == before
        assert take_steps(host, client) > 3

    def test_skip(self, table: Table) -> None:
        """`skip` shows the end, and what was said on the way."""
        host, client = table
        self.begun(host, client)
        games = client.games
        client.say("skip")
        assert client.games == games + 1
        assert not client.steps
        assert any("Action of e447A" in line for line in client.said)
        assert unlike(host, client) == []

    def test_pace(self, table: Table) -> None:
        """With a pace in seconds nothing waits for a key."""
        host, client = table
        client.say("pace 0.01")
        client.say("end")
        client.say("end")
        drag(host, client, ("81A", "467A", "467B"), "o1U9")
        for _ in range(4):
            client.say("end")
            assert not client.steps
            client.until(lambda: unlike(host, client) == [])
        assert any("Action of e447A" in line for line in client.said)

    def test_hurried(self, table: Table) -> None:
        """What he does while steps follow by themselves has the rest follow at once."""
        host, client = table
        client.say("pace 30")
        for line in ("end", "end"):
            client.say(line)
        drag(host, client, ("81A", "467A", "467B"), "o1U9")
        for _ in range(4):
            client.say("end")
        assert unlike(host, client) != []
        before = time.monotonic()
        client.say('"well')
        client.until(lambda: unlike(host, client) == [])
        assert time.monotonic() - before < 15

    def test_back_again(self, table: Table) -> None:
        """Steps that wait are there after a lost connection, and in VASL's undo."""
        host, client = table
        self.begun(host, client)
        client.step()
        client.settle()
        left = len(client.steps)
        client.socket.shutdown(socket.SHUT_RDWR)
        again = joined(host)
        wait = f"{left} steps wait for your Step button (Page Down)"
        assert any(wait in line for line in again.said)
        assert not any("T1/" in line for line in again.said)  # what comes after them
        assert len(again.steps) == left
        assert unlike(host, again) == []
        assert take_steps(host, again) == left
        again.close()

    def test_by_hand(self, table: Table) -> None:
        """What he sets in the ENEMY's Player Turn is so at once, as is its undo."""
        host, client = table
        client.say("stops all")
        self.begun(host, client)
        take_steps(host, client)
        state = host.seat.session.game.state
        assert (state.side, state.phase) == ("ENEMY", "DFPh")
        at = state.units["467C"].location
        said = drag(host, client, ("467C",), "o1S8")
        assert any("taken: 467C is in S8" in line for line in said)
        assert not client.steps
        assert unlike(host, client) == []
        client.say("undo")
        assert not client.steps
        assert host.seat.session.game.state.units["467C"].location == at
        assert unlike(host, client) == []

    def test_a_step_back(self, table: Table) -> None:
        """VASL's undo takes a step back; it waits again, and can be taken again."""
        host, client = table
        self.begun(host, client)
        while not any(isinstance(c, MovePiece) for c in client.steps[0]):
            client.step()
            client.settle()
        step, before = client.steps[0], client.table.copy()
        client.step()
        client.settle()
        left = len(host.seat.steps.waiting)
        back = [inverse(command, before) for command in reversed(step)]
        undo = [Other("UNDO\ttrue"), *filter(None, back), Other("UNDO\tfalse")]
        client.apply(undo)
        client.tell(*undo)
        client.settle()
        assert len(host.seat.steps.waiting) == left + 1
        assert unlike(host, client) == []
        client.steps.appendleft(step)
        assert take_steps(host, client) == left + 1

    def test_undo(self, table: Table) -> None:
        """`undo` in the chat puts every counter back, those of waiting steps too."""
        host, client = table
        self.begun(host, client)
        client.step()
        client.settle()
        turn = host.seat.session.game.state.turn
        client.say("undo")
        assert not client.steps
        assert host.seat.session.game.state.side == "FRIENDLY"
        assert host.seat.session.game.state.turn == turn
        assert unlike(host, client) == []


@needs_shared
class TestHelp:
    """What can be said."""

    def test_words(self, table: Table) -> None:
        """The words of a table in VASL, and none that it has not."""
        _, client = table
        said = client.say("help")
        for word in (
            "pace step|SECONDS",
            "skip",
            "compare",
            "sync",
            "fire FIRER,FIRER…",
        ):
            assert any(f"<opfor> - {word} " in line for line in said), word
        for word in ("picture", "resume", "quit"):
            assert not any(f"<opfor> - {word}" in line for line in said), word
        assert client.say("help skip")[0].endswith("all steps that wait, at once")
        assert client.say("sit")[0].endswith("you have the seat")


@needs_shared
class TestDice:
    """VASL's dice."""

    def test_his(self, table: Table) -> None:
        """With `dice mine` they are what the game waits for."""
        host, client = table
        client.say("dice mine")
        client.say("end")
        client.say("end")
        said = drag(host, client, ("81A", "467A", "467B"), "o1U9")
        assert any("CMD DR" in line for line in said)
        client.say('"what a pity')
        client.tell(Chat("*** (SA dr) 4 ***   <Old>      [1 / 1   avg   4]    (01.03)"))
        assert any("a DR is wanted" in line for line in client.settle())
        client.tell(Chat("*** (Other DR) 2,3 ***   <Old>      [1 / 1   avg   5]"))
        said = client.settle()
        assert any("2+3 = 5" in line for line in said), said
        assert not any("(Other DR) 2,3" in line for line in said)  # he sees his own

    def test_mistyped(self, table: Table) -> None:
        """`retype` asks for his last dice again, and his table follows."""
        host, client = table
        client.say("dice mine")
        client.say("end")
        client.say("end")
        drag(host, client, ("81A", "467A", "467B"), "o1U9")
        game = host.seat.session.game
        asked = game.pending
        client.tell(Chat("*** (Other DR) 2,3 ***   <Old>      [1 / 1   avg   5]"))
        client.settle()
        assert game.pending != asked
        client.say("retype")
        assert game.pending == asked
        assert unlike(host, client) == []

    def test_heard(self) -> None:
        """Both forms of dice, and what is only said."""
        for text, dice in (
            ("*** (IFT DR) 5,5 ***   <Old>      [1 / 1   avg 10,00]", (5, 5)),
            ("*** (SA dr) 4 ***   <Bob>", (4,)),
            ("*** DR = 1,6 *** <Bob>", (1, 6)),
        ):
            assert getattr(heard(text), "dice", None) == dice
        assert getattr(heard("&lt;Old&gt; - fire L6 at O5"), "text", "") == (
            "fire L6 at O5"
        )
        assert heard("* P1: broken 9-2 *") is None
        assert heard("-!<b> &lt;Alice&gt; Joining room Solo.") is None


@needs_shared
class TestChat:
    """The chat window."""

    @pytest.mark.parametrize(
        "line", ["save /tmp/x", "picture x.png", "resume x", "sav x", "quit", "board"]
    )
    def test_no_files(self, table: Table, tmp_path: Path, line: str) -> None:
        """Nothing that is said names a file."""
        _, client = table
        before = {*tmp_path.iterdir()}
        assert any("there is no" in said for said in client.say(line))
        assert {*tmp_path.iterdir()} == before

    def test_why(self, table: Table) -> None:
        """The reasons are told when they are asked for."""
        _, client = table
        assert any("A3" in line for line in client.say("why 3"))

    def test_compare(self, table: Table) -> None:
        """His own table is looked at, and can be taken as it is."""
        host, client = table
        assert any("as the game" in line for line in compared_with(client))
        id_ = client.piece("467C")
        client.table.apply(
            MovePiece(id_, "Main Map", *pixel(host, "o1S8"), "null", "", 0, 0, "", "")
        )
        said = compared_with(client)
        assert any("467C is in S8" in line for line in said)
        client.say("take")
        assert host.seat.session.game.state.units["467C"].location == "o1S8"
        assert unlike(host, client) == []


def compared_with(client: Client) -> list[str]:
    """What `compare` says."""
    said = client.say("compare")
    return said + client.settle()
