"""Every counter type that opfor knows, in every state, written and read back."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from opfor.ports.session import Setup, build_world
from opfor.state.counter_lists import shipped
from opfor.state.counters import DUMMY, MMC, SMC, Counter, Gun, SupportWeapon, Vehicle
from opfor.state.mission import load_mission
from opfor.state.state import State
from opfor.state.units import (
    Acquired,
    Fortification,
    GunState,
    LocationName,
    Marker,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)
from opfor.state.world import World
from tests.shared import needs_shared
from tests.vasl.test_round_trip import read_back

T = TypeVar("T")

UNIT_STATES: tuple[dict[str, Any], ...] = (
    {},
    *({name: True} for name in (
        "broken", "pinned", "cx", "concealed", "berserk", "dm", "disrupted",
        "fanatic", "wounded", "heroic", "encircled", "hidden", "ti", "hazardous",
        "panic", "melee", "unarmed", "wall", "moved",
    )),
    *({"fired": fired} for fired in ("prep", "first", "final", "opportunity")),
    {"labor": 1}, {"labor": 2}, {"labor": 3}, {"deeds": ("in command",)},
    {"crest": (1, 2, 3)}, {"broken": True, "dm": True, "concealed": True},
    {"pinned": True, "cx": True, "fired": "first", "ti": True, "moved": True},
)  # fmt: skip
VEHICLE_STATES: tuple[dict[str, Any], ...] = (
    *({"vca": spine, "tca": (spine + 2) % 6} for spine in range(6)),
    *({"vca": 1, "tca": 1, name: True} for name in (
        "ce", "motion", "bogged", "immobile", "recalled", "abandoned", "stunned",
    )),
    {"vca": 2, "tca": 2, "bogged": True, "mired": True},
    {"vca": 2, "tca": 2, "shock": "shock"}, {"vca": 2, "tca": 2, "shock": "UK"},
    {"vca": 0, "tca": 0, "bypass": (2,)}, {"vca": 0, "tca": 0, "hull_down": (0, 1)},
)  # fmt: skip
WEAPON_STATES: tuple[dict[str, Any], ...] = (
    {}, {"malfunctioned": True}, {"dm": True}, {"disabled": True}, {"intensive": True},
    *({"fired": fired} for fired in ("prep", "first", "final", "opportunity")),
)  # fmt: skip


def world_of(nation: str) -> tuple[World, State, list[LocationName]]:
    """A game against a nation, the ground-level Locations of its map."""
    mission = load_mission("first-contact")
    other = "american" if nation in ("german", "ss") else "german"
    mission = replace(mission, enemy="russian", friendly=other)
    world = build_world(Setup(mission=mission, seed=1))
    mission = replace(mission, enemy=nation, friendly=other, vpo_draw=())
    ground = [world.name(at) for at in world.ground.locations if at.level == 0]
    return world, State(mission=mission), ground


def by_nation() -> dict[str, list[Counter]]:
    """The counter types by their nation."""
    found: dict[str, list[Counter]] = {}
    for piece in shipped().values():
        found.setdefault(piece.nation, []).append(piece)
    return found


def batched(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """As many at a time as the map has hexes."""
    for start in range(0, len(things), size):
        yield things[start : start + size]


def units(piece: Counter) -> Iterator[tuple[dict[str, Any], Any]]:
    """A unit's states: common ones, those of its vehicle."""
    if isinstance(piece, Vehicle):
        for state in VEHICLE_STATES:
            ce = dict(state)
            yield {}, VehicleState(**ce)
        return
    for state in UNIT_STATES:
        yield state, None


@needs_shared
@pytest.mark.parametrize("nation", sorted(n for n in by_nation() if n != "any"))
class TestEveryType:
    """Nation by nation."""

    def test_units(self, nation: str) -> None:
        """Each squad, leader and vehicle in each state."""
        world, empty, places = world_of(nation)
        made: dict[str, Unit] = {}
        for piece in by_nation()[nation]:
            if not isinstance(piece, MMC | SMC | Vehicle):
                continue
            for state, vehicle in units(piece):
                id_ = f"e{len(made)}"
                made[id_] = Unit(
                    id=id_, side="ENEMY", counter=piece.id, location=places[0],
                    vehicle=vehicle, **state,
                )  # fmt: skip
        for part in batched([*made.values()], len(places)):
            laid = {
                unit.id: replace(unit, location=place)
                for unit, place in zip(part, places, strict=False)
            }
            found = read_back(world, replace(empty, units=laid))
            assert found[:3] == [], len(found)

    def test_weapons(self, nation: str) -> None:
        """Each SW and Gun in each state, lying about."""
        world, empty, places = world_of(nation)
        made: list[Weapon] = []
        for piece in by_nation()[nation]:
            if isinstance(piece, SupportWeapon) and not piece.inherent:
                made += [
                    Weapon(id=f"w{len(made) + n}", counter=piece.id, **state)
                    for n, state in enumerate(WEAPON_STATES)
                ]
            if isinstance(piece, Gun):
                guns = [
                    *(GunState(ca=spine, emplaced=True) for spine in range(6)),
                    GunState(ca=1, limbered=True),
                    GunState(ca=1),
                ]
                made += [
                    Weapon(id=f"w{len(made) + n}", counter=piece.id, gun=gun)
                    for n, gun in enumerate(guns)
                ]
        for part in batched(made, len(places)):
            laid = {
                weapon.id: replace(weapon, location=place)
                for weapon, place in zip(part, places, strict=False)
            }
            found = read_back(world, replace(empty, weapons=laid))
            assert found[:3] == [], len(found)


@needs_shared
class TestOthers:
    """S?, fortifications, markers, and how they lie together."""

    def test_all(self) -> None:
        """Each kind with what it prints."""
        world, state, places = world_of("russian")
        at = iter(places)
        forts = [
            Fortification(id=f"f{n}", location=next(at), **given)
            for n, given in enumerate(FORTS)
        ]
        markers = [
            Marker(id=f"m{n}", location=next(at), **given)
            for n, given in enumerate(MARKERS)
        ]
        suspects = [
            Suspect(id=f"S{n}", location=next(at), **given)
            for n, given in enumerate(SUSPECTS)
        ]
        state = replace(
            state,
            fortifications={f.id: f for f in forts},
            markers={m.id: m for m in markers},
            suspects={s.id: s for s in suspects},
        )
        assert read_back(world, state) == []

    def test_together(self) -> None:
        """A full hex: levels, those in and out of a foxhole, above wire, on a tank."""
        world, state, places = world_of("russian")
        here = places[40]
        upper = next(world.name(a) for a in world.ground.locations if a.level == 1)
        below = LocationName(upper.rpartition("/")[0])
        squad = Unit(id="e1", side="ENEMY", counter="russian/4-4-7", location=here)
        mine = replace(squad, side="FRIENDLY", counter="german/4-6-7")
        tank = Unit(
            id="e9",
            side="ENEMY",
            counter="russian/t-34-m41",
            location=here,
            vehicle=VehicleState(vca=1, tca=3),
        )
        units = [
            replace(squad, inside="f1", concealed=True),
            replace(squad, id="e2", inside="f1", pinned=True),
            replace(squad, id="e3", concealed=True),
            replace(squad, id="e4", fired="prep"),
            replace(squad, id="e5", inside="f2", broken=True),
            replace(squad, id="e6", aboard="e9", rides=True),
            replace(mine, id="467A", concealed=True),
            replace(mine, id="467B", melee=True),
            Unit(id="d1", side="FRIENDLY", counter=DUMMY, location=here),
            tank,
            replace(squad, id="e7", location=upper, concealed=True),
            replace(squad, id="e8", location=below),
        ]
        forts = [
            Fortification(id="f1", kind="foxhole", location=here, capacity=2),
            Fortification(id="f2", kind="wire", location=here),
        ]
        far = Acquired(at=places[90], drm=-2, area=True)
        weapons = [
            Weapon(id="w1", counter="russian/mmg", owner="e4", fired="prep"),
            Weapon(id="w2", counter="russian/lmg", owner="e3"),
            Weapon(id="w3", counter="german/lmg", location=here),
            Weapon(id="w4", counter="russian/50-mtr", owner="e4", acquired=far),
        ]
        state = replace(
            state,
            units={u.id: u for u in units},
            fortifications={f.id: f for f in forts},
            weapons={w.id: w for w in weapons},
        )
        assert read_back(world, state) == []


FORTS: tuple[dict[str, Any], ...] = (
    *({"kind": "foxhole", "capacity": n} for n in (1, 2, 3, 4)),
    {"kind": "trench", "capacity": 2, "side": "ENEMY"},
    {"kind": "pillbox", "capacity": 1, "defence": (3, 5), "ca": 2},
    {"kind": "pillbox", "capacity": 2, "defence": (5, 7), "ca": 5, "hidden": True,
     "side": "ENEMY"},
    {"kind": "pillbox", "capacity": 2, "defence": (2, 4), "ca": 0},
    {"kind": "fortified building"}, {"kind": "cave", "capacity": 1, "ca": 3},
    {"kind": "wire"}, {"kind": "wire", "hidden": True, "side": "FRIENDLY"},
    *({"kind": "minefield", "fp": fp} for fp in (6, 8, 12)),
    *({"kind": "minefield", "factors": n} for n in (1, 3, 5)),
    {"kind": "minefield", "fp": 6, "factors": 2, "hidden": True, "side": "ENEMY"},
    *({"kind": "roadblock", "sides": (side,)} for side in range(6)),
    {"kind": "roadblock", "sides": (1, 2)},
)  # fmt: skip
MARKERS: tuple[dict[str, Any], ...] = (
    {"kind": "smoke", "hindrance": 3}, {"kind": "WP", "hindrance": 2},
    {"kind": "smoke", "hindrance": 2, "dispersed": True},
    {"kind": "WP", "hindrance": 1, "dispersed": True},
    {"kind": "smoke", "hindrance": 2, "grenade": True},
    {"kind": "WP", "hindrance": 1, "grenade": True},
    {"kind": "smoke", "hindrance": 5}, {"kind": "trail break", "sides": (4,)},
    {"kind": "panji", "sides": (0, 1)},
    *({"kind": "residual", "fp": fp, "side": "ENEMY"} for fp in (1, 2, 4, 6, 8, 12)),
    {"kind": "residual", "fp": 3}, {"kind": "fire lane", "fp": 4, "of": "mmgA"},
    {"kind": "fire lane", "fp": 3, "drm": -1, "side": "FRIENDLY"},
    {"kind": "flame"}, {"kind": "blaze"}, {"kind": "DC", "fp": 30, "of": "dcA"},
    {"kind": "shellholes"}, {"kind": "rubble"}, {"kind": "SR", "of": "b1"},
    {"kind": "FFE:1"}, {"kind": "FFE:2"}, {"kind": "FFE:C", "side": "ENEMY"},
    {"kind": "wreck", "of": "german/pzkpfw-ivh", "hindrance": 1},
    {"kind": "burning wreck", "of": "german/pzkpfw-ivh", "hindrance": 3, "sides": (2,)},
)  # fmt: skip
SUSPECTS: tuple[dict[str, Any], ...] = (
    *({"colour": colour} for colour in (
        "black", "red", "green", "blue", "brown", "yellow", "purple",
    )),
    {"attitude": "Advance"}, {"human_wave": True}, {"moved": True}, {"crest": (0, 1)},
)  # fmt: skip
