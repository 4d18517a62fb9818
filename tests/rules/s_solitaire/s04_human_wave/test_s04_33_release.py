"""S4.33: an obstacle releases units from the wave."""

from typing import Any

from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import (
    WaveMove,
    runners,
    wave_move,
)
from opfor.rules.s_solitaire.s04_human_wave.s04_33_release import release
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Suspect, Unit
from tests.rules.given.setting import flat
from tests.rules.given.waves import german, mine, seen, suspect


def impulse(play: Play, **given: Any) -> list[WaveMove]:
    """What each S? and unit that may move could do now."""
    return [wave_move(play, runner, **given) for runner in runners(play)]


def moves(*who: Suspect | Unit, spent: int = 0, **more: Any) -> list[WaveMove]:
    """The moves of the first impulse, or after so many quarters of MF each."""
    controlled = more.pop("controlled", ())

    def run(play: Play) -> list[WaveMove]:
        return impulse(play, spent=spent, controlled=controlled)

    found: list[WaveMove] = seen(run, *who, **more)[0]
    return found


def ways(*who: Suspect | Unit, **more: Any) -> list[str]:
    """Where the first of them may go, the preferred way first."""
    return [way.to for way in moves(*who, **more)[0].ways]


class TestS4_33Release:
    """S4.33."""

    POND = flat("pond: F4 G4 H4")

    def released(self, *who: Suspect | Unit) -> tuple[list[str], State]:
        """Who is released by the pond ahead, and the state after it."""

        def run(play: Play) -> list[str]:
            return release(play, impulse(play))

        result, state, _ = seen(run, *who, board=self.POND)
        return result, state

    def test_only_those_before_the_obstacle(self) -> None:
        """G5 faces water on all three sides and is out; K5 goes on."""
        found, state = self.released(suspect("S1", "tG5"), suspect("S2", "tK5"))
        assert found == ["S1"]
        assert (state.suspects["S1"].wave, state.suspects["S2"].wave) == ("", "wave1")

    def test_a_suspect_keeps_attitude_and_table(self) -> None:
        """It stays in Advance Attitude and is generated on {x10}."""
        state = self.released(suspect("S1", "tG5"))[1]
        out = state.suspects["S1"]
        assert (out.attitude, out.human_wave) == ("Advance", True)

    def test_a_unit_ends_its_mph(self) -> None:
        """A unit is out of the wave, and its MPh is over."""
        state = self.released(mine("eA", "4-4-7", "tG5"))[1]
        assert (state.units["eA"].wave, state.units["eA"].moved) == ("", True)

    def test_a_unit_takes_the_prevailing_attitude(self) -> None:
        """A squad out of an Advance S? of the wave is in Hold again with all others."""
        squad = mine("eA", "4-4-7", "tG5", attitude="Advance")
        state = self.released(squad)[1]
        assert state.units["eA"].attitude == ""

    def test_not_aside_into_a_dead_end(self) -> None:
        """Before a long pond it stops; round the end of one it goes (D-471)."""
        board = flat("pond: E4 F4 G4 H4 I4")
        blocked, free = mine("eA", "4-4-7", "tG5"), mine("eB", "4-4-7", "tI5")
        found = {move.id: move for move in moves(blocked, free, board=board)}
        assert found["eA"].standing == "obstacle"
        assert [way.to for way in found["eB"].ways] == ["tJ4"]
        pocket = flat("pond: F4 G4 H3 I4")
        assert ways(blocked, german("V", "tH4"), board=pocket) == ["tH4"]
        assert ways(blocked, board=pocket) == []

    def test_crowds_and_lack_of_mf_are_no_obstacle(self) -> None:
        """Who could go on but for its MF, or for other units, stays in the wave."""

        def run(play: Play) -> list[str]:
            return release(play, impulse(play, spent=31))

        assert seen(run, suspect("S1", "tG5"))[0] == []
