"""Ten thousand S? set up and Activated by seed: what holds of every one of them.

OPFOR_MANY says how many; a nightly run may ask for a million.
"""

import os
from collections import Counter
from functools import cache

import pytest

from opfor.geo.edges import outside, walled_toward_fbe
from opfor.geo.hexes import distance
from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import FBE_DISTANCE
from opfor.rules.s_solitaire.s05_activation.s05_61_prohibited import (
    dig_bar,
    gun_bar,
    vehicle_bar,
)
from opfor.state.counter_lists import counter
from opfor.state.counters import Gun, Vehicle
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import SUSPECT_CAP, LocationName, Suspect
from tests.properties.many import EACH, Scene, Setup, scenes, set_up, vpo, world

MANY = int(os.environ.get("OPFOR_MANY", "10000"))
"""Set-ups of S? and Activations together, at the least."""

PARTS = 20
AGAIN = 25
"""Every so many set-ups, one is played again."""


@pytest.mark.parametrize("part", range(PARTS))
def test_many(part: int) -> None:
    """What S4 and S5 bring is legal, in use on its date, and the seed's alone."""
    each, all_scenes = -(-MANY // PARTS), scenes()
    done, seed = 0, part
    while done < each:
        setup = set_up(seed, all_scenes)
        try:
            placement_is_legal(setup)
            pieces_are_in_use(setup.game.state, setup.mission.date)
            results_are_legal(setup)
            if seed % AGAIN == 0:
                again = set_up(seed, all_scenes).game
                assert again.state == setup.game.state
                assert again.fingerprint() == setup.game.fingerprint()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        done += 1 + setup.activated
        seed += PARTS
    assert setup.activated == EACH


def test_seeds_differ() -> None:
    """Other seeds bring other S? and other pieces."""
    prints = {set_up(seed, scenes()[:1]).game.fingerprint() for seed in range(8)}
    assert len(prints) == 8


def placement_is_legal(setup: Setup) -> None:
    """S? stand where a case puts them, clear of the FBE, within the cap."""
    stacks = Counter(suspect.location for suspect in setup.placed)
    cap = 1 if setup.mission.placement == ("e",) else SUSPECT_CAP
    assert max(stacks.values(), default=0) <= cap
    for name in stacks:
        place = facts(setup.scene, name)
        assert place["gap"] > FBE_DISTANCE, name
        assert not place["water"], name
        assert any(place[case] for case in setup.mission.placement), name
    waiting = Counter(s.enters for s in setup.game.state.suspects.values() if s.enters)
    assert max(waiting.values(), default=0) <= SUSPECT_CAP
    along = world(setup.scene).compass.along("EBE")
    assert all(world(setup.scene).locate(name).hex in along for name in waiting)


@cache
def facts(scene: Scene, name: LocationName) -> dict[str, int]:
    """Where a Location is, and which cases may place a S? there (looser than S4.1)."""
    here = world(scene)
    at, ground = here.locate(name), here.ground
    kind, cover = ground.terrain(at).name, ground.concealment_terrain(at)
    place = here.map.grid.coordinates(at.hex)
    reach = [here.range(name, hex_) for hex_ in vpo(scene)]
    return {
        "gap": min(distance(place, out) for out in outside(here.map, scene.fbe)),
        "water": kind == "water obstacle",
        "a": bool(ground.building[at.hex]) or "rubble" in kind or kind == "lumberyard",
        "b": bool(here.joins.growth_size[at.hex]),
        "c": 0 in reach or (cover and min(reach, default=9) <= 1),
        "d": 0 in reach or (cover and min(reach, default=9) <= 2),
        "e": cover or walled_toward_fbe(ground, here.compass, at.hex),
    }


def pieces_are_in_use(state: State, date: str) -> None:
    """No counter before its first month or after its last."""
    pieces = [u.counter for u in state.units.values() if u.side == "ENEMY"]
    pieces += [w.counter for w in state.weapons.values() if not w.mount]
    for code in pieces:
        piece = counter(code)
        assert piece.since <= date, (code, date)
        assert not piece.until or date <= piece.until, (code, date)


def results_are_legal(setup: Setup) -> None:
    """Every vehicle, Gun and fortification may be in its Location, and is complete."""
    state, here = setup.game.state, world(setup.scene)
    play = Play(setup.game, here)
    for unit in state.units.values():
        found = counter(unit.counter)
        assert here.locate(unit.location)
        assert isinstance(found, Vehicle) == (unit.vehicle is not None)
        if isinstance(found, Vehicle) and unit.vehicle:
            assert 0 <= unit.vehicle.vca < 6
            assert not vehicle_bar(play, Suspect("", unit.location), found)
    for weapon in state.weapons.values():
        gun = here.counter(weapon.counter)
        assert isinstance(gun, Gun) == (weapon.gun is not None)
        assert weapon.owner in state.units
        assert bool(weapon.mount) == (state.units[weapon.owner].vehicle is not None)
        if isinstance(gun, Gun):
            crew = state.units[weapon.owner]
            there = Suspect("", crew.location, crest=crew.crest)
            assert not gun_bar(play, there, gun)
    for fort in state.fortifications.values():
        assert not dig_bar(play, Suspect("", fort.location), fort.kind)
        assert (fort.ca >= 0) == (fort.kind in ("pillbox", "cave"))
