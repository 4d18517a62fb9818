"""S4.3, S4.31, S4.35, S4.37: Human Waves, how they enter and what sets them apart."""

from typing import Any

import pytest

from opfor.core.errors import OpforError
from opfor.core.event import RollMade
from opfor.core.game import Game
from opfor.geo.boards.text import text_board
from opfor.geo.map import Map, Placed
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import (
    COLOURS,
    fits,
    human_wave,
    leader_drm,
    may_recover,
    morale_bonus,
)
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import Suspect, Weapon
from opfor.views.text.words import say
from tests.geo.players_boards import shared_map
from tests.rules.given.setting import at, flat, played
from tests.rules.given.waves import mine, wave_activated
from tests.rules.given.world import MISSION, VILLAGE, events, notes, world
from tests.shared import needs_shared

FLAT = flat()
HERE = world(VILLAGE, MISSION)
CHITS = ("S4.21 chit D", "S4.21 chit I")
SQUADS = ("S5.72 DR 4,4", "S5.72 DR 4,4")
LEADER = ("S5.73 DR 3,3", "S5.73 dr 4")


def wave(board_map: Map, *dice: str, **setting: Any) -> Game[State]:
    """The game after a wave was set up to enter at the bottom."""
    return played(board_map, *dice, run=human_wave, fbe="top", **setting)


def entries(game: Game[State]) -> list[str]:
    """The entrance hexes of the S? of waves."""
    return [s.enters for s in game.state.suspects.values() if s.wave]


class TestS4_3HumanWave:
    """S4.3."""

    def test_its_suspects(self) -> None:
        """All of a colour of their own, in Advance Attitude, for {x10}, in the wave."""
        black = Suspect("S1", at("tG5")[0])
        game = wave(FLAT, *CHITS, suspects=(black,))
        found = [s for s in game.state.suspects.values() if s.wave]
        kinds = {(s.attitude, s.human_wave, s.wave, s.colour) for s in found}
        assert kinds == {("Advance", True, "wave1", "red")}
        assert [s.id for s in found] == ["S2", "S3", "S4", "S5", "S6", "S7"]

    def test_a_colour_that_no_other_suspect_has(self) -> None:
        """With red S? on the map the wave is green; the next wave has its own."""
        red = Suspect("S1", at("tG5")[0], colour="red")

        def two(play: Play) -> None:
            human_wave(play)
            human_wave(play)

        game = played(FLAT, *CHITS, *CHITS, run=two, suspects=(red,), fbe="top")
        assert [w.colour for w in game.state.waves.values()] == ["green", "blue"]

    def test_more_groups_than_colours(self) -> None:
        """With every colour on the map, the one with fewest S? serves again."""
        used = [*COLOURS, *COLOURS[:4], COLOURS[5]]
        black = tuple(
            Suspect(f"S{n}", at("tG5")[0], colour=colour)
            for n, colour in enumerate(used)
        )
        game = wave(FLAT, *CHITS, suspects=black)
        assert [w.colour for w in game.state.waves.values()] == [COLOURS[4]]

    def test_two_squads_for_stacking_and_vp(self) -> None:
        """A S? of a wave counts as two squads, in the wave or not; another as one."""
        here = at("tG5")[0]
        assert Suspect("S1", here, human_wave=True).squads == 2
        assert Suspect("S1", here).squads == 1

    @pytest.mark.parametrize("turn", ["FRIENDLY", "ENEMY"])
    def test_morale_in_either_player_turn(self, turn: str) -> None:
        """+1 to the ML of its unbroken units, whosever turn it is."""
        unit = mine("eA", "4-4-7", "tG5")
        assert morale_bonus(unit) == 1, turn
        assert morale_bonus(mine("eA", "4-4-7", "tG5", broken=True)) == 0
        assert morale_bonus(mine("eA", "4-4-7", "tG5", wave="")) == 0

    def test_not_every_nation(self) -> None:
        """A nation without {x10} is told to have no wave."""
        with pytest.raises(OpforError, match="no table x10"):
            wave(FLAT, enemy="finnish", date="1941-08")


class TestS4_31Entry:
    """S4.31."""

    def test_one_suspect_a_hex(self) -> None:
        """D to I: six entrance hexes with one S? each, the marker among them."""
        game = wave(FLAT, *CHITS)
        found = ["tI10", "tH10", "tG10", "tF10", "tE10", "tD10"]
        assert entries(game) == found  # from north, at the right, to south
        assert game.state.waves["wave1"].marker in found

    def test_along_a_width(self) -> None:
        """D-016: two boards' coordinates are counted through the joint."""
        text = "board: {}\nsize: 17x10\n"
        boards = [Placed(text_board(text.format(n)), 0, i) for i, n in enumerate("pq")]
        dice = ("S4.22 DR 1,6", "S4.22 DR 6,1")
        game = played(Map(boards), *dice, run=human_wave, fbe="left")
        assert entries(game) == ["pQ8", "pQ9", "pQ10", "qQ1", "qQ2", "qQ3"]

    def test_a_barred_entrance_hex(self) -> None:
        """D-016: a pond among the entrance hexes gets no S?, and is told."""
        game = wave(flat("pond: F10"), *CHITS)
        assert "tF10" not in entries(game)
        assert len(entries(game)) == 5
        assert any("no S? of the wave enters tF10" in note for note in notes(game))

    def test_an_edge_too_short(self) -> None:
        """Where no two hexes fit, there is no wave, and no drawing without end."""
        game = wave(flat("pond: A10", size="5x10"))
        assert game.state.suspects == game.state.waves == {}
        assert any("no two hexes" in note for note in notes(game))


class TestS4_31_exc1DrawnAgain:
    """S4.31 EXC."""

    @pytest.mark.parametrize(
        ("apart", "legal"), [(0, False), (3, False), (4, True), (11, True), (12, False)]
    )
    def test_hexes_between(self, apart: int, legal: bool) -> None:
        """Two hexes between are too few, three enough; ten enough, eleven too many."""
        assert fits(5, 5 + apart) == fits(5 + apart, 5) == legal

    def test_both_are_drawn_again(self) -> None:
        """D-016: the same chit twice, then two hexes between, then four."""
        again = ("G", "J", "D", "I")
        dice = ("S4.21 chit G", "S4.21 chit G", *(f"S4.21 chit {c}" for c in again))
        assert len(entries(wave(FLAT, *dice))) == 6

    @needs_shared
    def test_t10_board_19(self) -> None:
        """T10: B and E, F and T are illegal; N and X bring eleven S?."""
        dice = [f"S4.21 chit {chit}" for chit in "BEFTNX"]
        found = entries(wave(shared_map("19"), *dice))
        assert found == [f"19{letter}10" for letter in "XWVUTSRQPON"]


class TestS4_35LeaderDrm:
    """S4.35."""

    @pytest.mark.parametrize(("leaders", "drm"), [(0, -1), (1, 1), (2, 2)])
    def test_drm(self, leaders: int, drm: int) -> None:
        """-1 without a leader, +1 for each; a Commissar counts, others' do not."""
        names = ("8-0", "9-0-commissar")
        units = [mine(f"e{n}", names[n], "tG5") for n in range(leaders)]
        units += [mine("eX", "9-1", "tG5", wave="wave2"), mine("eY", "4-4-7", "tG5")]
        found: list[int] = []

        def view(play: Play) -> None:
            found.append(sum(mod.value for mod in leader_drm(play, "wave1")))

        played(FLAT, run=view, units=tuple(units))
        assert found == [drm]

    def test_outside_a_wave(self) -> None:
        """D-068: a S? that left its wave has neither DRM."""
        found: list[Any] = []
        played(FLAT, run=lambda play: found.extend(leader_drm(play, "")))
        assert found == []

    def test_on_the_roll(self) -> None:
        """The leader's DR in a wave without one shows date +1 and wave -1."""
        game = wave_activated("S4.34 dr 2", *SQUADS, *LEADER)
        rolls = [roll for roll in events(game, RollMade) if say(roll.fact) == "leader"]
        assert [mod.name for mod in rolls[0].mods] == ["date 1941-08", "no wave leader"]


class TestS4_37Recovery:
    """S4.37."""

    @pytest.mark.parametrize(
        ("unit", "weapon", "allowed"),
        [
            ("4-4-7", "lmg", True),  # 1 PP
            ("4-4-7", "50-mtr", False),
            ("4-4-7", "hmg", False),
            ("8-0", "lmg", False),
        ],
    )
    def test_light_sw_by_mmc(self, unit: str, weapon: str, allowed: bool) -> None:
        """A SW of 2 PP or less by a MMC; a SMC never attempts it."""
        sw = Weapon(id="w", counter=f"russian/{weapon}")
        view = FrozenView(State(mission=MISSION), HERE)
        assert may_recover(view, mine("eA", unit, "tG5"), sw) == allowed

    @pytest.mark.parametrize(
        ("weapon", "allowed"), [("50-mtr", True), ("50-hmg", False)]
    )
    def test_a_dm_sw(self, weapon: str, allowed: bool) -> None:
        """A dm SW counts by its dm PP: the 50* MTR has 2 of them, the .50 HMG 3."""
        sw = Weapon(id="w", counter=f"russian/{weapon}", dm=True)
        view = FrozenView(State(mission=MISSION), HERE)
        assert may_recover(view, mine("eA", "4-4-7", "tG5"), sw) == allowed
