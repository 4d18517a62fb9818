"""S5.4: Covered Arcs, and the one that is chosen."""

import pytest

from opfor.geo.hexes import SIDES, neighbour
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import (
    SIDE_VECTORS,
    covers,
    in_arc,
)
from opfor.rules.s_solitaire.s05_activation.s05_4_covered_arc import select_arc
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.activated import activated, forts, units, weapons
from tests.rules.given.world import game

FLAT = "board: t\nsize: 24x10\n"


class TestS5_4CaSelection:
    """S5.4."""

    @staticmethod
    def chosen(by: str, *targets: str) -> int:
        """The CA chosen in K5."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(select_arc(play, LocationName("tK5"), LocationName(by)))

        squads = {f"V{n}": ("german/4-6-7", at) for n, at in enumerate(targets)}
        game(board=FLAT, units=squads, run=run)
        return found[0]

    def test_vectors(self) -> None:
        """The vectors of the six hexsides are those of the hexes across."""
        for side in range(SIDES):
            col, row = neighbour(4, 4, side)
            assert (col - 4, 2 * row - (col & 1) - 8) == SIDE_VECTORS[side]

    @pytest.mark.parametrize("spine", range(SIDES))
    def test_grains(self, spine: int) -> None:
        """A CA holds the two hex grains that bound it, and no other."""
        held = {side for side in range(SIDES) if covers(spine, SIDE_VECTORS[side])}
        assert held == {(spine - 1) % SIDES, spine}

    def test_whole_plane(self) -> None:
        """The six CA cover the plane; one hex is in two at most, on a grain."""
        for dx in range(-6, 7):
            for down in range(-12, 13):
                if (dx + down) % 2 == 0 and (dx or down):
                    held = sum(covers(s, (dx, down)) for s in range(SIDES))
                    assert held in (1, 2)

    def test_the_cause_is_in_it(self) -> None:
        """The CA takes in what caused the AC, even if another holds more Targets."""
        spine = self.chosen("tK2", "tK2", "tE9", "tF9", "tG9")
        assert covers(spine, (0, -6))

    def test_most_targets(self) -> None:
        """Of the CA that do, the one with most other Targets."""
        assert self.chosen("tK2", "tK2", "tM2") == 1
        assert self.chosen("tK2", "tK2", "tI2") == 0

    def test_middle(self) -> None:
        """With Targets alike, the CA with the cause nearest its middle."""
        assert self.chosen("tO5", "tO5") == 2

    def test_no_cause(self) -> None:
        """Without a cause: most Targets; without Targets: toward the FBE."""
        assert self.chosen("", "tO5") == 2
        assert self.chosen("") == 5

    def test_clockwise(self) -> None:
        """Of two CA with Targets alike, as far from the FBE, the first clockwise."""
        assert self.chosen("", "tI2", "tI8") == 0

    def test_gun(self) -> None:
        """A Gun's CA takes in the unit that caused it."""
        play = activated(
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.76 DR 3,4",
            by="tE1",
            units={"V": ("german/4-6-7", "tE1")},
        )
        (gun,) = weapons(play)
        assert gun.gun is not None
        found: list[bool] = []

        def run(now: Play) -> None:
            ca = gun.gun.ca if gun.gun else -1
            found.append(
                in_arc(now.world, LocationName("tE3"), ca, LocationName("tE1"))
            )

        game(board=FLAT, run=run)
        assert found == [True]

    def test_vehicle(self) -> None:
        """D-041: VCA and TCA are the same, with the cause in them."""
        play = activated(
            "S5.6 DR 1,1",
            "S5.72 DR 3,3",
            "S5.72 DR 3,3",
            "S5.73 DR 6,6",
            "S5.71 DR 5,5",
            by="tE1",
            units={"V": ("german/4-6-7", "tE1")},
        )
        state = units(play)[-1].vehicle
        assert state is not None
        assert state.vca == state.tca
        assert covers(state.vca, (0, -4))

    def test_pillbox(self) -> None:
        """A pillbox has a CA, a foxhole has none."""
        dice = ("S5.6 DR 4,4", "S5.72 DR 3,3")
        (box,) = forts(activated(*dice, "S5.74 dr 1", by="tE1"))
        (hole,) = forts(activated(*dice, "S5.74 dr 3", by="tE1"))
        assert covers(box.ca, (0, -4))
        assert hole.ca == -1
