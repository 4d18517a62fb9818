"""C3, C7: the exact chances of whole shots, against what the rules do with dice."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.a07_3_odds import OUTCOMES
from opfor.rules.c_ordnance.c03_to_hit.c03_3_odds import (
    ShotOdds,
    all_highest,
    shot_odds,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import said
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import HARM, tracks, worst_of
from opfor.rules.choices.orders import Fire
from opfor.state.events import GameEnded, MoveChanged, WeaponAdded
from opfor.state.in_progress import Move
from opfor.state.play import FrozenView, Play, step
from opfor.state.state import State
from opfor.state.units import Acquired, GunState, Side, Weapon
from tests.rules.given import armor, ordnance
from tests.rules.given.armor import set_unit, set_weapon
from tests.rules.given.odds import BY_HEAT, SURE, Table, outcome
from tests.rules.given.ordnance import CREW, GUN, MTR, L
from tests.rules.given.world import notes

SAMPLES = 150

Ready = Callable[[Play], object]


def nothing(_play: Play) -> None:
    """Leave all as it is."""


def vehicle(id_: str, **state: Any) -> Ready:
    """Change what a vehicle has as a vehicle."""

    def run(play: Play) -> None:
        unit = play.state.units[id_]
        assert unit.vehicle is not None
        set_unit(play, id_, vehicle=replace(unit.vehicle, **state))

    return run


def aimed(id_: str, at: str, drm: int, *, area: bool = False) -> Ready:
    """A Weapon has acquired a Location."""
    held = Acquired(at=L(at), drm=drm, area=area)
    return lambda play: set_weapon(play, id_, acquired=held)


def moving(quarters: int) -> Ready:
    """The ENEMY tank moves, having spent so many quarters of MP in sight."""

    def run(play: Play) -> None:
        vehicle("etank", motion=True, entered=True, trail=((L("E2"), quarters),))(play)
        play.emit(MoveChanged(Move(units=("etank",))))

    return run


TRUCK = "american/2-1-2-ton-truck"
CA = {"gun": GunState(ca=2)}
THEIR_GUN = Weapon(id="g", counter="german/37l-at-pak-35-36", owner="V", gun=GunState())

# -- shots of the tank at another --------------------------------------------------

DUELS: dict[str, dict[str, Any]] = {
    "a standing one": {},
    "acquired": {"ready": aimed("tank.ma", "E2", -2)},
    "with HE": {"order": {"ammo": "HE"}},
    "with APCR": {"order": {"ammo": "APCR"}, "date": "1942-08"},
    "hull down": {"ready": vehicle("etank", hull_down=(0, 1, 2, 3, 4, 5))},
    "its side": {"enemy": {"vca": 1, "tca": 1}},
    "its rear": {"enemy": {"vca": 0, "tca": 0}},
    "hull and turret apart": {"enemy": {"vca": 3, "tca": 1}},
    "adjacent": {"enemy_at": "K4", "order": {"target": L("K4")}},
    "in its hex": {"enemy_at": "K5", "order": {"target": L("K5")}},
    "its tracks": {"order": {"tracks": True}},
    "moving": {"ready": moving(16), "turn": "ENEMY", "phase": "MPh"},
    "hardly seen": {"ready": moving(4), "turn": "ENEMY", "phase": "MPh"},
    "CE": {"tank": {"ce": True}},
    "in Motion itself": {"tank": {"motion": True}, "phase": "DFPh", "turn": "ENEMY"},
    "bounding fire": {"tank": {"entered": True}, "phase": "AFPh"},
    "turned away": {"tank": {"vca": 3, "tca": 3}},
    "by a short gun": {"counter": "german/stuh-42"},
    "by 20mm": {"counter": "german/pzkpfw-iif"},
    "20mm at a truck": {"counter": "german/pzkpfw-iif", "enemy_counter": TRUCK},
    "at a truck": {"enemy_counter": TRUCK},
    "HE at a truck": {"enemy_counter": TRUCK, "order": {"ammo": "HE"}},
    "concealed": {"ready": lambda play: set_unit(play, "etank", concealed=True)},
    "far off": {"enemy_at": "Z3", "order": {"target": L("Z3")}, "tank": {"vca": 2}},
}

# -- shots of a Gun or mortar at a Location ----------------------------------------

INFANTRY: dict[str, dict[str, Any]] = {
    "Infantry": {},
    "adjacent": {"target": "tE5"},
    "in a building": {"target": "tH7"},
    "behind a wall": {"target": "tL4"},
    "acquired Infantry": {"ready": aimed("w", "tH5", -2)},
    "two units": {"units": {"W": ("german/8-0", "tH5")}},
    "a stack with a CH": {
        "units": {"W": ("german/4-6-7", "tH5")},
        "ready": aimed("w", "tH5", -2),
        "target": "tE5",
    },
    "concealed Infantry": {"theirs": {"concealed": True}},
    "a 37mm Gun": {"weapon": "russian/37l-at-ptp-obr-30"},
    "a heavy Gun": {"weapon": "russian/152-art-g-obr-38"},
    "by area": {"order": {"area": True}},
    "a mortar": {"weapon": MTR, "unit": ordnance.RUSSIAN},
    "a mortar into woods": {
        "weapon": MTR,
        "unit": ordnance.RUSSIAN,
        "at": "tH3",
        "target": "tD3",
    },
    "a mortar, acquired": {
        "weapon": MTR,
        "unit": ordnance.RUSSIAN,
        "ready": aimed("w", "tH5", -2, area=True),
    },
    "moving Infantry": {"phase": "MPh", "turn": "FRIENDLY", "move": True},
    "a crew and its Gun": {"crew": True},
}

NAMES = [*DUELS, *INFANTRY]


def planned(play: Play, side: Side, fields: dict[str, Any]) -> tuple[FrozenView, ToHit]:
    """The moment, and the shot; at what moves without regard to its MP."""
    first = play.state.phase == "MPh"
    shot = plan_shot(play, side, Fire(**fields), activated=first)
    return FrozenView(play.state, play.world), shot


def set_up(name: str) -> tuple[FrozenView, ToHit]:
    """The moment of a shot, and the shot."""
    found: list[tuple[FrozenView, ToHit]] = []
    given = dict(DUELS[name] if name in DUELS else INFANTRY[name])
    ready, order = given.pop("ready", nothing), given.pop("order", {})
    if name in DUELS:

        def tanks(play: Play) -> None:
            ready(play)
            fields = {"firers": ("tank.ma",), "target": L("E2"), "at": "etank"} | order
            found.append(planned(play, "FRIENDLY", fields))

        armor.duel(tanks, **given)
        return found[0]
    given = {"weapon": GUN, "unit": CREW} | given
    moves, crew = given.pop("move", False), given.pop("crew", False)
    if given["unit"] == CREW:
        given["weapon_state"] = CA

    def guns(play: Play) -> None:
        ready(play)
        if moves:
            play.emit(MoveChanged(Move(units=("V",))))
        if crew:
            play.emit(WeaponAdded(THEIR_GUN))
        target = play.state.units["V"].location
        fields = {"firers": ("w",), "target": target} | order
        found.append(planned(play, "ENEMY", fields))

    ordnance.table(guns, **given)
    return found[0]


def fired(view: FrozenView, shot: ToHit, seed: int) -> Game[State]:
    """The game after the shot with seeded dice."""

    def run(play: Play) -> None:
        shoot(play, shot)
        play.emit(GameEnded("over"))

    game = Game(
        view.state,
        lambda now: None if now.over else step("x", run, view.world),
        Table(seed),
    )
    game.run()
    return game


def fate(id_: str, played: Game[State]) -> Fate:
    """What has become of a vehicle, as it was told; the worst of a Multiple Hit."""
    told = [note for note in notes(played) if note.startswith(f"{id_}: ")]
    words = [note.removeprefix(f"{id_}: ") for note in told]
    fates = [one for one in HARM if said(one) in words]
    return fates[-1] if fates else "none"


@cache
def shares(name: str) -> list[tuple[str, str, float, float]]:
    """For each target and outcome the exact share, and that of the games."""
    view, shot = set_up(name)
    exact: ShotOdds = shot_odds(view, shot)
    games = [fired(view, shot, seed) for seed in range(SAMPLES)]
    found: list[tuple[str, str, Fraction, int]] = []
    for id_, fates in exact.vehicles.items():
        ends = [fate(id_, played) for played in games]
        gone = [id_ not in played.state.units for played in games]
        if tracks(shot):
            ends = [worst_of(shot, [end]) for end in ends]
        assert [end in ("burn", "eliminated") for end in ends] == gone
        found += [(id_, kind, fates[kind], ends.count(kind)) for kind in HARM]
    for id_, outcomes in exact.units.items():
        before = view.state.units[id_]
        those = [outcome(before, played) for played in games]
        found += [(id_, end, outcomes[end], those.count(end)) for end in OUTCOMES]
    return [(id_, end, float(p), count / SAMPLES) for id_, end, p, count in found]


class TestC3_3_oddsExact:
    """C3.3/odds."""

    def test_enough(self) -> None:
        """There are many set-ups."""
        assert len(NAMES) >= 30

    @pytest.mark.parametrize("name", NAMES)
    def test_as_simulated(self, name: str) -> None:
        """No outcome is off by more than the sampling error."""
        assert shares(name)
        for id_, kind, wanted, found in shares(name):
            error = sqrt(wanted * (1 - wanted) / SAMPLES)
            assert abs(found - wanted) <= SURE * error + BY_HEAT, (id_, kind)

    @pytest.mark.parametrize("name", NAMES)
    def test_sum(self, name: str) -> None:
        """Something becomes of each target."""
        view, shot = set_up(name)
        found = shot_odds(view, shot)
        for chances in (*found.units.values(), *found.vehicles.values()):
            assert sum(chances.values()) == 1

    @pytest.mark.parametrize("kind", [*HARM, *OUTCOMES])
    def test_in_all(self, kind: str) -> None:
        """Nor is any outcome too frequent or too rare in all set-ups together."""
        all_ = [row for name in NAMES for row in shares(name) if row[1] == kind]
        off = sum(found - wanted for _, _, wanted, found in all_)
        error = sqrt(sum(p * (1 - p) / SAMPLES for _, _, p, _ in all_))
        assert abs(off) <= SURE * error

    def test_random_selection(self) -> None:
        """Of two one is chosen in 5 of 12 cases, both tie in a sixth."""
        assert all_highest(1, 2) == Fraction(15, 36)
        assert all_highest(2, 2) == Fraction(1, 6)
        assert 3 * all_highest(1, 3) + 3 * all_highest(2, 3) + all_highest(3, 3) == 1
