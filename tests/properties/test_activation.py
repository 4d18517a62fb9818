"""Thousands of Activations: whatever the nation, month and ground, all is legal."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.dice import Seeded, uniform
from opfor.core.game import Game
from opfor.geo.generate import STYLES, generate
from opfor.geo.map import Map, Placed
from opfor.geo.textboard import text_board
from opfor.rules.s05_generation import activate, activate_long_range
from opfor.rules.s05_prohibited import dig_bar, gun_bar, vehicle_bar
from opfor.state.counters import Gun, Vehicle, counter
from opfor.state.events import GameEnded
from opfor.state.mission import Mission
from opfor.state.nations import load, load_nation, nations
from opfor.state.play import Play, step
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect, Unit
from opfor.state.world import World

EACH = 12
"""S? Activated in one example."""


@cache
def board_map(style: str) -> Map:
    """A generated board of a style."""
    return Map([Placed(text_board(generate(style, 7)))])


@cache
def ground(style: str, month: str) -> World:
    """A world of that board, whose nation and date the example sets."""
    return World(
        board_map(style),
        date=f"1943-{month}",
        fbe="left",
        enemy=load_nation("russian"),
        classes={},
    )


class Dice:
    """All dice from a seed; nothing else is asked."""

    def __init__(self, seed: int) -> None:
        self.dice = Seeded(seed)

    def pick(self, _asked: object) -> Seeded:
        """The dice."""
        return self.dice


def months(nation: str) -> list[str]:
    """Every third month of a nation's pack, its last one too."""
    pack = load_nation(nation)
    first, last = pack.fact("first month"), pack.fact("last month")
    every = [f"{y}-{m:02}" for y in range(1936, 1946) for m in range(1, 13)]
    held = [month for month in every if first <= month <= last]
    return [*held[::3], last]


def played(seed: int, nation: str, date: str, style: str) -> Game[State]:
    """A game in which S? in Locations of a seed are Activated one after the other."""
    world = ground(style, "07")
    world.enemy, world.date = load_nation(nation), date
    places = world.ground.locations

    def pick(of: int, nth: int) -> int:
        return uniform(str(seed), "places", nth, of)

    def run(play: Play) -> None:
        for nth in range(EACH):
            where = world.name(places[pick(len(places), nth)])
            attitude = "Advance" if pick(3, 1000 + nth) == 0 else "Hold"
            suspect = Suspect(f"S{nth}", where, attitude)  # type: ignore[arg-type] # one of the two
            by = world.name(places[pick(len(places), 2000 + nth)])
            generate_ = activate_long_range if nth == 0 else activate
            generate_(play, suspect, by=by)
        play.emit(GameEnded("done"))

    friend = Unit(
        id="V",
        side="FRIENDLY",
        counter="german/4-6-7",
        location=LocationName(world.name(places[pick(len(places), 9)])),
    )
    mission = Mission(
        id="p",
        title="P",
        map="p",
        date=date,
        friendly="german",
        enemy=nation,
        fbe="left",
        heavy_cap="none",
        a1_drm=pick(7, 77) - 3,
        pto=pick(2, 78) == 0,
    )
    game = Game(
        State(
            mission=mission, ready=True, side="ENEMY", phase="MPh", units={"V": friend}
        ),
        lambda now: None if now.over else step("activate", run, world),
        Dice(seed),  # type: ignore[arg-type] # nothing but dice is asked
    )
    game.run()
    return game


def check(game: Game[State], world: World, date: str) -> None:
    """Every piece is in use by then, and legal where it stands."""
    state = game.state
    play = Play(game, world)
    pieces = [u.counter for u in state.units.values() if u.side == "ENEMY"]
    pieces += [weapon.counter for weapon in state.weapons.values()]
    for code in pieces:
        piece = counter(code)
        assert piece.since <= date, code
        assert not piece.until or date <= piece.until, code
    for unit in state.units.values():
        found = counter(unit.counter)
        assert world.locate(unit.location)
        assert isinstance(found, Vehicle) == (unit.vehicle is not None)
        if isinstance(found, Vehicle) and unit.vehicle:
            assert 0 <= unit.vehicle.vca < 6
            assert not vehicle_bar(play, Suspect("", unit.location), found)
    for weapon in state.weapons.values():
        gun = counter(weapon.counter)
        assert isinstance(gun, Gun) == (weapon.gun is not None)
        if isinstance(gun, Gun):
            where = state.units[weapon.owner].location
            assert not gun_bar(play, Suspect("", where), gun)
    for fort in state.fortifications.values():
        assert not dig_bar(play, Suspect("", fort.location), fort.kind)
        assert (fort.ca >= 0) == (fort.kind in ("pillbox", "cave"))


@pytest.mark.parametrize("nation", nations(load()))
@settings(max_examples=20, deadline=None)
@given(st.data())
def test_every_result_is_legal(nation: str, data: st.DataObject) -> None:
    """Legal in its Location, in use on its date, and no error, whatever is drawn."""
    seed = data.draw(st.integers(0, 10**6))
    date = data.draw(st.sampled_from(months(nation)))
    style = data.draw(st.sampled_from(STYLES))
    game = played(seed, nation, date, style)
    check(game, ground(style, "07"), date)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_one_seed_one_result(seed: int) -> None:
    """The same seed brings the same pieces and the same events."""
    made = [played(seed, "german", "1944-07", "village") for _ in range(2)]
    assert made[0].state == made[1].state
    assert made[0].fingerprint() == made[1].fingerprint()
