"""A live game over the player's own saved game."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.vasl.counters.layers import label
from opfor.vasl.live.serve import OwnFiles, seated
from opfor.vasl.saves.archive import write_archive
from opfor.vasl.saves.commands import write_commands
from opfor.vasl.things.notes import read_note
from tests.shared import SHARED, needs_shared
from tests.vasl.given import added, counter, save
from tests.vasl.live.running import MODULE, new_game, running
from tests.vasl.live.test_session import drag, joined, take_steps, unlike


@needs_shared
class TestBase:
    """His counters are those of his saved game."""

    def test_taken_up(self, tmp_path: Path) -> None:
        """They are moved, what opfor does not know stays, and the ENEMY comes to it."""
        with running(new_game(tmp_path / "a.opfor")) as host:
            client = joined(host)
            client.table.apply(added("4711", counter("My own note", at=(600, 600))))
            base = save(tmp_path / "his.vsav", write_commands(client.saved()))
            squad = client.piece("467A")
            client.close()
        with running(new_game(tmp_path / "b.opfor"), base) as host:
            client = joined(host)
            assert client.piece("467A") == squad
            assert client.table.place("4711") == ("Main Map", 600, 600)
            for line in ("end", "end"):
                client.say(line)
            drag(host, client, ("81A", "467A", "467B"), "o1U9")
            assert host.seat.session.game.state.units["467A"].location == "o1U9"
            while not client.steps:
                client.say("end")
            assert take_steps(host, client) > 0
            assert unlike(host, client) == []
            assert client.piece("467A") == squad
            assert client.table.place("4711") == ("Main Map", 600, 600)
            client.close()

    def test_other_boards(self, tmp_path: Path) -> None:
        """A saved game on other boards is refused in a sentence."""
        other = SHARED / "vsav" / "hill-621.vsav"
        session = new_game(tmp_path / "a.opfor")
        with pytest.raises(OpforError, match="are not those of the game"):
            running(session, other).__enter__()
        session.close()

    def test_beside_the_boards(self, tmp_path: Path) -> None:
        """Those that wait beside his boards are taken up there, once each."""
        session = new_game(tmp_path / "a.opfor", "first-contact")
        writer = seated(session, OwnFiles(MODULE)).steps.his.writer
        base = tmp_path / "his.vsav"
        write_archive(base, writer.archive(session.game.state))
        seat = seated(session, OwnFiles(MODULE, base=base))
        notes = [read_note(label(e.piece)).id for e in seat.steps.his.table.lying()]
        units = session.game.state.units
        assert any(not unit.location for unit in units.values())
        assert sorted(note for note in notes if note in units) == sorted(units)
        session.close()
