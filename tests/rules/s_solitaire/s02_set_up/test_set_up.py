"""S2: VPO Locations drawn on cards, and how the FRIENDLY side sets up."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.ask import Choose
from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.rules.b_terrain.b27_digging import undiggable
from opfor.rules.c_ordnance.c03_to_hit.covered_arc import inward
from opfor.rules.s_solitaire.s02_set_up.set_up import area, draw_vpo
from opfor.rules.sequence.s02_turn import program
from opfor.sim.run import ProgramRouter, play_out
from opfor.sim.set_up import places
from opfor.state.events import SetUp
from opfor.state.mission import OB, Area, Entering, Mission, load_mission, missions
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World
from tests.rules.given.setting import played
from tests.rules.given.world import notes
from tests.shared import SHARED, needs_shared

TWO = parse_map("o7@0,0 o2@0,1", Library().load)
"""Two boards, o2 at the FBE along the bottom."""

SIDES: tuple[Side, ...] = ("FRIENDLY", "ENEMY")


def drawn(*dice: str, draw: tuple[int, ...]) -> Game[State]:
    """A game in which the VPO Locations are drawn."""
    rolls = tuple(f"S2.p1 dr {die}" for die in dice)
    return played(TWO, *rolls, run=draw_vpo, fbe="bottom", vpo_draw=draw)


class TestS2_p1DrawVpo:
    """S2.p1."""

    def test_card(self) -> None:
        """A dr names a hex of the card of the board at the FBE."""
        game = drawn("2", "1", draw=(2,))
        assert game.state.vpo == ("o2O3", "o2O7")

    def test_next_board(self) -> None:
        """The second number is of the board beyond."""
        assert drawn("1", "5", draw=(1, 1)).state.vpo == ("o2O7", "o7U4")

    def test_the_next_one(self) -> None:
        """If a hex was drawn already the next one on the card is taken."""
        assert drawn("1", "1", draw=(2,)).state.vpo == ("o2O7", "o2O3")

    def test_none(self) -> None:
        """A Mission without a draw has no dice, and none is told."""
        game = drawn(draw=())
        assert not game.state.vpo
        assert not notes(game)


class Facing(Random):
    """By chance, but what it sets up points along a hexspine that is given."""

    spine = ""

    def answer(self, asked: Any, context: Any) -> Any:
        """The hexspine, where it is asked for."""
        if isinstance(asked.request, Choose) and "CA of" in asked.request.purpose:
            return self.spine or asked.request.options[0].key
        return super().answer(asked, context)


def started(what: str | Mission, spine: str = "") -> tuple[State, World, Mission]:
    """A Mission as its set-up leaves it, by chance; with its world."""
    asked = load_mission(what) if isinstance(what, str) else what
    mission = replace(asked, turns=1)
    world = build_world(Setup(mission=mission, seed=1))
    players = {side: Facing(world, side) for side in SIDES}
    players["FRIENDLY"].spine = spine
    game = Game(State(mission=mission), program(world), ProgramRouter(1, players))
    ready: list[State] = []
    game.listen(
        lambda emitted: (
            ready.append(game.state) if isinstance(emitted.event, SetUp) else None
        )
    )
    game.run()
    return ready[0], world, mission


def heavy(spine: str = "") -> tuple[State, World]:
    """Two tanks and three Guns, set up."""
    own = (
        OB("T-34 M43", 2),
        OB("2-2-8", 3, weapons=("45LL AT PTP obr. 42",) * 3),
    )
    mission = replace(load_mission("human-wave"), friendly="russian", unit=own)
    state, world, _ = started(mission, spine)
    return state, world


class TestA2_9_vehicle:
    """A2.9/vehicle."""

    def test_stopped(self) -> None:
        """On the map it is Stopped, CE, and looks inward."""
        state, world = heavy()
        tanks = [u.vehicle for u in state.units.values() if u.vehicle]
        assert len(tanks) == 2
        for tank in tanks:
            assert tank.ce
            assert not tank.motion
            assert tank.vca == tank.tca == inward(FrozenView(state, world), "FRIENDLY")

    def test_place(self) -> None:
        """It stands where a vehicle may be, and not in a building; armed."""
        state, world = heavy()
        for unit in state.units.values():
            if unit.vehicle:
                assert not world.in_building(unit.location)
                assert state.weapons_of(unit.id)


class TestA2_9_facing:
    """A2.9/facing."""

    def test_vehicles(self) -> None:
        """A vehicle and its turret point where the player says."""
        state, _ = heavy("4")
        tanks = [u.vehicle for u in state.units.values() if u.vehicle]
        assert [(tank.vca, tank.tca) for tank in tanks] == [(4, 4)] * 2

    def test_guns(self) -> None:
        """A Gun points where the player says, and is emplaced for all that."""
        state, _ = heavy("4")
        assert [w.gun.ca for w in state.weapons.values() if w.gun] == [4] * 3
        assert any(w.gun.emplaced for w in state.weapons.values() if w.gun)

    def test_inward_first(self) -> None:
        """The first hexspine that is offered points into the map."""
        state, world = heavy()
        inside = inward(FrozenView(state, world), "FRIENDLY")
        assert {w.gun.ca for w in state.weapons.values() if w.gun} == {inside}


class TestC11_2_setup:
    """C11.2/setup."""

    def test_emplaced(self) -> None:
        """Each Gun is emplaced where something can be dug."""
        state, world = heavy()
        guns = [w for w in state.weapons.values() if w.gun]
        assert len(guns) == 3
        for gun in guns:
            at = state.units[gun.owner].location
            assert gun.gun is not None
            assert gun.gun.emplaced != bool(undiggable(FrozenView(state, world), at))


class TestA2_9SettingUp:
    """A2.9."""

    def test_area(self) -> None:
        """Units that neither enter nor have a place are set up in the area."""
        state, world, mission = started("human-wave")
        allowed = set(area(FrozenView(state, world), mission.area or Area()))
        placed = [u for u in state.units.values() if u.side == "FRIENDLY"]
        assert len(placed) == sum(line.number for line in mission.unit)
        assert all(unit.location in allowed for unit in placed)

    def test_clear_of_the_next_board(self) -> None:
        """No Location of the area is nearer than three hexes to the other board."""
        state, world, mission = started("human-wave")
        scene = FrozenView(state, world)
        far = [h for h, owner in enumerate(world.map.owner) if owner == 0]
        for name in area(scene, mission.area or Area()):
            hex_ = world.locate(name).hex
            assert world.map.owner[hex_] == 1
            assert min(world.map.distance(hex_, other) for other in far) >= 3

    def test_near_the_vpo(self) -> None:
        """An area around the VPO Locations reaches six hexes."""
        state, world, _ = started("enemy-offensive")
        vpo = [at for at in state.vpo if at.startswith("o2")]
        for name in area(FrozenView(state, world), Area(vpo=6)):
            assert min(world.range(name, at) for at in vpo) <= 6

    def test_foxholes(self) -> None:
        """Each foxhole lies in the area, and takes the squad that is there."""
        state, _, mission = started("enemy-offensive")
        holes = state.fortifications.values()
        assert len(list(holes)) == mission.foxholes
        assert all(hole.kind == "foxhole" and hole.location for hole in holes)

    def test_no_armor(self) -> None:
        """A Mission of ENEMY armor is refused for a nation that has none."""
        armor = (Entering(turn=1, armor={"AFV": 1}),)
        mission = replace(
            load_mission("first-contact"), enemy="partisan", entering=armor
        )
        with pytest.raises(OpforError, match="armor"):
            build_world(Setup(mission=mission, seed=1))

    def test_too_many(self) -> None:
        """More than three squads in a Location are refused."""
        mission = load_mission("human-wave")
        world = build_world(Setup(mission=mission, seed=1))

        class Heap(Random):
            def answer(self, asked: Any, context: Any) -> Any:
                first, *_ = asked.request.places
                return dict.fromkeys(asked.request.things, first)

        players = {"FRIENDLY": Heap(world, 1), "ENEMY": Random(world, 2)}
        with pytest.raises(OpforError, match=r"A5\.1"):
            play_out(world, mission, 1, players)

    def test_along_the_edge(self) -> None:
        """Without an area they wait offboard."""
        state, _, _ = started("first-contact")
        assert not any(unit.location for unit in state.units.values())


def fits(name: str, map_: str, **changes: Any) -> None:
    """Whether a Mission can be played on a map; an error says why not."""
    mission = replace(load_mission(name), map=map_, **changes)
    build_world(Setup(mission=mission, seed=1))


class TestB27_1_setup:
    """B27.1/setup."""

    def test_where(self) -> None:
        """At ground level, where something can be dug: in no building."""
        state, world, mission = started("enemy-offensive")
        holes = list(state.fortifications.values())
        assert len(holes) == mission.foxholes
        for hole in holes:
            assert world.locate(hole.location).level == 0
            assert undiggable(FrozenView(state, world), hole.location) == ""

    def test_steady(self) -> None:
        """The player of `opfor sim` digs for those who have least TEM."""
        state, world, _ = started("enemy-offensive")
        bare = next(u.location for u in state.units.values() if u.location)
        free = [str(bare), "o2A1"]
        found = places(FrozenView(state, world), ("foxhole1",), free)
        assert found == {"foxhole1": str(bare)}


class TestCheckBoards:
    """A map that lacks what the Mission is about is refused as the game is set up."""

    def test_too_few_boards(self) -> None:
        """A Mission in depth needs both of its boards."""
        with pytest.raises(OpforError, match="needs 2 boards, and this map has 1"):
            fits("bunker-busting", "o5")
        fits("bunker-busting", "o5@0,0 o6@0,1")

    def test_area(self) -> None:
        """So does one in which the set-up is on the second board."""
        fits("human-wave", "o5")
        with pytest.raises(OpforError, match="needs 2 boards"):
            fits("human-wave", "o5", area=Area(board=2))

    def test_victory(self) -> None:
        """So does one whose victory condition names the second board."""
        mission = load_mission("first-contact")
        aims = (replace(mission.victory[0], board=2),)
        with pytest.raises(OpforError, match="needs 2 boards"):
            fits("first-contact", "o5", victory=aims)

    def test_card_too_short(self) -> None:
        """More VPO Locations than a card has cannot be drawn."""
        with pytest.raises(OpforError, match="draws 7 VPO Locations on board o5"):
            fits("first-contact", "o5", vpo_draw=(7,))


ANYWHERE = sorted(id_ for id_, mission in missions().items() if not mission.vpo)
"""Missions that name no places of a board of ours, as the tutorial does."""


def test_no_waves() -> None:
    """A nation without Human Waves is refused where the Mission has some."""
    with pytest.raises(OpforError, match="the finnish ENEMY makes none"):
        fits("human-wave", "o4", enemy="finnish", date="1942-02")
    fits("first-contact", "o4", enemy="finnish", date="1942-02")


@needs_shared
@pytest.mark.parametrize("name", ANYWHERE)
@pytest.mark.parametrize("map_", ["4@0,0 24@0,1", "33@0,0 3@0,1"])
def test_on_vasl_boards(name: str, map_: str) -> None:
    """Each Mission plays to a result on VASL's boards, VPO drawn on their own cards."""
    mission = replace(load_mission(name), map=map_, turns=2)
    world = build_world(
        Setup(mission=mission, seed=1, boards=(str(SHARED / "boards"),))
    )
    players = {side: Random(world, f"{name}{side}") for side in SIDES}
    state = play_out(world, mission, 1, players).state
    assert state.over
    assert len(state.vpo) == sum(mission.vpo_draw)
