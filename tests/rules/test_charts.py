"""What the charts of D, CC and LATW say, value by value, where code holds it."""

import pytest

from opfor.geo.movement.vehicle_cost import VehicleCost
from opfor.rules.a_infantry.a11_close_combat import a11_5_vehicles as cc_vehicles
from opfor.rules.a_infantry.a11_close_combat.a11_53_fate_of_a_vehicle import LUCK
from opfor.rules.c_ordnance.c07_to_kill import (
    c07_42_shock_recovery as c07_shock_recovery,
)
from opfor.rules.c_ordnance.c13_light_at_weapons import c13_7_atmm as c13_atmm
from opfor.rules.d_vehicles.d02_movement import d02_1_allotment as mp_allotment
from opfor.rules.d_vehicles.d02_movement import d02_5_excessive_speed as excessive_speed
from opfor.rules.d_vehicles.d04_hull_down import HIDDEN
from opfor.rules.d_vehicles.d06_passengers.d06_4_passengers import RIDERS
from opfor.rules.d_vehicles.d07_overrun import d07_1_overrun as d07_overrun
from opfor.rules.d_vehicles.d08_bog.d08_2_bog import BOGGED, FREED, MIRES, bog_drm
from opfor.state.counter_lists import counters
from opfor.state.counters import SupportWeapon, Vehicle
from tests.rules.given.armor import seen


def test_ccv() -> None:
    """A11.51: squad 5, crew 4, HS 3, SMC 2; one more for a SMC that joins."""
    assert cc_vehicles.CCV == {"squad": 5, "crew": 4, "half squad": 3}
    assert (cc_vehicles.SMC_CCV, cc_vehicles.WITH_SMC) == (2, 1)


def test_luck() -> None:
    """A11.53: after an Original 2 a dr of 1 burns, 2 eliminates, 3 immobilizes."""
    luck = [LUCK.get(dr, "none") for dr in range(1, 7)]
    assert luck == ["burn", "eliminated", "immobilized", "none", "none", "none"]


def test_atmm() -> None:
    """C13.7: -3 (Romanian -2) by a Final 3 or less; an Original 6 pins."""
    found = {nation: ours.drm for nation, ours in cc_vehicles.ATMM.items()}
    assert found == {"german": -3, "ss": -3, "german-paras": -3, "romanian": -2}
    assert (c13_atmm.ATMM_AT, c13_atmm.ATMM_PINS) == (3, 6)


@pytest.mark.parametrize(
    ("terrain", "how", "drm"),
    [
        ("woods", "Z", 3),
        ("graveyard", "Z", 3),
        ("wooden building", "Z", 3),
        ("rubble", "Z", 3),
        ("stone building", "Z", 4),
        ("woods", "z", 1),
        ("wire", "wire", 2),
    ],
)
def test_bog(terrain: str, how: str, drm: int) -> None:
    """D8.21: DRM of the terrain."""
    way = VehicleCost(bog=((terrain, how),))
    found = seen(lambda play: bog_drm(play, play.state.units["tank"], way))
    assert {mod.name: mod.value for mod in found}[terrain] == drm


def test_bog_dr() -> None:
    """D8.2, D8.3: bogged by a 12; freed by a coloured 4, mired by a 5."""
    assert (BOGGED, FREED, MIRES) == (12, 4, 5)


def test_speed() -> None:
    """D2.5: ESB DRM by who built it; immobilized by a 12."""
    built = {"american": 0, "russian": 1, "chinese": 1, "british": 2, "german": 2}
    assert built == excessive_speed.WORKSHOPS
    assert (excessive_speed.OTHERS, excessive_speed.BREAKS) == (3, 12)


def test_reverse() -> None:
    """D2.2: four times the cost for a tracked vehicle, three a truck, two an AC."""
    wanted = {"tracked": 4, "truck": 3, "armored car": 2}
    assert wanted.items() <= mp_allotment.REVERSE.items()


def test_hull_down() -> None:
    """D4.22: hexsides by the dr."""
    assert HIDDEN == {1: 3, 2: 2, 3: 1}


def test_shock() -> None:
    """C7.42: recovered by a 2, from UK by a 3."""
    assert (c07_shock_recovery.RECOVERS, c07_shock_recovery.RECOVERS_UK) == (2, 3)


def test_overrun() -> None:
    """D7.11: 1 FP unarmored, 2 an AFV, 4 with its gun; MG times 3/2; a quarter MP."""
    fp = d07_overrun.BASE, d07_overrun.ARMORED, d07_overrun.ARMED
    assert fp == (1, 2, 4)
    assert (d07_overrun.MG_TIMES * 2, d07_overrun.SHARE) == (3, 4)


def test_riders() -> None:
    """D6.2: 14 PP."""
    assert RIDERS == 14


@pytest.mark.parametrize(
    ("code", "th", "tk", "fp"),
    [
        ("german/pf", (10, 8, 6, 4), 31, 16),
        ("german/pfk", (10, 8), 22, 12),
    ],
)
def test_pf(code: str, th: tuple[int, ...], tk: int, fp: int) -> None:
    """C13.3: To Hit by range, TK# and FP."""
    piece = counters()[code]
    assert isinstance(piece, SupportWeapon)
    assert (tuple(piece.th), piece.tk, piece.fp) == (th, tk, fp)


def test_crew_survival() -> None:
    """D5.6: every CS# is one that a DR can make."""
    numbers = {v.cs for v in counters().values() if isinstance(v, Vehicle)}
    assert numbers <= set(range(13))
