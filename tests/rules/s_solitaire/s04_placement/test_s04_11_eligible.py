"""S4.11, and which Locations may hold a S? at all."""

from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import too_near
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.geo.players_boards import shared_map
from tests.rules.given.boards import BUILT_UP
from tests.rules.given.setting import placed, played
from tests.rules.given.world import notes
from tests.shared import needs_shared


class TestS4_11ProximityToTheFbe:
    """S4.11."""

    def test_three_hexes_bar_and_four_do_not(self) -> None:
        """D-012: with the FBE at the left, columns A to C are within three hexes."""
        found: dict[str, bool] = {}

        def view(play: Play) -> None:
            for hex_ in ("tA5", "tB5", "tC5", "tD5"):
                found[hex_] = too_near(play, LocationName(hex_))

        played(BUILT_UP, run=view)
        assert found == {"tA5": True, "tB5": True, "tC5": True, "tD5": False}

    def test_whatever_the_case(self) -> None:
        """A building too near the FBE gets none, and the player is told."""
        play = played(BUILT_UP, placement=("a",))
        assert "tC5" not in [s.location for s in play.state.suspects.values()]
        assert any("too near the FBE" in note for note in notes(play))

    @needs_shared
    def test_t05_board_4(self) -> None:
        """T05: FBE A1 to GG1; P1, S2 and X1 are too near, T3 is not."""
        found = placed(shared_map("04"), cases="a", fbe="top")
        assert not {"4P1", "4S2", "4X1"} & set(found)
        assert "4T3" in found
