"""Private messages: to opfor, and from one person to another."""

from pathlib import Path

from opfor.vasl.live.people import BOT
from opfor.vasl.live.private import whispered
from opfor.vasl.live.wire import properties
from opfor.vasl.saves.commands import MovePiece, Other, tree, write_commands
from opfor.vasl.saves.escape import join
from tests.shared import needs_shared
from tests.vasl.live.client import Client
from tests.vasl.live.running import new_game, running
from tests.vasl.live.test_session import joined


def private(client: Client, text: str) -> Other:
    """A private message as VASSAL sends it: with all that it knows of its sender."""
    return Other(join(["PRIV_CHAT", properties(client.info), text], "/"))


class TestRead:
    """What is said in a message."""

    def test_read(self) -> None:
        """Text with the delimiter; what has no text says nothing; no line ends."""
        said = Other(join(["PRIV_CHAT", "name=Old|id=x", "fire A/B\nat O5"], "/"))
        assert whispered([said, Other("PRIV_CHAT/x"), Other("PRIV_CHATTER/x/y")]) == [
            "fire A/B at O5"
        ]


@needs_shared
class TestSession:
    """In a room."""

    def test_to_opfor(self, tmp_path: Path) -> None:
        """What the player says to opfor alone counts, and nobody else hears it."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            client, other = joined(host), joined_as(host.server.port, "New")
            session = host.seat.session
            text = write_commands(tree([private(client, "end")]))
            client.forward(f"VASL/*/{BOT}", text)
            client.settle()
            assert session.game.state.phase == "PFPh"
            other.settle()
            assert not [line for line in other.said if "end" in line]
            client.close()
            other.close()

    def test_to_each_other(self, tmp_path: Path) -> None:
        """It comes to the one it is for, without the password; nothing else does."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            client, other = joined(host), joined_as(host.server.port, "New")
            move = MovePiece("1", "Main Map", 1, 1, "null", "null", 0, 0, "null", "x")
            text = write_commands(tree([private(client, "hush"), move]))
            client.forward(f"VASL/*/{alias(client, 'New')}", text)
            line = other.read() or ""
            while not line.startswith("PRIV_CHAT"):
                line = other.read() or ""
            assert line.endswith("/hush")
            assert "pw-Old" not in line
            assert "name=Old" in line
            assert host.seat.session.game.state.phase == "RPh"
            client.close()
            other.close()


def joined_as(port: int, name: str) -> Client:
    """Somebody who looks on."""
    client = Client(port, name, f"pw-{name}")
    client.register()
    client.join()
    client.settle()
    return client


def alias(client: Client, name: str) -> str:
    """By what somebody is known to others, out of the list."""
    client.settle()
    entries = [entry for line in client.lists for entry in line.split("\t")]
    found = next(entry for entry in entries if f"name\\={name}" in entry)
    return found.partition("=")[0].rpartition("/")[2]
