"""S4.32, S4.321, S4.324, S4.33: how Human Waves move in their MPh."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import (
    WaveMove,
    moves_automatically,
    runners,
    wave_move,
    wave_order,
)
from opfor.state.events import MarkerAdded, WaveBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import OFFBOARD, LocationName, Marker, Suspect, Unit
from tests.rules.given.setting import at, flat, played
from tests.rules.given.waves import german, mine, seen, suspect
from tests.rules.given.world import MISSION, VILLAGE, events, world

HERE = world(VILLAGE, MISSION)


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

    def test_round_residual_fp(self) -> None:
        """D-830: units go round 4 Residual FP, if a hex ahead is free; else on."""

        def found(*hot: str, fp: int = 4, vpo: tuple[str, ...] = ()) -> list[str]:
            def run(play: Play) -> list[str]:
                for where in hot:
                    name = LocationName(where)
                    play.emit(
                        MarkerAdded(
                            Marker(id=where, kind="residual", location=name, fp=fp)
                        )
                    )
                return [way.to for way in impulse(play)[0].ways]

            unit = mine("eA", "4-4-7", "tG5")
            result: list[str] = seen(run, unit, vpo=vpo, held_by="FRIENDLY")[0]
            return result

        assert found("tG4") == ["tH4", "tF4"]
        assert found("tG4", fp=2)[0] == "tG4"
        assert found("tG4", vpo=("G3",))[0] == "tG4"
        assert found("tG4", "tH4", "tF4") == ["tG4"]

    def test_not_aside_into_residual_fp(self) -> None:
        """D-830: with MF for hexes under fire alone it waits, if one ahead is free."""

        def found(*hot: str) -> WaveMove:
            def run(play: Play) -> WaveMove:
                for where in at(*hot):
                    marker = Marker(id=where, kind="residual", location=where, fp=4)
                    play.emit(MarkerAdded(marker))
                return impulse(play, spent=28)[0]

            unit = mine("eA", "4-4-7", "tG5")
            result: WaveMove = seen(run, unit, board=flat("woods: G4"))[0]
            return result

        late = found("tH4", "tF4")
        assert (late.ways, late.standing) == ((), "no MF")
        assert [way.to for way in found("tH4").ways] == ["tF4"]

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

    def test_straight_on_then_cheaper(self) -> None:
        """D-471: woods ahead are entered; aside the cheaper hex comes first."""
        unit = mine("eA", "4-4-7", "tG5")
        assert ways(unit, board=flat("woods: G4"))[0] == "tG4"
        board = flat("pond: G4", "woods: H4")
        assert ways(unit, board=board) == ["tF4", "tH4"]

    def test_no_drift_along_a_short_side(self) -> None:
        """D-471: from K5 to J4 and on to I5: the line goes neither north nor south."""
        where, went = "tK5", []
        for _ in range(4):
            where = ways(mine("eA", "4-4-7", where), fbe="left")[0]
            went.append(where)
        assert went == ["tJ4", "tI5", "tH4", "tG5"]

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

    def test_prisoners_are_no_enemy(self) -> None:
        """A20: a wave neither stops beside prisoners of its side nor makes for them."""
        unit, guard = mine("eA", "4-4-7", "tG5"), mine("eG", "4-4-7", "tF4", wave="")
        there = german("V", "tF4", guard="eG", unarmed=True)
        assert len(ways(unit, guard, there)) == 3
        with_it = german("V", "tG5", guard="eA", unarmed=True)
        assert moves(unit, with_it)[0].standing == "moves"

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

    def test_the_front_rank_first(self) -> None:
        """D-842: in a hexrow the one nearest the FBE moves first."""
        who = (mine("eA", "4-4-7", "tG6"), mine("eB", "4-4-7", "tG5"))
        assert [move.id for move in moves(*who)] == ["eB", "eA"]

    def test_too_dear_for_overstacking(self) -> None:
        """D-471: with 4 MF left for woods that hold five squads it goes aside."""
        crowd = [mine(f"e{n}", "4-4-7", "tG4", wave="") for n in range(5)]
        unit, board = mine("eA", "4-4-7", "tG5"), flat("woods: G4")
        assert ways(unit, *crowd, board=board)[0] == "tG4"
        assert "tG4" not in ways(unit, *crowd, board=board, spent=16)
        assert ways(unit, *crowd[:3], board=board, spent=16)[0] == "tG4"

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
