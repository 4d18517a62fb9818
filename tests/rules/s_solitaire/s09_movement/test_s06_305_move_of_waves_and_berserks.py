"""S6.301, S6.305 in play: berserk units charge, then Human Waves move by impulses."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_movement.s06_305_move_of_waves_and_berserks import (
    wave as wave_moves,
)
from opfor.state.events import Moved, SuspectPlaced, UnitAdded, WaveBegan
from opfor.state.play import Play
from opfor.state.units import Suspect, Wave
from tests.rules.given.moves import at, enemy, phase
from tests.rules.given.waves import mine, seen, suspect
from tests.rules.given.world import events


class TestS6_305_moveHumanWave:
    """S6.305/move."""

    def test_impulse_by_impulse(self) -> None:
        """A unit and a S? of a wave go on by turns, eight MF each."""

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            for id_, where in (("e8", "tC2"), ("e9", "tE2")):
                play.emit(UnitAdded(enemy(where, id_, wave="wave1", action="Move")))
            one = Suspect("S1", at("tD2"), "Advance", human_wave=True, wave="wave1")
            play.emit(SuspectPlaced(one))

        played = phase(changed=waves)
        moved = [event.move.units[0] for event in events(played, Moved)]
        assert moved[:4] == ["e8", "e9", "e8", "e9"]
        assert len(moved) == 16
        assert played.state.units["e8"].location == "tC10"
        assert played.state.suspects["S1"].location == "tD10"
        assert played.state.suspects["S1"].moved
        assert played.state.move is None

    def test_one_wave_after_the_other(self) -> None:
        """S4.324: the wave nearest the FBE makes its whole MPh before the next."""

        def waves(play: Play) -> None:
            for wave, row in (("wave1", 2), ("wave2", 4)):
                play.emit(WaveBegan(Wave(wave, "red", at("tC1"))))
                for id_, grain in ((f"{wave}n", "C"), (f"{wave}s", "E")):
                    where = f"t{grain}{row}"
                    play.emit(UnitAdded(enemy(where, id_, wave=wave, action="Move")))

        played = phase(changed=waves)
        moved = [event.move.units[0] for event in events(played, Moved)]
        assert moved[:4] == ["wave2n", "wave2s", "wave2n", "wave2s"]
        assert "wave2n" not in moved[moved.index("wave1n") :]
        assert len(moved) == 14 + 16

    def test_who_is_held_up_goes_on_later(self) -> None:
        """A S? with a full Location ahead of it moves once that is left."""

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            for n in range(2):
                for where, wave in (("tB2", ""), ("tC3", ""), ("tD2", "wave1")):
                    unit = enemy(where, f"{where}{n}", wave=wave, action="Move")
                    play.emit(UnitAdded(replace(unit, moved=not wave)))
            one = Suspect("S1", at("tC2"), "Advance", human_wave=True, wave="wave1")
            play.emit(SuspectPlaced(one))

        played = phase(changed=waves)
        assert played.state.suspects["S1"].location == "tD9"

    def test_the_rear_rank_follows(self) -> None:
        """D-842: three squads behind three keep up with them, and none is left."""

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            for where in ("tC2", "tC3"):
                for n in range(3):
                    id_ = f"e{where}{n}"
                    play.emit(UnitAdded(enemy(where, id_, wave="wave1", action="Move")))

        played = phase(changed=waves)
        ends = {id_: unit.location for id_, unit in played.state.units.items()}
        assert {ends[f"etC2{n}"] for n in range(3)} == {"tC10"}
        # from C3 off the FBE
        assert not {f"etC3{n}" for n in range(3)} & ends.keys()

    def test_all_held_up(self) -> None:
        """A wave of a S? that no Location ahead has room for does not begin."""
        others = [
            mine(f"{where}{n}", "4-4-7", where, wave="")
            for where in ("tH4", "tG5", "tI5")
            for n in range(3)
        ]
        done, state, _ = seen(wave_moves, suspect("S1", "tH5"), *others)
        assert not done
        assert state.move is None

    def test_into_the_enemy(self) -> None:
        """A wave enters the Location of a Known FRIENDLY unit and stays there."""

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            play.emit(UnitAdded(enemy("tC2", "e8", wave="wave1", action="Move")))

        played = phase(changed=waves, units={"f1": ("german/4-6-7", "tC5")})
        assert played.state.units["e8"].location == "tC5"
        assert played.state.units["e8"].moved

    def test_what_a_suspect_brings_is_one_stack(self) -> None:
        """A8.1: fired at together where it came; then each goes on by itself."""
        at_once: list[list[str]] = []

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            one = Suspect("S1", at("tC2"), "Advance", human_wave=True, wave="wave1")
            play.emit(SuspectPlaced(one))

        def asked(play: Play) -> None:
            at_once.append([unit.id for unit in play.state.movers()])

        played = phase(
            *("S4.34 dr 4", "S5.72 DR 4,4", "S5.72 DR 4,4"),
            changed=waves,
            asked=asked,
            units={"f1": ("german/4-6-7", "tC9")},
        )
        brought = [u.id for u in played.state.units.values() if u.side == "ENEMY"]
        assert len(brought) > 1
        assert at_once[0] == brought
        assert all(len(units) == 1 for units in at_once[1:])
        assert {at_once[n][0] for n in range(1, len(brought) + 1)} == set(brought)
        assert all(played.state.units[id_].location == "tC9" for id_ in brought)
