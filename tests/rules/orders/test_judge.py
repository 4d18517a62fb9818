"""His board is right: LOS, hexes and hexsides as the player judges them."""

from typing import Any

import pytest

from opfor.core.errors import OpforError
from opfor.rules.a_infantry.a06_los import hindrance, sees
from opfor.rules.choices.orders import Adjust
from opfor.rules.orders.adjust import adjusted
from opfor.state.play import FrozenView, Play
from opfor.views.text.events import told
from opfor.views.text.look import hex_lines, sight_lines
from tests.rules.given.world import game

SQUAD = {"V": ("german/4-6-7", "tJ6"), "W": ("german/4-6-7", "tO6/1")}

Judged = tuple[str, str, dict[str, Any] | None]


def judged(*orders: Judged) -> FrozenView:
    """The game after some judgements."""

    def run(play: Play) -> None:
        for what, id_, fields in orders:
            play.emit(adjusted(play, Adjust(what, id_, fields)))  # type: ignore[arg-type]
        views.append(FrozenView(play.state, play.world))

    views: list[FrozenView] = []
    game(units=SQUAD, run=run)
    return views[0]


class TestLos:
    """`adjust los`."""

    @pytest.mark.parametrize("drm", [-1, 0, 3])
    def test_either_way(self, drm: int) -> None:
        """Every rule that asks of LOS has it so, from both ends; other LOS stays."""
        before = judged()
        view = judged(("los", "Q6 L6", {"hindrance": drm}))
        assert hindrance(before, "tL6", "tQ6") == -1  # the houses are between
        assert hindrance(view, "tL6", "tQ6") == hindrance(view, "tQ6", "tL6") == drm
        assert sees(view, "tL6", "tQ6") == (drm >= 0)
        assert (
            int(
                view.world.sights("tQ6")[
                    view.world.spots.index(*view.world.locate("tL6"))
                ]
            )
            == drm
        )
        assert hindrance(view, "tL6", "tR6") == hindrance(before, "tL6", "tR6")

    def test_often(self) -> None:
        """It stands however often LOS of its ends is asked about."""
        view = judged(("los", "Q6 L6", {"hindrance": 0}))
        for name in view.world.names * 2:
            view.world.hindrance("tL6", name)
        assert view.world.hindrance("tL6", "tQ6") == 0

    def test_told(self) -> None:
        """Whoever asks is told whose word it is."""
        view = judged(("los", "Q6 L6", {"hindrance": 2}))
        assert sight_lines(view.world, "tL6", "tQ6") == [
            "L6 to Q6, range 5: hindered +2, by your word"
        ]

    def test_as_drawn_again(self) -> None:
        """What is taken back is as the board has it, and the State is as before."""
        view = judged(("los", "Q6 L6", {"hindrance": 0}), ("los", "L6 Q6", None))
        assert view.state.judged == ()
        assert hindrance(view, "tL6", "tQ6") == -1

    def test_smoke_still_counts(self) -> None:
        """It is the terrain that he judges; what lies on the map adds to it."""
        smoke = {"kind": "smoke", "location": "N6", "hindrance": 3}
        view = judged(("los", "Q6 L6", {"hindrance": 1}), ("marker", "smokeA", smoke))
        assert hindrance(view, "tL6", "tQ6") == 4


class TestTerrain:
    """`adjust terrain` and `adjust hexside`."""

    def test_counts_for_los_tem_and_movement(self) -> None:
        """Woods in the open block LOS, protect and cost 2 MF."""
        before, view = judged(), judged(("terrain", "L6", {"terrain": "woods"}))
        assert hindrance(before, "tJ6", "tN6") == 0
        assert hindrance(view, "tJ6", "tN6") == -1
        assert view.world.ground.tem(view.world.locate("tL6")) == 1
        costs = [v.world.entry("tK6", "tL6").quarters for v in (before, view)]
        assert costs == [4, 8]

    def test_a_house_has_levels(self) -> None:
        """A building of two levels has its Locations; open ground has none."""
        fields = {"terrain": "Stone Building, 2 Level"}
        view = judged(
            ("terrain", "L6", fields), ("terrain", "P6", {"terrain": "open ground"})
        )
        assert view.world.ground.levels(view.world.locate("tL6").hex) == (0, 1, 2)
        assert not view.world.in_building("tP6")

    def test_level(self) -> None:
        """A hex is given a Base Level; its terrain stays."""
        view = judged(("terrain", "K6", {"level": 2}))
        assert view.world.height("tK6") == 2
        assert view.world.ground.terrain(view.world.locate("tK6")).name == "brush"

    def test_both_in_turn(self) -> None:
        """What is not named stays as it was judged."""
        view = judged(
            ("terrain", "L6", {"level": 1}), ("terrain", "L6", {"terrain": "brush"})
        )
        assert view.world.height("tL6") == 1
        assert len(view.state.judged) == 1

    def test_hexside(self) -> None:
        """A wall is seen from both its hexes, and taken away again."""
        view = judged(("hexside", "L6 K6", {"terrain": "wall"}))
        world = view.world
        side = world.side_between("tL6", "tK6")
        kinds = [
            world.ground.side(world.locate("tL6").hex, side),
            world.ground.side(world.locate("tK6").hex, (side + 3) % 6),
        ]
        assert [kind and kind.name for kind in kinds] == ["wall", "wall"]
        gone = judged(
            ("hexside", "L6 K6", {"terrain": "wall"}),
            ("hexside", "K6 L6", {"terrain": "none"}),
        )
        assert gone.world.ground.side(world.locate("tL6").hex, side) is None

    def test_told(self) -> None:
        """The hex says whose word it is, and so does what happened."""
        view = judged(("terrain", "L6", {"terrain": "woods"}))
        at = view.world.locate("tL6")
        assert (
            "woods, level 0, by your word" in hex_lines(view.world, view.state, at)[0]
        )
        order = Adjust("terrain", "L6", {"terrain": "woods"})
        assert told(view.world, adjusted(view, order))[0] == "L6: woods, by your word"


class TestRefused:
    """What makes no sense is refused, and names why."""

    @pytest.mark.parametrize(
        ("order", "said"),
        [
            (("los", "Q6", {"hindrance": 0}), "between two places"),
            (("los", "Q6 Q6", {"hindrance": 0}), "not one"),
            (("los", "Q6 L6", {"hindrance": 6}), "no Hindrance"),
            (("los", "Q6 L6", {"hindrance": True}), "no Hindrance"),
            (("los", "Q6 L6", None), "nothing that you judged"),
            (("terrain", "L6", {"terrain": "lava"}), "no terrain"),
            (("terrain", "L6", {"terrain": "road"}), "no terrain"),
            (("terrain", "L6", {"level": 99}), "no level"),
            (("terrain", "L6", {"colour": "red"}), "no 'colour'"),
            (("hexside", "L6 Q6", {"terrain": "wall"}), "share no hexside"),
            (("hexside", "L6 K6", {"terrain": "woods"}), "no terrain"),
            (("terrain", "O6", {"terrain": "open ground"}), "W is in tO6/1"),
        ],
    )  # fmt: skip
    def test_refused(self, order: Judged, said: str) -> None:
        """In one sentence."""
        with pytest.raises(OpforError, match=said):
            judged(order)
