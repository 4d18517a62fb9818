"""S3.31, S3.32, S5.2 in the APh, S5.5, vehicles as movers, the AC# track."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.a_infantry.a03_phases import tidy
from opfor.rules.s_solitaire.s03_activation.advance import suspect_moved
from opfor.rules.s_solitaire.s03_activation.hold import (
    attacked,
    flame,
    searched,
    threats,
)
from opfor.rules.s_solitaire.s05_activation.activation_check import (
    ac_case,
    change_ac_number,
)
from opfor.rules.s_solitaire.s05_activation.defensive_fire import afph_units
from opfor.rules.s_solitaire.s05_activation.mandatory_attack import mandatory_attack
from opfor.rules.s_solitaire.s05_activation.triggers import check_advance
from opfor.state.events import (
    MoveChanged,
    PhaseBegan,
    SuspectRemoved,
    UnitAdded,
    WeaponAdded,
)
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Unit,
    VehicleState,
)
from opfor.views.text.words import say
from tests.rules.given.activated import BOARD, activated, names, units
from tests.rules.given.world import events, notes
from tests.rules.given.world import game as any_game

game = partial(any_game, on_table=("fire",))
"""A game whose player resolves fire on his table."""

FLAT = "board: t\nsize: 24x10\nwoods: H5 H6\n"
LIVE = ("S5.1 dr 1", "S5.6 DR 3,3", "S5.72 DR 3,3")
"""An Original 1 brings a 4-4-7."""


def after(
    *dice: str,
    do: Callable[[Play], object],
    phase: tuple[str, str] = ("FRIENDLY", "PFPh"),
    **more: Any,
) -> Game[State]:
    """A game in which something happens in a phase."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, *phase))  # type: ignore[arg-type] # a test's word
        do(play)

    scene = {"board": FLAT, "suspects": {"S1": "tH5"}} | more
    return game(*dice, run=run, **scene)


class TestS3_31aAttacked:
    """S3.31 a."""

    @staticmethod
    def attack(play: Play) -> None:
        """An attack with a concealment-loss result on H5."""
        attacked(play, LocationName("tH5"), by=LocationName("tE5"))

    def test_checked_at_once(self) -> None:
        """A S? attacked with a concealment-loss result has its AC."""
        play = after(*LIVE, do=self.attack)
        assert names(play) == ["russian/4-4-7"]

    def test_each_of_the_location(self) -> None:
        """Each S? of the Location is checked, none elsewhere."""
        where = {"S1": "tH5", "S2": "tH5", "S3": "tH6"}
        play = after("S5.1 dr 6", "S5.1 dr 6", do=self.attack, suspects=where)
        assert list(play.state.suspects) == ["S3"]

    def test_t18(self) -> None:
        """T18: the trigger, the AC and the generation in one go."""
        board = "board: t\nsize: 20x10\nwooden building 1: H5+H6\n"
        play = after(
            "S5.1 dr 2",
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.74 dr 4",
            "S5.76 DR 2,3",
            board=board,
            suspects={"S1": "tH5/1"},
            do=lambda play: attacked(
                play, LocationName("tH5/1"), by=LocationName("tE5")
            ),
            a1_drm=2,
            a5_drm=-1,
        )
        assert names(play) == ["russian/4-4-7", "russian/2-2-8"]
        assert [f.location for f in play.state.fortifications.values()] == [
            "tH5/1",
            "tH5",
        ]
        (gun,) = play.state.weapons.values()
        assert gun.counter == "russian/45l-at-ptp-obr-32"


class TestS3_31a_exc1Sniper:
    """S3.31 a EXC."""

    def test_never(self) -> None:
        """A sniper checks no S?."""
        play = after(
            do=lambda play: attacked(
                play, LocationName("tH5"), by=LocationName("tE5"), sniper=True
            )
        )
        assert list(play.state.suspects) == ["S1"]


class TestS3_31cSearched:
    """S3.31 c."""

    def test_searched(self) -> None:
        """A S? in a Location successfully Searched is checked."""
        play = after(
            "S5.1 dr 6",
            do=lambda play: searched(play, LocationName("tH5"), by=LocationName("tG5")),
        )
        assert not play.state.suspects

    def test_fires_in_the_mph(self) -> None:
        """In the FRIENDLY MPh what is Activated fires at the searching stack."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",), assault=True, steps=1)))
            searched(play, LocationName("tH5"), by=LocationName("tG5"))

        play = after(
            *LIVE,
            do=run,
            phase=("FRIENDLY", "MPh"),
            units={"V": ("german/4-6-7", "tG5")},
        )
        assert any("First Fires" in note for note in notes(play))


class TestS3_31dFlame:
    """S3.31 d."""

    def test_flame(self) -> None:
        """A Flame in its Location checks a S?."""
        play = after(*LIVE, do=lambda play: flame(play, LocationName("tH5")))
        assert names(play) == ["russian/4-4-7"]

    def test_blaze(self) -> None:
        """A Blaze eliminates it without an AC."""
        play = after(do=lambda play: flame(play, LocationName("tH5"), blaze=True))
        assert not play.state.suspects
        assert [say(e.why) for e in events(play, SuspectRemoved)] == [
            "eliminated by a Blaze"
        ]


class TestS5_5DefensiveFire:
    """S5.5."""

    @pytest.mark.parametrize(("side", "marked"), [("ENEMY", True), ("FRIENDLY", False)])
    def test_marked(self, side: str, marked: bool) -> None:
        """Activated by fire in the ENEMY Player Turn: it fires in the AFPh."""
        found: list[str] = []

        def run(play: Play) -> None:
            TestS3_31aAttacked.attack(play)
            found.extend(unit.id for unit in afph_units(play))

        play = after(*LIVE, do=run, phase=(side, "MPh"))
        assert found == ([units(play)[0].id] if marked else [])

    def test_gone_next_turn(self) -> None:
        """The mark goes with the Player Turn."""

        def run(play: Play) -> None:
            TestS3_31aAttacked.attack(play)
            play.emit(PhaseBegan(1, "ENEMY", "CCPh"))
            tidy(play)

        play = after(*LIVE, do=run, phase=("ENEMY", "DFPh"))
        assert not units(play)[0].afph


class TestS5_2_aphAdvance:
    """S5.2 in the FRIENDLY APh."""

    @staticmethod
    def advanced(*dice: str, at: str, **more: Any) -> Game[State]:
        """The game after V advanced into a Location."""
        return after(
            *dice,
            do=lambda play: check_advance(play, ["V"]),
            phase=("FRIENDLY", "APh"),
            units={"V": ("german/4-6-7", at)},
            **more,
        )

    def test_each_is_checked(self) -> None:
        """Each eligible S? is checked, in the order of S5.2, and none fires."""
        play = self.advanced(
            *LIVE, "S5.1 dr 6", at="tE5", suspects={"S1": "tG5", "S2": "tH6"}
        )
        assert not play.state.suspects
        assert not any("First Fires" in note for note in notes(play))

    def test_no_ffmo(self) -> None:
        """Advancing in the open is no FFMO: 5 hexes off a Russian S? stays out."""
        assert self.advanced(at="tC5").state.suspects
        assert not self.advanced("S5.1 dr 6", at="tD5").state.suspects

    def test_no_long_range(self) -> None:
        """Long Range Activation belongs to the MPh."""
        assert self.advanced(at="tA1", suspects={"S1": "tN5"}).state.suspects


class TestS3_32AdvanceSuspects:
    """S3.32."""

    @staticmethod
    def moved(*dice: str, friend: str, at: str = "tE5", **how: bool) -> Game[State]:
        """The game after S1 moved into a Location in LOS of a FRIENDLY squad."""
        return after(
            *dice,
            do=lambda play: suspect_moved(play, "S1", **how),
            phase=("ENEMY", "MPh"),
            attitude="Advance",
            suspects={"S1": at},
            units={"V": ("german/4-6-7", friend)},
        )

    def test_out_of_sight(self) -> None:
        """Out of LOS, or beyond 16 hexes, nothing is checked."""
        assert self.moved(friend="tV5").state.suspects
        assert self.moved(friend="tJ5", at="tF5").state.suspects

    def test_at_16_hexes(self) -> None:
        """At 16 hexes it is."""
        assert not self.moved("S5.1 dr 6", friend="tQ2", at="tA5").state.suspects

    def test_failure(self) -> None:
        """A failed AC removes it."""
        play = self.moved("S5.1 dr 6", friend="tC5")
        assert not play.state.suspects
        assert not units(play)


class TestS3_32aLosesConcealment:
    """S3.32 a."""

    def test_open_ground(self) -> None:
        """Into Open Ground in LOS: checked, and what comes is not concealed."""
        play = TestS3_32AdvanceSuspects.moved(*LIVE, friend="tA5", assault=True)
        assert [unit.concealed for unit in units(play)] == [False]

    def test_not_assault_moving(self) -> None:
        """Into woods without Assault Movement it would lose its "?" as well."""
        for how, left in (({}, []), ({"assault": True}, ["S1"])):
            dice = () if left else ("S5.1 dr 6",)
            play = TestS3_32AdvanceSuspects.moved(*dice, friend="tC5", at="tH5", **how)
            assert list(play.state.suspects) == left

    def test_advance(self) -> None:
        """An advance into woods does not cost it."""
        play = TestS3_32AdvanceSuspects.moved(friend="tC5", at="tH5", advancing=True)
        assert play.state.suspects


class TestS3_32bAdjacent:
    """S3.32 b."""

    def test_stays_concealed(self) -> None:
        """ADJACENT by Assault Movement in woods: Activated, but still concealed."""
        play = TestS3_32AdvanceSuspects.moved(
            *LIVE, friend="tG5", at="tH5", assault=True
        )
        assert [unit.concealed for unit in units(play)] == [True]

    def test_two_hexes_off(self) -> None:
        """Two hexes off nothing is checked."""
        play = TestS3_32AdvanceSuspects.moved(friend="tF5", at="tH5", assault=True)
        assert play.state.suspects


class TestS5_11_trackEnds:
    """S5.11: the AC# Track."""

    @pytest.mark.parametrize(
        ("start", "change", "number"),
        [(3, 1, 4), (5, 1, 5), (1, -1, 1), (4, 9, 5), (3, -9, 1), (3, 0, 3)],
    )
    def test_ends(self, start: int, change: int, number: int) -> None:
        """The AC# moves by events, not past 1 and 5."""
        play = game(
            ac=start, run=lambda play: change_ac_number(play, change, "an event")
        )
        assert play.state.ac_number == number


class TestS3_31bVehicles:
    """S3.31 b: vehicles as movers."""

    @pytest.mark.parametrize(
        ("enemy", "hexes", "drm", "case"),
        [
            ("russian", 3, 1, "D"),
            ("russian", 4, 1, ""),
            ("russian", 4, -2, ""),
            ("russian", 2, 2, "E"),
            ("russian", 2, 3, ""),
            ("russian", 1, 9, "F"),
            ("german", 4, 1, "D"),
            ("german", 5, -2, ""),
        ],
    )
    def test_ranges(self, enemy: str, hexes: int, drm: int, case: str) -> None:
        """Only cases D, E and F Activate for a vehicle."""
        found: list[str] = []

        def run(play: Play) -> None:
            far = LocationName(f"t{'BCDEFG'[hexes]}5")
            here = LocationName("tB5")
            assert play.world.range(here, far) == hexes
            found.append(ac_case(play, far, here, drm, "vehicle"))

        game(board="board: t\nsize: 12x10\n", enemy=enemy, run=run)
        assert found == [case]

    def test_no_ffmo_and_no_long_range(self) -> None:
        """A vehicle has neither FFMO nor FFNAM, and no Long Range Activation."""
        found: list[int] = []

        def run(play: Play) -> None:
            for vehicle in (None, VehicleState()):
                unit = Unit(
                    id="v",
                    side="FRIENDLY",
                    counter="german/4-6-7",
                    location=LocationName("tE5"),
                    vehicle=vehicle,
                )
                play.emit(UnitAdded(unit))
                found.append(len(threats(play, unit.location, Move(units=("v",)))))

        suspects = {"S1": "tJ5", "S2": "tO5"}
        game(board="board: t\nsize: 24x10\n", suspects=suspects, run=run)
        assert found == [2, 0]


class TestS5_3Ordnance:
    """S5.3: what Guns and vehicles fire, and Subsequent First Fire."""

    @staticmethod
    def attack(*dice: str, here: int = 4, shots: Any = None, **more: Any) -> list[str]:
        """What is told of the attack on a squad in E1; dice for fire that is not."""

        def run(play: Play) -> None:
            move = Move(units=("V",), here=here, steps=1)
            play.emit(MoveChanged(move))

        made = activated(*dice, by="tE1", units={"V": ("german/4-6-7", "tE1")}, **more)

        def again(play: Play) -> None:
            run(play)
            for unit in made.state.units.values():
                if unit.side == "ENEMY":
                    play.emit(UnitAdded(unit))
            for weapon in made.state.weapons.values():
                play.emit(WeaponAdded(weapon))
            mandatory_attack(play, [unit.id for unit in units(made)])

        by_hand: Any = ("fire",) if shots is None else ()
        squad = {"V": ("german/4-6-7", "tE1")}
        dice = shots or ()
        played = game(*dice, board=BOARD, units=squad, run=again, on_table=by_hand)
        return [note for note in notes(played) if shots or "First Fire" in note]

    def test_gun(self) -> None:
        """The Gun is named, and its crew's own FP is not used."""
        told = self.attack("S5.6 DR 6,6", "S5.72 DR 3,3", "S5.76 DR 3,4")
        assert "4-4-7 4" in told[0]
        assert "2-2-8" not in told[0]
        assert "45L AT PTP obr. 32" in told[1]

    def test_gun_fires(self) -> None:
        """To Hit; for the second MF again with its ROF, and small arms by SFF."""
        made = "S5.6 DR 6,6", "S5.72 DR 3,3", "S5.76 DR 3,4"
        hit, out, none = "C3.3 DR 3,6", "C3.3 DR 6,6", "A7.3 DR 6,5"
        told = self.attack(*made, shots=(none, hit, none))
        assert sum("45L AT" in note and "TH#" in note for note in told) == 1
        again = self.attack(*made, shots=(none, none, hit, none, out), here=8)
        assert sum("45L AT" in note and "TH#" in note for note in again) == 2

    def test_limbered(self) -> None:
        """A limbered Gun does not fire; its crew does."""
        told = self.attack(
            "S5.6 DR 6,6", "S5.72 DR 3,3", "S5.76 DR 1,1", attitude="Advance"
        )
        assert len(told) == 1
        assert "2-2-8" in told[0]

    @pytest.mark.parametrize(("here", "more"), [(4, 0), (7, 0), (8, 1), (12, 1)])
    def test_subsequent(self, here: int, more: int) -> None:
        """From 2 MF on, Subsequent First Fire and ROF attacks follow."""
        told = self.attack("S5.6 DR 3,3", "S5.72 DR 3,3", here=here)
        assert sum("Subsequent" in note for note in told) == more
