"""A Player Turn as a log of VASL: stepped through, it comes to where the turn ends."""

from opfor.ports.session import Setup
from opfor.state.state import State
from opfor.vasl.counters.names import shipped_words
from opfor.vasl.games.log import span_of, turn_log
from opfor.vasl.games.lying import things_on
from opfor.vasl.games.told import Told
from opfor.vasl.games.write import Writer
from opfor.vasl.saves.commands import (
    Chat,
    Log,
    in_order,
    read_commands,
    setup_part,
)
from opfor.vasl.saves.table import Table
from opfor.views.replay import Reel
from tests.shared import needs_shared
from tests.vasl.held import compared, differences, held
from tests.vasl.test_round_trip import counters, played


@needs_shared
class TestTurnLog:
    """The ENEMY's Player Turn."""

    def test_stepped(self) -> None:
        """Each step has a line; after the last the table is as the turn left it."""
        world, game = played("enemy-offensive-steady")
        mission = game.state.mission
        reel = Reel(State(mission=mission), game.events)
        told = Told(Setup(mission=mission, seed=1), world, reel)
        words = shipped_words()
        writer = Writer(world, reel.last, counters(), words)
        archive, count = turn_log(told, writer, 2, "ENEMY")
        start, steps = setup_part(read_commands(archive.text))
        assert len(steps) == count > 10
        table = Table(command for node in start for command in in_order(node))
        said = 0
        for step in steps:
            commands = [*in_order(step)]
            assert all(isinstance(each, Log) for each in commands)
            for each in commands:
                table.step(each)
                said += isinstance(each.command, Chat)  # type: ignore[union-attr]
        assert said >= count - 1
        _, end = span_of(reel, 2, "ENEMY")
        nations = {"FRIENDLY": mission.friendly, "ENEMY": mission.enemy}
        found = things_on(table, world, nations, counters(), words)
        assert differences(held(reel.at(end)), compared(found)) == []
