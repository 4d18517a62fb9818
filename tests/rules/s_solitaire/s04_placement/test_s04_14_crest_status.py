"""S4.14: S? in Crest status towards the FBE."""

import pytest

from opfor.geo.edges import Edge
from opfor.geo.map import Map
from opfor.rules.s_solitaire.s04_placement.s04_14_crest_status import crest_status
from opfor.state.events import SuspectPlaced
from opfor.state.units import LocationName
from tests.geo.players_boards import shared_map
from tests.rules.given.setting import flat, played
from tests.rules.given.world import events
from tests.shared import needs_shared


class TestS4_14CrestStatus:
    """S4.14."""

    @staticmethod
    def faced(board: Map, name: str, fbe: Edge) -> tuple[int, ...]:
        """The hexsides faced by a S? in a Location."""
        found: list[tuple[int, ...]] = []
        played(
            board,
            run=lambda play: found.append(crest_status(play, LocationName(name))),
            fbe=fbe,
        )
        return found[0]

    @pytest.mark.parametrize(
        ("fbe", "faced"),
        [
            ("left", (4, 5)),
            ("right", (1, 2)),
            ("top", (5, 1)),  # the gully runs on straight toward the FBE
            ("bottom", (2, 4)),
        ],
    )
    def test_a_gully_across_the_board(self, fbe: Edge, faced: tuple[int, ...]) -> None:
        """The gully runs up and down; its banks are the four other hexsides."""
        assert self.faced(flat("gully: L0 > L10"), "tL5", fbe) == faced

    @pytest.mark.parametrize(
        ("fbe", "faced"), [("top", (5, 0)), ("bottom", (2, 3)), ("left", (5, 0))]
    )
    def test_a_gully_along_the_hex_grain(
        self, fbe: Edge, faced: tuple[int, ...]
    ) -> None:
        """The gully leaves L5 by hexsides 1 and 4."""
        board = flat("gully: K6 > L5 > M5 > N4")
        assert self.faced(board, "tL5", fbe) == faced

    def test_other_locations_have_none(self) -> None:
        """Open Ground, woods, and a bridge over the gully are no Depression."""
        board = flat("gully: L0 > L10", "woods: N5", "road: K6 > L5 > M6", "bridge: L5")
        assert self.faced(board, "tN5", "left") == ()
        assert self.faced(board, "tL5", "left") == ()
        assert self.faced(board, "tL5/-1", "left") == (4, 5)

    def test_stored_on_the_suspect(self) -> None:
        """Case d in a gully: the S? is set up in Crest status."""
        board = flat("gully: L0 > L10")
        game = played(board, placement=("d",), vpo=("tL5",))
        assert [e.suspect.crest for e in events(game, SuspectPlaced)] == [(4, 5)]

    @needs_shared
    def test_real_gullies(self) -> None:
        """Board 9: wherever there is a bank toward the FBE, it is faced."""
        board_map = shared_map("09")

        def check(play: object) -> None:
            world = play.world  # type: ignore[attr-defined] # a Play
            for hex_ in world.joins.crest.any(axis=1).nonzero()[0].tolist():
                name = LocationName(world.map.name(hex_))
                faced = crest_status(play, name)  # type: ignore[arg-type] # a Play
                forward = [
                    side
                    for side in range(6)
                    if world.joins.crest[hex_, side]
                    and world.compass.headings[side].startswith("F")
                ]
                assert set(faced) & set(forward) or not forward

        played(board_map, run=check, fbe="top")
