"""S5.1 to S5.32: each paragraph, each EXC, each boundary."""

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.explain import Decided
from opfor.core.game import Game
from opfor.rules.choices.orders import MoveTo
from opfor.rules.orders.infantry.a04_move import do_move
from opfor.rules.s_solitaire.s03_activation.hold import threats
from opfor.rules.s_solitaire.s05_activation.activation_check import (
    ac_case,
    ac_drm,
    chance,
    passes,
)
from opfor.state.events import SuspectRemoved, UnitAdded, UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect, VehicleState
from opfor.views.text.words import say
from tests.rules.given.world import VILLAGE, events, notes
from tests.rules.given.world import game as any_game

game = partial(any_game, on_table=("fire",))
"""A game whose player resolves fire on his table."""

FLAT = "board: t\nsize: 24x10\n"


def entering(
    to: str, *units: str, assault: bool = True, again: str = ""
) -> Callable[[Play], None]:
    """A step in which units move into one Location, or into two."""

    def run(play: Play) -> None:
        for hex_ in filter(None, (to, again)):
            first = play.state.move is None
            order = MoveTo(units or ("V",), LocationName(hex_), assault and first)
            do_move(play, "FRIENDLY", order)

    return run


def fates(play: Game[State]) -> dict[str, str]:
    """What became of each S? that left the map, in order."""
    return {e.id: say(e.why) for e in events(play, SuspectRemoved)}


class TestS5_1ActivationCheck:
    """S5.1."""

    @pytest.mark.parametrize("number", range(7))
    @pytest.mark.parametrize("drm", [-3, -1, 0, 1, 3])
    def test_final_dr_against_the_ac_number(self, number: int, drm: int) -> None:
        """T20: 1 always Activates, 6 never, else the Final dr must not exceed it."""
        assert [passes(dr, drm, number) for dr in range(1, 7)] == [
            True,
            *(dr + drm <= number for dr in range(2, 6)),
            False,
        ]

    def test_a_dr_equal_to_the_ac_number_activates(self) -> None:
        """A Final dr of exactly the AC# is a success, one more is not."""
        made = [
            game(
                f"S5.1 dr {dr}",
                *(("S5.6 DR 4,3",) if dr == 3 else ()),
                suspects={"S1": "tO6"},
                units={"V": ("german/4-6-7", "tJ6")},
                run=entering("tK6"),
            )
            for dr in (3, 4)
        ]
        assert "Activated" in fates(made[0])["S1"]
        assert "dummy" in fates(made[1])["S1"]

    def test_failure_removes_the_suspect(self) -> None:
        """A S? whose AC fails was a dummy and leaves the map."""
        play = game(
            "S5.1 dr 5",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert play.state.suspects == {}
        assert not events(play, UnitAdded)


class TestS5_1_exc1OriginalOne:
    """S5.1 EXC."""

    def test_original_1_succeeds_whatever_the_drm(self) -> None:
        """An Original 1 Activates even at AC# 0 with a positive drm."""
        assert passes(1, 5, 0)


class TestS5_1_exc3LongRange:
    """S5.1 EXC."""

    def test_no_ac(self) -> None:
        """A S? of Long Range Activation has a DR of its own and no AC dr."""
        play = TestS5_32LongRangeActivation.moving(
            "S5.32 DR 3,4", suspects={"S1": "tN5"}
        )
        assert list(play.state.suspects) == ["S1"]
        assert not fates(play)


class TestS5_1_exc2OriginalSix:
    """S5.1 EXC."""

    def test_original_6_fails_whatever_the_drm(self) -> None:
        """An Original 6 never Activates, even at AC# 6 with a negative drm."""
        assert not passes(6, -5, 6)


class TestS5_1_drmCumulative:
    """The AC drm of table x1."""

    @staticmethod
    def drm(
        where: str,
        *,
        board: str = VILLAGE,
        attitude: str = "Hold",
        classes: dict[str, str] | None = None,
        enemies: dict[str, tuple[str, str]] | None = None,
        **mission: object,
    ) -> dict[str, int]:
        """The AC drm of a S? in a Location, by name."""
        found: dict[str, int] = {}

        def view(play: Play) -> None:
            play.world.classes = classes or {}
            suspect = Suspect("S1", LocationName(where), attitude)  # type: ignore[arg-type] # a test's word
            found.update({mod.name: mod.value for mod in ac_drm(play, suspect)})

        game(board=board, enemies=enemies, run=view, **mission)
        return found

    def test_one_for_each_level(self) -> None:
        """-1 for each level above the Base Level of the hex."""
        board = "board: t\nsize: 20x10\nwooden building 2: D4+E4\n"
        found = [self.drm(f"tD4{level}", board=board) for level in ("", "/1", "/2")]
        assert found == [{}, {"level": -1}, {"level": -2}]

    def test_beneath_a_bridge_is_no_level_above(self) -> None:
        """A S? beneath a bridge is not above its Base Level, and has no drm for it."""
        board = "board: t\nsize: 9x9\nstream: D1 > D9\nroad: C5 > D4 > E5\nbridge: D4\n"
        assert self.drm("tD4/-1", board=board) == {}

    def test_stone_building(self) -> None:
        """-1 in a stone building, none in a wooden one."""
        board = "board: t\nsize: 9x9\nstone building: D4\nwooden building: F4\n"
        assert self.drm("tD4", board=board) == {"stone building": -1}
        assert self.drm("tF4", board=board) == {}

    @pytest.mark.parametrize(("where", "value"), [("tO6", -1), ("tO5", -1), ("tO4", 0)])
    def test_vpo(self, where: str, value: int) -> None:
        """-1 in or ADJACENT to a VPO Location, not two hexes off."""
        assert sum(self.drm(where, vpo=(LocationName("tO6"),)).values()) == value

    @pytest.mark.parametrize(("hexes", "counts"), [("tE4", 1), ("tF4", 1), ("tG4", 0)])
    def test_activated_neighbour(self, hexes: str, counts: int) -> None:
        """-1 with an Activated ENEMY unit within two hexes."""
        found = self.drm("tD4", board=FLAT, enemies={"e447A": ("russian/4-4-7", hexes)})
        assert found == ({"Activated neighbour": -1} if counts else {})

    def test_activated_in_the_same_building(self) -> None:
        """-1 with one in the same building, however far away in it."""
        board = "board: t\nsize: 20x10\nwooden building: D4+D5+D6+D7+D8\n"
        found = self.drm(
            "tD4", board=board, enemies={"e447A": ("russian/4-4-7", "tD8")}
        )
        assert found == {"Activated neighbour": -1}

    @pytest.mark.parametrize(("letter", "value"), [("v", 1), ("c", 2), ("w", 0)])
    def test_village_and_city(self, letter: str, value: int) -> None:
        """+1 on a Village and +2 on a City board, in Hold Attitude."""
        assert sum(self.drm("tD4", classes={"t": letter}).values()) == value

    def test_t35(self) -> None:
        """T35: village, Hold, level 2, stone: -2; in Advance there is no +1: -3."""
        board = "board: t\nsize: 9x9\nstone building 2: D4+E4\n"
        found = [
            sum(self.drm("tD4/2", board=board, attitude=a, classes={"t": "v"}).values())
            for a in ("Hold", "Advance")
        ]
        assert found == [-2, -3]


class TestS5_1_drm_exc1Advance:
    """S5.1 drm EXC."""

    @pytest.mark.parametrize("letter", ["v", "c"])
    def test_boards_do_not_count_in_advance(self, letter: str) -> None:
        """A Village or City board gives no drm to a S? in Advance Attitude."""
        found = TestS5_1_drmCumulative.drm(
            "tD4", attitude="Advance", classes={"t": letter}
        )
        assert found == {}


class TestS3_31bProximity:
    """S3.31 b: table x1."""

    @pytest.mark.parametrize(
        ("enemy", "hexes", "drm", "case"),
        [
            ("russian", 8, -2, "A"),
            ("russian", 9, -2, ""),
            ("russian", 6, -1, "B"),
            ("russian", 7, -1, ""),
            ("russian", 4, 0, "C"),
            ("russian", 5, 0, ""),
            ("russian", 5, -1, "B"),
            ("russian", 3, 1, "D"),
            ("russian", 4, 1, ""),
            ("russian", 2, 2, "E"),
            ("russian", 3, 2, ""),
            ("russian", 2, 3, ""),
            ("russian", 1, 9, "F"),
            ("german", 9, -1, ""),
            ("german", 9, -2, "A"),
            ("german", 6, 0, "C"),
            ("german", 4, 1, "D"),
            ("german", 2, 2, "E"),
            ("german", 2, 3, ""),
        ],
    )
    def test_t37(self, enemy: str, hexes: int, drm: int, case: str) -> None:
        """T37: the ranges of table x1, each at its boundary."""
        found: list[str] = []

        def view(play: Play) -> None:
            there = play.world.map.hex("B5")
            col, row = play.world.map.grid.coordinates(there)
            far = play.world.map.grid.index(col + hexes, row)
            while play.world.map.distance(there, far) < hexes:
                far += 1
            name = LocationName(play.world.map.name(far))
            found.append(ac_case(play, name, LocationName("tB5"), drm))

        game(board=FLAT, enemy=enemy, run=view)
        assert found == [case]


class TestS5_2MultipleSuspects:
    """S5.2."""

    def test_t11_the_likelier_first(self) -> None:
        """T11: the S? on the first level (-1 drm) is checked first; 4 is no success."""
        play = game(
            "S5.1 dr 5",
            "S5.1 dr 4",
            suspects={"S1": "tO6", "S2": "tO6/1"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert list(fates(play)) == ["S2", "S1"]
        assert "Final 4 against AC# 3" in fates(play)["S2"]

    def test_the_closest_of_the_likeliest(self) -> None:
        """Of two equally likely S? the closer one comes first."""
        play = game(
            "S5.1 dr 5",
            "S5.1 dr 5",
            board=FLAT,
            suspects={"S1": "tK5", "S2": "tJ5"},
            units={"V": ("german/4-6-7", "tE5")},
            run=entering("tF5"),
        )
        assert list(fates(play)) == ["S2", "S1"]

    def test_a_tie_is_a_random_dr(self) -> None:
        """What likelihood and range leave undecided goes to a Random dr."""
        play = game(
            "S5.2 dr 5",
            "S5.1 dr 5",
            "S5.1 dr 5",
            board=FLAT,
            suspects={"S1": "tJ4", "S2": "tJ5"},
            units={"V": ("german/4-6-7", "tE5")},
            run=entering("tF5"),
        )
        assert list(fates(play)) == ["S2", "S1"]
        told = events(play, Decided)[0]
        assert told.candidates == ("S1", "S2")
        assert told.chosen == "S2"

    def test_all_of_a_location_before_any_fires(self) -> None:
        """D-008: two S? of one Location are both checked before either fires."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            suspects={"S1": "tO6", "S2": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        attacks = [note for note in notes(play) if "First Fires" in note]
        assert len(attacks) == 1
        assert attacks[0].count("4-4-7") == 2

    def test_the_first_of_a_location_helps_the_second(self) -> None:
        """A S? Activated in the same Location just before is worth -1 (x1)."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 4",
            "S5.6 DR 4,3",
            suspects={"S1": "tO6", "S2": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert "Final 3 against AC# 3" in fates(play)["S2"]

    def test_likelihood_is_clipped(self) -> None:
        """D-007: drm that no longer change the odds do not make a S? likelier."""
        assert chance(-4, 3) == chance(-9, 3) == 5
        assert chance(4, 3) == 1


class TestS5_2_exc1OneLocation:
    """S5.2 EXC."""

    def test_no_random_dr_within_a_location(self) -> None:
        """S? of one Location are each checked; no dr says which of them is first."""
        play = game(
            "S5.1 dr 5",
            "S5.1 dr 4",
            suspects={"S1": "tO6", "S2": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert len(fates(play)) == 2


class TestS5_31ContinuingAttacks:
    """S5.31."""

    def test_the_next_is_checked_while_good_order_lasts(self) -> None:
        """A second Location is checked after an attack without effect."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 5",
            board=FLAT,
            suspects={"S1": "tH5", "S2": "tJ5"},
            units={"V": ("german/4-6-7", "tE5")},
            run=entering("tF5"),
        )
        assert list(fates(play)) == ["S1", "S2"]

    def test_a_broken_mover_ends_the_checks(self) -> None:
        """Nothing more is checked once the movers have lost Good Order."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            board=FLAT,
            suspects={"S1": "tH5", "S2": "tJ5"},
            units={"V": ("german/4-6-7", "tE5")},
            results=("broken",),
            run=entering("tF5"),
        )
        assert list(play.state.suspects) == ["S2"]
        assert play.state.units["V"].broken
        # One MF, one shot: nothing can fire once more, and the move is over.
        assert (play.state.window, play.state.move) == (None, None)

    def test_one_of_a_stack_in_good_order_goes_on(self) -> None:
        """A stack of which one unit is left in Good Order is checked further."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 5",
            board=FLAT,
            suspects={"S1": "tH5", "S2": "tJ5"},
            units={"V": ("german/4-6-7", "tE5"), "W": ("german/4-6-7", "tE5")},
            results=("broken", "none"),
            run=entering("tF5", "V", "W"),
        )
        assert not play.state.suspects
        assert play.state.units["V"].broken
        assert not play.state.units["W"].broken

    def test_an_activated_neighbour_helps_the_next(self) -> None:
        """The drm are worked out anew after each Activation."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 4",
            "S5.6 DR 4,3",
            board=FLAT,
            suspects={"S1": "tH5", "S2": "tJ5"},
            units={"V": ("german/4-6-7", "tE5")},
            run=entering("tF5"),
        )
        assert "Final 3 against AC# 3" in fates(play)["S2"]


class TestS5_3MandatoryAttack:
    """S5.3."""

    def test_the_activated_unit_fires_at_once(self) -> None:
        """T12: the attack names FP, column and each DRM, and reveals the firer."""
        play = game(
            "S5.1 dr 2",
            "S5.6 DR 3,3",
            "S5.72 DR 2,2",
            suspects={"S2": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        (attack,) = [note for note in notes(play) if "First Fires" in note]
        assert "tO6 First Fires at tK6: 2.5 FP" in attack
        assert "column 2, DRM +0" in attack
        revealed, marked = events(play, UnitChanged)
        assert (revealed.unit.concealed, revealed.unit.action) == (False, "Fire")
        assert marked.unit.fired == "first"

    def test_a_dummy_by_a1_does_not_attack(self) -> None:
        """T12: a Final 7 on A1 generates nothing, so nothing fires."""
        play = game(
            "S5.1 dr 2",
            "S5.6 DR 4,3",
            suspects={"S2": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert not events(play, UnitAdded)
        assert not [note for note in notes(play) if "First Fires" in note]

    def test_t13(self) -> None:
        """T13: the upper S? first (6 never), then the ADJACENT one (1 always)."""
        play = game(
            "S5.1 dr 6",
            "S5.1 dr 1",
            "S5.6 DR 4,3",
            suspects={"S1": "tP8", "S2": "tP6/1"},
            units={"W": ("german/4-6-7", "tN9")},
            run=entering("tO9", "W"),
        )
        assert list(fates(play)) == ["S2", "S1"]
        assert "Original 6" in fates(play)["S2"]
        assert "Original 1" in fates(play)["S1"]

    def test_a_leader_who_directs_is_revealed(self) -> None:
        """Directing fire costs a leader his "?" as firing costs the squad its own."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 4,5",
            "S5.72 DR 3,3",
            "S5.73 DR 2,3",
            "S5.73 dr 6",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        enemies = [u for u in play.state.units.values() if u.side == "ENEMY"]
        assert [u.counter for u in enemies] == ["russian/4-4-7", "russian/8-0"]
        assert not any(unit.concealed for unit in enemies)

    def test_an_eliminated_mover_is_gone(self) -> None:
        """What the player says the attack did is done."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            results=("eliminated",),
            run=entering("tK6"),
        )
        assert "V" not in play.state.units


class TestS5_3_exc1NoTarget:
    """S5.3 EXC."""

    def test_out_of_reach_stays_concealed(self) -> None:
        """A unit for which the mover is no Target does not fire and keeps its "?"."""
        play = game(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 1,2",
            board=FLAT,
            suspects={"S1": "tJ5"},
            units={"V": ("german/4-6-7", "tB5")},
            run=entering("tC5", again="tD5", assault=False),
        )
        (unit,) = [u for u in play.state.units.values() if u.side == "ENEMY"]
        assert unit.counter == "russian/5-2-7"
        assert not [note for note in notes(play) if "First Fires" in note]
        assert unit.concealed


class TestS5_32LongRangeActivation:
    """S5.32."""

    @staticmethod
    def moving(
        *dice: str, suspects: dict[str, str], again: str = "tE5", **more: object
    ) -> Game[State]:
        """A squad that moves without Assault Movement over Open Ground."""
        return game(
            *dice,
            board=FLAT,
            suspects=suspects,
            units={"V": ("german/4-6-8", "tC5")},
            run=entering("tD5", assault=False, again=again),
            date="1943-01",
            **more,  # type: ignore[arg-type] # as game() takes them
        )

    def test_original_2_brings_the_closest(self) -> None:
        """T16: an Original 2 Activates the nearer of two; the other stays."""
        play = self.moving(
            "S5.32 DR 1,1",
            "S5.72 DR 2,2",
            "S5.32/generation DR 2,2",
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
        play = self.moving("S5.32 DR 1,2", suspects={"S1": "tQ5"})
        assert list(play.state.suspects) == ["S1"]

    def test_one_dr_a_stack(self) -> None:
        """The stack makes one Long Range DR, however many hexes it enters."""
        play = self.moving("S5.32 DR 4,5", suspects={"S1": "tQ5"})
        assert play.state.units["V"].location == "tE5"

    @pytest.mark.parametrize(("where", "rolls"), [("tT5", 1), ("tU5", 0)])
    def test_b3_sixteen_hexes(self, where: str, rolls: int) -> None:
        """Range 16 qualifies, 17 does not."""
        dice = ["S5.32 DR 4,4"] * rolls
        play = game(
            *dice,
            board=FLAT,
            suspects={"S1": where},
            units={"V": ("german/4-6-8", "tC5")},
            run=entering("tD5", assault=False),
        )
        assert len([n for n in notes(play) if "Long Range" in n]) == rolls

    def test_b2_drm_of_minus_1_is_not_enough(self) -> None:
        """D-010: -2 or less; Assault Movement in the open is only -1."""
        play = game(
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

        game(
            board=FLAT,
            suspects={"S1": "tQ5"},
            units={"V": ("german/4-6-8", "tC5")},
            run=run,
        )
        assert found == [True, False]

    def test_exc1_fifty_cal(self) -> None:
        """A subsequent dr of 1 makes the HMG a .50 cal, where the nation has it."""
        play = self.moving(
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
        play = self.moving(
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
        play = self.moving(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 4,4",
            suspects={"S1": "tJ5", "S2": "tR5"},
            results=("broken",),
            again="",
        )
        assert list(play.state.suspects) == ["S2"]


def test_a_wrong_rule_in_the_script_fails() -> None:
    """The scripted dice of these tests refuse a roll for another rule."""
    with pytest.raises(OpforError, match=r"S5\.1"):
        game(
            "S5.6 dr 5",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )


class TestEngineResolves:
    """S5.3 where the engine resolves fire: by A7, with dice."""

    def test_dice_decide(self) -> None:
        """2 1/2 FP at a DRM of 0: a 6 is a PTC, failed with a 12; it has fired."""
        play = any_game(
            "S5.1 dr 2",
            "S5.6 DR 3,3",
            "S5.72 DR 2,2",
            "A7.3 DR 4,2",
            "A10.1 DR 6,6",
            suspects={"S1": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert play.state.units["V"].pinned
        (enemy,) = (u for u in play.state.units.values() if u.side == "ENEMY")
        assert enemy.fired == "first"
        assert not enemy.concealed
