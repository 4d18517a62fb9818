"""`opfor play --vasl` as a player starts it; and killed in the middle."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from opfor.ports.session import resume
from tests.shared import needs_shared
from tests.vasl.live.client import Client
from tests.vasl.live.running import MODULE


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def started(port: int, *words: str) -> "subprocess.Popen[str]":
    """The command, when it listens."""
    command = [sys.executable, "-m", "opfor", "play", *words, "--vasl"]
    process = subprocess.Popen(
        [*command, "--module", str(MODULE), "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "VASSAL server on 127.0.0.1" in line:
            return process
    raise AssertionError("it ended")


def joined(port: int) -> Client:
    """A player who has joined."""
    client = Client(port)
    client.register()
    client.join()
    client.settle()
    return client


@needs_shared
class TestCommand:
    """The command line."""

    def test_killed(self, tmp_path: Path) -> None:
        """What the player has seen is in the save, though opfor is killed."""
        save, port = tmp_path / "a.opfor", free_port()
        process = started(port, "tutorial", "--seed", "46", "--save", str(save))
        client = joined(port)
        client.say("end")
        assert any("PFPh" in line for line in client.said)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        client.socket.close()
        session = resume(save)
        session.game.run()
        assert session.game.state.phase == "PFPh"
        session.close()
        port = free_port()
        process = started(port, "--resume", str(save))
        client = joined(port)
        assert any("PFPh" in line for line in client.said)
        assert client.piece("467C")
        client.close()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode in (0, 130)

    def test_no_module(self) -> None:
        """Without a module it says what to name."""
        found = subprocess.run(
            [sys.executable, "-m", "opfor", "play", "--vasl"],
            capture_output=True,
            text=True,
            env={k: v for k, v in os.environ.items() if k != "OPFOR_VASL_MODULE"},
            check=False,
        )
        assert found.returncode == 2
        assert "no module of VASL is named" in found.stderr
