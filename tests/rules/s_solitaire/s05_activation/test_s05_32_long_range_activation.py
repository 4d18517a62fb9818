"""S5.32: Long Range Activation."""

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import threats
from opfor.state.events import UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, VehicleState
from tests.rules.given.checks import entering, fates, moving_in_open, on_table
from tests.rules.given.generated import generated
from tests.rules.given.world import notes

FLAT = "board: t\nsize: 24x10\n"


def counters(play: Game[State]) -> list[str]:
    """The counters of the ENEMY's units, in order."""
    return [unit.counter for unit in play.state.units.values()]


class TestS5_32LongRangeActivation:
    """S5.32."""

    def test_original_2_brings_the_closest(self) -> None:
        """T16: an Original 2 Activates the nearer of two; the other stays."""
        play = moving_in_open(
            "S5.32 DR 1,1",
            "S5.72 DR 2,2",
            "S5.32/generation DR 1,2",
            "S5.32/generation dr 4",
            "S5.74 dr 6",
            suspects={"S1": "tQ5", "S2": "tP5"},
        )
        assert list(fates(play)) == ["S2"]
        units = [u.counter for u in play.state.units.values() if u.side == "ENEMY"]
        assert units == ["russian/4-5-8", "russian/9-2"]
        (weapon,) = play.state.weapons.values()
        assert (weapon.counter, weapon.dm) == ("russian/hmg", False)

    def test_other_dr_leave_the_suspect(self) -> None:
        """T15: a DR of 3 or more Activates nothing and removes nothing."""
        play = moving_in_open("S5.32 DR 1,2", suspects={"S1": "tQ5"})
        assert list(play.state.suspects) == ["S1"]

    def test_one_dr_a_stack(self) -> None:
        """The stack makes one Long Range DR, however many hexes it enters."""
        play = moving_in_open("S5.32 DR 4,5", suspects={"S1": "tQ5"})
        assert play.state.units["V"].location == "tE5"

    @pytest.mark.parametrize(("where", "rolls"), [("tT5", 1), ("tU5", 0)])
    def test_b3_sixteen_hexes(self, where: str, rolls: int) -> None:
        """Range 16 qualifies, 17 does not."""
        dice = ["S5.32 DR 4,4"] * rolls
        play = on_table(
            *dice,
            board=FLAT,
            suspects={"S1": where},
            units={"V": ("german/4-6-8", "tC5")},
            run=entering("tD5", assault=False),
        )
        assert len([n for n in notes(play) if "Long Range" in n]) == rolls

    def test_b2_drm_of_minus_1_is_not_enough(self) -> None:
        """D-010: -2 or less; Assault Movement in the open is only -1."""
        play = on_table(
            board=FLAT,
            suspects={"S1": "tQ5"},
            units={"V": ("german/4-6-8", "tC5")},
            run=entering("tD5"),
        )
        assert list(play.state.suspects) == ["S1"]

    def test_b1_a_vehicle_is_no_mover_for_it(self) -> None:
        """A vehicle that enters the same Open Ground makes no Long Range DR."""
        where, found = LocationName("tD5"), []

        def run(play: Play) -> None:
            tank = replace(play.state.units["V"], vehicle=VehicleState())
            for unit in (play.state.units["V"], tank):
                play.emit(UnitChanged(unit, "as given"))
                cases = [t.case for t in threats(play, where, Move(units=("V",)))]
                found.append("L" in cases)

        on_table(
            board=FLAT,
            suspects={"S1": "tQ5"},
            units={"V": ("german/4-6-8", "tC5")},
            run=run,
        )
        assert found == [True, False]

    def test_exc1_fifty_cal(self) -> None:
        """A subsequent dr of 1 makes the HMG a .50 cal, where the nation has it."""
        play = moving_in_open(
            "S5.32 DR 1,1",
            "S5.72 DR 2,2",
            "S5.32/generation DR 6,6",
            "S5.32/generation DR 2,2",
            "S5.32/generation dr 1",
            "S5.74 dr 6",
            suspects={"S1": "tQ5"},
        )
        (weapon,) = play.state.weapons.values()
        assert weapon.counter == "russian/50-hmg"

    def test_no_fortification_in_advance(self) -> None:
        """Only a S? in Hold Attitude makes the dr on A5."""
        play = moving_in_open(
            "S5.32 DR 1,1",
            "S5.72 DR 2,2",
            "S5.32/generation DR 2,2",
            "S5.32/generation dr 4",
            suspects={"S1": "tQ5"},
            attitude="Advance",
        )
        assert len(play.state.units) == 3

    def test_after_the_ordinary_checks_only_in_good_order(self) -> None:
        """D-009: a mover broken by an ordinary Activation makes no Long Range DR."""
        play = moving_in_open(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 4,4",
            suspects={"S1": "tJ5", "S2": "tR5"},
            results=("broken",),
            again="",
        )
        assert list(play.state.suspects) == ["S2"]


class TestS5_32_generationLongRange:
    """What Long Range Activation generates."""

    def test_reroll_until_a_leader(self) -> None:
        """A DR without a leader is made again; the DRM is -1 beside the others."""
        play = generated(
            "S5.72 DR 4,4",
            "S5.32/generation DR 6,6",
            "S5.32/generation DR 6,6",
            "S5.32/generation DR 2,3",
            "S5.74 dr 6",
            enemy="german",
            date="1943-08",
            long=True,
        )
        assert counters(play) == ["german/4-6-7", "german/9-1"]
