"""S2: what is set up before play: VPO Locations on the cards, and the FRIENDLY side."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, amended, build_world
from opfor.rules.s_solitaire.s02_set_up.set_up_area import area
from opfor.sim.run import play_out
from opfor.state.mission import Area, Entering, load_mission, missions
from opfor.state.play import FrozenView
from opfor.state.units import OFFBOARD, LocationName, Side
from tests.rules.given.set_up import started
from tests.shared import SHARED, needs_shared

SIDES: tuple[Side, ...] = ("FRIENDLY", "ENEMY")


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

    def test_named_hexes(self) -> None:
        """An area of named hexes is those alone, whatever else it says (D-730)."""
        names = ("o1K5", "o1L5", "o1M5", "o1N5", "o1O5", "o1P5", "o1Q5", "o1R5")
        hexes = tuple(map(LocationName, names))
        where = Area(vpo=1, clear=30, hexes=hexes)
        mission = replace(load_mission("first-contact"), area=where)
        state, _, _ = started(mission)
        assert {u.location.partition("/")[0] for u in state.units.values()} <= {*names}


def fits(name: str, map_: str, **changes: Any) -> None:
    """Whether a Mission can be played on a map; an error says why not."""
    mission = replace(load_mission(name), map=map_, **changes)
    build_world(Setup(mission=mission, seed=1))


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
        """More VPO Locations than a card has come from what else there is (D-700)."""
        fits("first-contact", "o5", vpo_draw=(7,))
        with pytest.raises(OpforError, match="draws 99 VPO Locations on board o5"):
            fits("first-contact", "o5", vpo_draw=(99,))


class TestCheckPlaces:
    """Places that the map has not are refused by their key, before anything is done."""

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"vpo": ("o1Z99",)}, "vpo: there is no hex"),
            ({"area": Area(hexes=(LocationName("Q77"),))}, "area.hexes: there is no"),
            ({"entry": ("o1K1",)}, "entry: o1K1 is not along the FBE"),
            (
                {"entering": (Entering(turn=1, suspects=1, hexes=("o1K5",)),)},
                "entering.0.hexes: o1K5 is not along the EBE",
            ),
        ],
    )
    def test_refused(self, changes: dict[str, Any], said: str) -> None:
        """Each is told with the key that names it."""
        with pytest.raises(OpforError, match=said):
            fits("first-contact", "o1", **changes)

    def test_entry(self) -> None:
        """FRIENDLY units enter by the named hexes alone, and the ENEMY as before."""
        mission = replace(load_mission("first-contact"), entry=("o1K10", "o1L10"))
        world = build_world(Setup(mission=mission, seed=1))
        assert world.exits(OFFBOARD) == ["o1K10", "o1L10"]
        assert "other entry hexes" in world.entry(OFFBOARD, LocationName("o1M10")).bar
        assert not world.entry(OFFBOARD, LocationName("o1K10")).bar
        assert len(world.exits(OFFBOARD, edge="EBE")) > 30

    def test_other_map(self) -> None:
        """On another map hexes of the old one count no more."""
        area = Area(board=1, hexes=(LocationName("o1K5"),))
        due = (Entering(turn=1, suspects=1, hexes=("o1K1",)),)
        old = replace(
            load_mission("first-contact"), area=area, entry=("o1K10",), entering=due
        )
        new = amended(old, map="o2")
        assert new.area == Area(board=1)
        assert (new.entry, new.entering[0].hexes) == ((), ())
        build_world(Setup(mission=new, seed=1))


ANYWHERE = sorted(id_ for id_, mission in missions().items() if not mission.vpo)
"""Missions that name no places of a board of ours, as the tutorial does."""


@needs_shared
@pytest.mark.parametrize("name", ANYWHERE)
@pytest.mark.parametrize("map_", ["4@0,0 24@0,1", "33@0,0 3@0,1"])
def test_on_vasl_boards(name: str, map_: str) -> None:
    """Each Mission plays to a result on VASL's boards, VPO drawn on their own cards."""
    shipped = load_mission(name)
    victory = tuple(replace(each, until=0) for each in shipped.victory)
    mission = replace(shipped, map=map_, turns=2, victory=victory)
    world = build_world(
        Setup(mission=mission, seed=1, boards=(str(SHARED / "boards"),))
    )
    players = {side: Random(world, f"{name}{side}") for side in SIDES}
    state = play_out(world, mission, 1, players).state
    assert state.over
    assert len(state.vpo) == sum(mission.vpo_draw)
