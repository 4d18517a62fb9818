"""C2.2/notes: notes on the counters of ordnance."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.dice import DR
from opfor.rules.a_infantry.a09_machine_guns.a09_61_against_armor import bullets
from opfor.rules.c_ordnance.c02_ordnance.c02_2_notes import Notes, notes_on
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance, ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_8_multiple_hits import to_kill_drs
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c04_to_hit_numbers import red_numbers
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import range_in
from opfor.rules.c_ordnance.c07_to_kill.to_kill_odds import vehicle_odds
from opfor.rules.c_ordnance.c08_ammunition.c08_3_ammunition import fp_of
from opfor.state.play import Play
from tests.rules.given.armor import duel, fire, plan, seen
from tests.rules.given.ordnance import GUN, looked


class TestC2_2_notesNotes:
    """C2.2/notes."""

    @pytest.mark.parametrize(
        ("special", "notes"),
        [
            ("", Notes()),
            ("H6; s8", Notes()),
            ("4 TK DR; MA:AA", Notes(to_kill_dr=4)),
            ("4 TK DR(MG); BU FP NA", Notes(to_kill_dr=4)),
            ("MA:AA; 3TK DR", Notes(to_kill_dr=3)),
            ("LF NT; 2 ROF; LF 2TK DR", Notes()),
            ("*Black TH#; *AP TK: 18", Notes(red=False, ap=18)),
            ("Blk TH#; 12: Stall", Notes(red=False)),
            ("s8; Red TH#s", Notes(red=True)),
            ("2 TK DR; Max TH Rng:16", Notes(to_kill_dr=2, reach=16)),
            ("[16]TH", Notes(reach=16)),
            ("TH [12]", Notes(reach=12)),
            ("MG:RTCA only; ATR:[12]TH", Notes()),
            ("WP9; 12 Area FP", Notes(area_fp=12)),
            ("No IF; Acq NA", Notes(acquires=False)),
        ],
    )
    def test_read(self, special: str, notes: Notes) -> None:
        """However they are written."""
        assert notes_on(special, "1943-06") == notes

    @pytest.mark.parametrize(("date", "red"), [("1943-12", True), ("1944-01", None)])
    def test_year(self, date: str, red: bool | None) -> None:
        """A colour may count up to a year."""
        assert notes_on("G; C7; Red TH#s^<44^", date).red is red

    @pytest.mark.parametrize(
        ("notes", "captured", "red"),
        [
            (Notes(), False, True),
            (Notes(red=False), False, False),
            (Notes(red=False), True, True),
            (Notes(red=True), False, True),
        ],
    )
    def test_colour(self, notes: Notes, captured: bool, red: bool) -> None:
        """Before that of the nation; captured is red whatever it says."""

        def run(play: Play) -> bool:
            gun = ordnance(play, play.state.weapons["w"])
            assert gun is not None
            return red_numbers(play, replace(gun, notes=notes), captured=captured)

        assert looked(run, weapon=GUN) is red

    @pytest.mark.parametrize("mounted", [True, False])
    def test_french(self, mounted: bool) -> None:
        """Red for French vehicles, black for French Guns."""
        gun = Ordnance(id="g", name="47", nation="french", kind="AT", mounted=mounted)
        found = looked(lambda play: red_numbers(play, gun, captured=False))
        assert found is mounted

    def test_area_fp(self) -> None:
        """In place of half of its HE."""
        gun = Ordnance(id="m", name="107* MTR M2", nation="american", kind="MTR")
        gun = replace(gun, calibre=107, notes=Notes(area_fp=12))
        assert looked(lambda play: fp_of(play, gun, "HE", "area")) == Fraction(12)
        plain = replace(gun, notes=Notes())
        assert looked(lambda play: fp_of(play, plain, "HE", "area")) == Fraction(10)

    def test_to_kill_dr(self) -> None:
        """So many for each hit; doubles of a small one make no more of them."""
        shot: ToHit = seen(plan)
        shot = replace(shot, piece=replace(shot.piece, notes=Notes(to_kill_dr=4)))
        assert to_kill_drs(shot, DR(2, 2)) == 4
        found: Any = seen(lambda play: vehicle_odds(play, shot).fates["none"])
        once: Any = seen(lambda play: vehicle_odds(play, plan(play)).fates["none"])
        assert found < once

    def test_in_play(self) -> None:
        """The quad of a FlaKPz IV/20 makes four."""
        dice = ("C3.3 DR 3,4", *("C3.4 DR 6,5" for _ in range(4)))
        played = duel(fire, *dice, counter="german/flakpz-iv-20")
        assert "etank" in played.state.units

    def test_mg(self) -> None:
        """A MG that is the Main Armament has its vehicle's."""

        def run(play: Play) -> list[int]:
            found = [bullets(play, weapon) for weapon in play.state.weapons_of("tank")]
            return [one.notes.to_kill_dr for one in found if one]

        assert 2 in seen(run, counter="british/mark-vib")

    @pytest.mark.parametrize("acquires", [True, False])
    def test_acquires(self, acquires: bool) -> None:
        """Acq NA: nothing."""

        def run(play: Play) -> None:
            shot = plan(play)
            piece = replace(shot.piece, notes=Notes(acquires=acquires))
            range_in(play, replace(shot, piece=piece))

        held = duel(run).state.weapons["tank.ma"].acquired
        assert (held is not None) is acquires
