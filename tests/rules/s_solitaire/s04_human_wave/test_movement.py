"""S4.32 to S4.33, S4.36: what a Human Wave does in its MPh, its APh and its fire."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.geo.map import Map
from opfor.rules.s_solitaire.s04_human_wave.chain import (
    gaps,
    renew_wave,
    thin_waves,
    wave_advances,
)
from opfor.rules.s_solitaire.s04_human_wave.fire import WaveFire, wave_fire
from opfor.rules.s_solitaire.s04_human_wave.movement import (
    WaveMove,
    moves_automatically,
    release,
    runners,
    wave_move,
    wave_order,
)
from opfor.rules.sequence.player_turn import OF_PHASE
from opfor.rules.sequence.s02_turn import begin_phase
from opfor.state.events import WaveBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import OFFBOARD, Side, Suspect, Unit, Wave, Weapon
from tests.rules.given.setting import at, flat, played
from tests.rules.given.world import MISSION, VILLAGE, events, world
from tests.rules.s_solitaire.s04_human_wave.test_wave import german, mine

HERE = world(VILLAGE, MISSION)
FLAT = flat()
"""17 hexrows of ten; the FBE is at the top, north at the right."""


def suspect(id_: str, where: str, wave: str = "wave1", enters: str = "") -> Suspect:
    """A S? of a wave."""
    place, entry = at(where, enters)
    return Suspect(id_, place, "Advance", "red", entry, (), human_wave=True, wave=wave)


def seen(
    run: Any,
    *who: Suspect | Unit,
    board: Map = FLAT,
    weapons: tuple[Weapon, ...] = (),
    **mission: Any,
) -> Any:
    """What a function says of two waves made up of these S? and units."""
    found: list[Any] = []

    def view(play: Play) -> None:
        for number in (1, 2):
            play.emit(WaveBegan(Wave(f"wave{number}", "red", at("tH10")[0])))
        from opfor.state.events import WeaponAdded  # noqa: PLC0415 - one helper

        for weapon in weapons:
            play.emit(WeaponAdded(weapon))
        found.append(run(play))
        found.append(play.state)

    suspects = tuple(s for s in who if isinstance(s, Suspect))
    units = tuple(u for u in who if isinstance(u, Unit))
    mission = {"fbe": "top", **mission}
    game = played(board, run=view, suspects=suspects, units=units, **mission)
    result, state = found
    return (result, state, game)


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


class TestS4_32Actions:
    """S4.32."""

    def test_mmc_move_without_an_action_dr(self) -> None:
        """D-002: a wave's MMC needs no Action DR, so it cannot Panic."""
        assert moves_automatically(HERE, mine("eA", "4-4-7", "tG5"))
        assert not moves_automatically(HERE, mine("eA", "4-4-7", "tG5", wave=""))

    def test_exc1_leader(self) -> None:
        """A leader of the wave makes an Action DR."""
        assert not moves_automatically(HERE, mine("eA", "8-0", "tG5"))

    def test_toward_the_fbe(self) -> None:
        """From G5 to G4 straight ahead, H5 or F5 aside; never back."""
        assert ways(mine("eA", "4-4-7", "tG5")) == ["tG4", "tH4", "tF4"]

    def test_toward_a_fbe_on_a_short_side(self) -> None:
        """Where hexrows run along the FBE two hexes lie ahead."""
        assert ways(mine("eA", "4-4-7", "tG5"), fbe="left") == ["tF4", "tF5"]

    def test_a_vpo_to_be_controlled_first(self) -> None:
        """A FRIENDLY Controlled VPO Location ahead comes before the rest."""
        found = ways(mine("eA", "4-4-7", "tG5"), controlled=at("tF4"))
        assert found[0] == "tF4"

    def test_off_the_fbe(self) -> None:
        """From the FBE's last hex it exits."""
        assert ways(mine("eA", "4-4-7", "tG1"))[0] == OFFBOARD
        assert OFFBOARD in ways(mine("eA", "4-4-7", "tH0"))
        assert OFFBOARD not in ways(mine("eA", "4-4-7", "tG2"))


class TestS4_321MPh:
    """S4.321."""

    def test_eight_mf(self) -> None:
        """After 7 MF one hex of Open Ground is left; after 7 and a half none."""
        unit = mine("eA", "4-4-7", "tG5")
        assert moves(unit, spent=28)[0].standing == "moves"
        late = moves(unit, spent=30)[0]
        assert (late.ways, late.standing) == ((), "no MF")

    def test_cheaper_before_dearer(self) -> None:
        """Woods straight ahead come after Open Ground beside them."""
        board = flat("woods: G4")
        assert ways(mine("eA", "4-4-7", "tG5"), board=board)[-1] == "tG4"

    def test_neither_los_nor_leader(self) -> None:
        """It moves with no FRIENDLY unit on the map and no leader in the wave."""
        assert moves(mine("eA", "4-4-7", "tG5"))[0].standing == "moves"

    def test_known_enemy_ahead_must_be_entered(self) -> None:
        """With a Known FRIENDLY unit ahead there is no other way; concealed is."""
        unit = mine("eA", "4-4-7", "tG5")
        assert ways(unit, german("V", "tF4")) == ["tF4"]
        assert len(ways(unit, german("V", "tF4", concealed=True))) == 3

    def test_not_on_from_a_known_enemy(self) -> None:
        """Who is with a Known FRIENDLY unit moves no more."""
        assert moves(mine("eA", "4-4-7", "tG5"), german("V", "tG5")) == []

    def test_exc1_berserk_first(self) -> None:
        """Nothing in a wave moves until the berserk unit has moved."""
        wave = mine("eA", "4-4-7", "tG5")
        for moved, order in ((False, []), (True, ["eA"])):
            other = mine("eB", "4-4-7", "tC5", "", berserk=True, moved=moved)
            assert [move.id for move in moves(wave, other)] == order

    def test_from_offboard(self) -> None:
        """A S? that waits has one way: the hex it is to enter."""
        waiting = suspect("S1", "", enters="tG10")
        assert ways(waiting) == ["tG10"]
        assert moves(waiting)[0].ways[0].cost == 4

    def test_north_to_south_within_a_wave(self) -> None:
        """All of a wave, S? and units, in the order of the hexrows."""
        who = (suspect("S1", "tC5"), suspect("S2", "tG5"), mine("eA", "4-4-7", "tE5"))
        assert [move.id for move in moves(*who)] == ["S2", "eA", "S1"]

    def test_a_suspect_keeps_out_of_a_crowd(self) -> None:
        """A Location with two ENEMY units is Prohibited for a S?, not for a unit."""
        two = [mine(f"e{n}", "4-4-7", "tG4", wave="") for n in range(2)]
        assert "tG4" not in ways(suspect("S1", "tG5"), *two)
        assert "tG4" in ways(mine("eA", "4-4-7", "tG5"), *two)


class TestS4_324SeveralWaves:
    """S4.324."""

    def test_the_one_nearest_the_fbe(self) -> None:
        """The wave with the unit closest to the FBE moves first, on board or off."""
        one, two = suspect("S1", "tC6"), suspect("S2", "tG5", "wave2")
        assert seen(wave_order, one, two)[0] == ["wave2", "wave1"]
        off = suspect("S2", "", "wave2", enters="tG6")
        assert seen(wave_order, one, off)[0] == ["wave1", "wave2"]

    def test_a_wave_that_is_gone(self) -> None:
        """A wave without members is not listed."""
        assert seen(wave_order, suspect("S1", "tC6"))[0] == ["wave1"]


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

    def test_crowds_and_lack_of_mf_are_no_obstacle(self) -> None:
        """Who could go on but for its MF, or for other units, stays in the wave."""

        def run(play: Play) -> list[str]:
            return release(play, impulse(play, spent=31))

        assert seen(run, suspect("S1", "tG5"))[0] == []


class TestS4_323SubsequentTurns:
    """S4.323."""

    @staticmethod
    def line(*hexes: str, each: int = 2, start: int = 0) -> list[Unit]:
        """MMC of the wave, so many in each hex."""
        return [
            mine(f"e{start + n}", "4-4-7", hex_)
            for n, hex_ in enumerate(h for h in hexes for _ in range(each))
        ]

    def renewed(self, *who: Suspect | Unit, **more: Any) -> list[str]:
        """Who is in the wave after it was renewed."""
        found: list[str] = seen(lambda play: renew_wave(play, "wave1"), *who, **more)[0]
        return sorted(found)

    def test_three_hexes_with_two_mmc_each(self) -> None:
        """The least chain goes on; no leader is needed."""
        assert len(self.renewed(*self.line("tF5", "tG5", "tH5"))) == 6

    def test_two_hexes_are_no_chain(self) -> None:
        """Two hexes, however full, end the wave."""
        assert self.renewed(*self.line("tF5", "tG5", each=3)) == []

    def test_the_average_counts(self) -> None:
        """Four, one and one MMC are two a hex; three, one and one are not."""
        ends = (mine("e8", "4-4-7", "tG5"), mine("e9", "4-4-7", "tH5"))
        assert len(self.renewed(*self.line("tF5", each=4), *ends)) == 6
        assert self.renewed(*self.line("tF5", each=3), *ends) == []

    def test_smc_do_not_count_in_the_average(self) -> None:
        """Five MMC and a leader in three hexes are too few."""
        line = self.line("tF5", "tG5", "tH5")[:5]
        assert self.renewed(*line, mine("eL", "8-0", "tH5")) == []

    @pytest.mark.parametrize(("counts", "left"), [(1, 0), (2, 3)])
    def test_suspects_in_the_average(self, counts: int, left: int) -> None:
        """D-017: a S? counts one; a Mission may let it count two."""
        line = [
            suspect(f"S{n}", hex_) for n, hex_ in enumerate(at("tF5", "tG5", "tH5"))
        ]
        assert len(self.renewed(*line, wave_chain=counts)) == left

    def test_a_thin_end_is_left_out(self) -> None:
        """D-068: a lone MMC at the end leaves the wave, the rest goes on."""
        line = self.line("tF5", "tG5", "tH5")
        assert "eX" not in self.renewed(*line, mine("eX", "4-4-7", "tI5"))

    def test_broken_ones_leave(self) -> None:
        """A broken unit is in the wave no more."""
        line = self.line("tF5", "tG5", "tH5")
        found = self.renewed(*line, mine("eX", "4-4-7", "tG5", broken=True))
        assert "eX" not in found
        assert len(found) == 6

    def test_with_a_known_enemy_they_leave(self) -> None:
        """Who has entered a Known FRIENDLY unit's Location leaves; concealed not."""
        line = self.line("tF5", "tG5", "tH5", "tI5")
        assert len(self.renewed(*line, german("V", "tI5"))) == 6
        assert len(self.renewed(*line, german("V", "tI5", concealed=True))) == 8

    def test_before_it_enters_there_is_no_chain_to_keep(self) -> None:
        """S? that have yet to enter are in the wave, one a hex or not."""
        waiting = [suspect("S1", "", enters="tG10"), suspect("S2", "", enters="tH10")]
        assert len(self.renewed(*waiting)) == 2

    @pytest.mark.parametrize(("side", "left"), [("ENEMY", 0), ("FRIENDLY", 2)])
    def test_as_the_phase_begins(self, side: Side, left: int) -> None:
        """D-396: a wave is looked over as the ENEMY's PFPh begins, in no other."""

        def begins(play: Play) -> None:
            begin_phase(play, 2, side, "PFPh")

        _, state, _ = seen(begins, *self.line("tF5", "tG5", each=1))
        assert sum(unit.wave != "" for unit in state.units.values()) == left

    def test_before_anybody_rallies(self) -> None:
        """D-396: who is broken as a RPh begins is in no wave, also when he rallies."""
        broken = mine("eX", "4-4-7", "tG5", broken=True)
        _, state, _ = seen(thin_waves, *self.line("tF5"), broken)
        assert state.units["eX"].wave == ""
        assert state.units["e0"].wave == "wave1"
        assert thin_waves in OF_PHASE["RPh"].begins

    def test_infantry_in_position_joins(self) -> None:
        """D-068: a squad in a hex of the wave joins, and one next to it if dense."""
        line = self.line("tF5", "tG5", "tH5", each=3)
        inside = mine("eX", "4-4-7", "tG5", wave="")
        beside = mine("eY", "4-4-7", "tI5", wave="")
        far = mine("eZ", "4-4-7", "tL5", wave="")
        found = self.renewed(*line, inside, beside, far)
        assert {"eX", "eY"} <= set(found)
        assert "eZ" not in found

    def test_a_friendly_unit_does_not_join(self) -> None:
        """Only the ENEMY's Infantry, in Good Order, joins."""
        line = self.line("tF5", "tG5", "tH5")
        broken = mine("eX", "4-4-7", "tG5", wave="", broken=True)
        found = self.renewed(*line, broken, german("V", "tG4"))
        assert len(found) == 6

    def test_exc1_sw(self) -> None:
        """A squad with a LMG does not join."""
        line = self.line("tF5", "tG5", "tH5")
        armed = mine("eX", "4-4-7", "tG5", wave="")
        lmg = Weapon(id="elmgA", counter="russian/lmg", owner="eX")
        assert "eX" in self.renewed(*line, armed)
        assert "eX" not in self.renewed(*line, armed, weapons=(lmg,))


class TestS4_322APh:
    """S4.322."""

    @staticmethod
    def advances(*who: Suspect | Unit, **more: Any) -> dict[str, str]:
        """Who advances where."""
        found: dict[str, str] = seen(
            lambda play: wave_advances(play, "wave1"), *who, **more
        )[0]
        return found

    @staticmethod
    def after(line: list[Unit], made: dict[str, str]) -> int:
        """The gaps of a line after these advances."""

        def count(play: Play) -> int:
            now = {unit.id: made.get(unit.id, unit.location) for unit in line}
            hexes = {i: play.world.locate(at(w)[0]).hex for i, w in now.items()}
            return gaps(play, hexes)

        found: int = seen(count, *line)[0]
        return found

    def test_a_gap_is_closed(self) -> None:
        """E6, E6, F5 and H5, I6: G5 is filled, and F5 behind it, from E6."""
        hexes = ("tE6", "tE6", "tF5", "tH5", "tI6")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        made = self.advances(*line)
        assert made
        assert self.after(line, made) == 0

    def test_a_gap_too_wide(self) -> None:
        """Where no advance can help, nobody advances into a new gap."""
        line = [mine("e1", "4-4-7", "tC5"), mine("e2", "4-4-7", "tM5")]
        assert self.advances(*line) == {}

    def test_forward_together_where_there_is_none(self) -> None:
        """An unbroken line goes straight toward the FBE."""
        hexes = ("tF5", "tG5", "tH5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        assert self.advances(*line) == {"e0": "tF4", "e1": "tG4", "e2": "tH4"}

    def test_toward_the_nearest_target(self) -> None:
        """With a Target in sight each comes nearer to it, and no gap opens."""
        hexes = ("tF5", "tG5", "tH5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        assert self.advances(*line, german("V", "tL4"))["e2"] == "tI5"

    def test_no_gap_is_opened(self) -> None:
        """Behind a pond the middle cannot follow: the line does not break."""
        hexes = ("tF5", "tG5", "tH5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        board = flat("pond: G4 F4 H4", "woods: C3")
        assert self.after(line, self.advances(*line, board=board)) == 0


class TestS4_36FireGroups:
    """S4.36."""

    @staticmethod
    def fire(*who: Suspect | Unit, **more: Any) -> WaveFire | None:
        """The attack of the wave."""
        found: WaveFire | None = seen(
            lambda play: wave_fire(play, "wave1"), *who, **more
        )[0]
        return found

    LINE = tuple(mine(f"e{n}", "4-4-7", h) for n, h in enumerate(("tF6", "tG6", "tH6")))

    def test_the_largest_fg(self) -> None:
        """All three ADJACENT Locations fire together; a squad apart does not."""
        apart = mine("eX", "4-4-7", "tN6")
        assert self.fire(*self.LINE, apart, german("V", "tG4")) == WaveFire(
            ("e0", "e1", "e2"), at("tG4")[0]
        )

    def test_good_order_first(self) -> None:
        """A Good Order Target farther off comes before a broken one nearby."""
        near, far = german("V", "tG5", broken=True), german("W", "tG4")
        attack = self.fire(*self.LINE, near, far)
        assert attack is not None
        assert attack.target == "tG4"

    def test_only_broken_ones(self) -> None:
        """Line 2: with no Good Order Target the closest is taken."""
        near, far = german("V", "tG5", broken=True), german("W", "tG4", broken=True)
        attack = self.fire(*self.LINE, near, far)
        assert attack is not None
        assert attack.target == "tG5"

    def test_closest_then_least_tem(self) -> None:
        """D-018: of two as close the one in less TEM; a closer one comes first."""
        board = flat("stone building: G4", "stone building: M8")
        inside, outside = german("V", "tG4"), german("W", "tH4")
        attack = self.fire(*self.LINE, inside, outside, board=board)
        assert attack is not None
        assert attack.target == "tH4"
        attack = self.fire(*self.LINE, inside, german("W", "tG3"), board=board)
        assert attack is not None
        assert attack.target == "tG4"

    def test_broken_units_do_not_fire(self) -> None:
        """A broken unit of the wave is in no FG; without a Target there is none."""
        broken = mine("e9", "4-4-7", "tG6", broken=True)
        attack = self.fire(*self.LINE, broken, german("V", "tG4"))
        assert attack is not None
        assert "e9" not in attack.units
        assert self.fire(*self.LINE) is None


def test_a_wave_from_edge_to_edge() -> None:
    """A S? moved by its first ways leaves by the FBE, never turning back."""
    board = flat("woods: G5-G7", "grain: H3-H8")
    game: Game[State]
    where, route = "tG10", []
    for _ in range(20):
        first = moves(suspect("S1", where), board=board)[0].ways[0]
        route.append(first.to)
        if first.to == OFFBOARD:
            break
        where = first.to
    assert route[-1] == OFFBOARD
    assert len(route) <= 12
    game = played(board, run=lambda _: None)
    assert not events(game, WaveBegan)
