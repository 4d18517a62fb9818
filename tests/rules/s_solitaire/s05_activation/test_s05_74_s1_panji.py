"""S5.74: panji in PTO Terrain."""

from typing import Any

import pytest

from tests.rules.given.activated import activated, forts

DICE = ("S5.6 DR 4,4", "S5.72 DR 3,3")
"""S, F: a squad and a fortification."""

JAPANESE: dict[str, Any] = {"enemy": "japanese", "date": "1943-06", "pto": True}


class TestS5_74_s1Panji:
    """S5.74 in PTO Terrain."""

    @pytest.mark.parametrize(("dr", "panji"), [(3, True), (4, False)])
    def test_dr(self, dr: int, panji: bool) -> None:
        """C46: a dr of 3 or less makes an Entrenchment panji."""
        play = activated(
            *DICE,
            "S5.74 dr 3",
            f"S5.74/s1 dr {dr}",
            *(("S5.74/s5 dr 3",) if panji else ()),
            at="tC2",
            **JAPANESE,
        )
        assert [m.kind for m in play.state.markers.values()] == ["panji"] * panji
        assert [f.kind for f in forts(play)] == ["foxhole"] * (not panji)

    def test_path(self) -> None:
        """C46: -2 in a path hex, so that a 5 is panji."""
        board = "board: t\nsize: 9x9\npath: E2 > E6\n"
        play = activated(
            *DICE,
            "S5.74 dr 3",
            "S5.74/s1 dr 5",
            "S5.74/s5 dr 3",
            at="tE4",
            board=board,
            **JAPANESE,
        )
        assert play.state.markers

    def test_not_without_pto(self) -> None:
        """Elsewhere no dr is made."""
        play = activated(*DICE, "S5.74 dr 3", **(JAPANESE | {"pto": False}))
        assert [f.kind for f in forts(play)] == ["foxhole"]


class TestS5_74_s5Face:
    """S5.74: the face of the counter, and its hexsides."""

    BOARD = "board: t\nsize: 12x12\n"

    @classmethod
    def sides(
        cls, dr: int, by: str, fbe: str = "left", **units: str
    ) -> tuple[int, ...]:
        """The hexsides of panji in E6."""
        play = activated(
            *DICE,
            "S5.74 dr 3",
            "S5.74/s1 dr 1",
            f"S5.74/s5 dr {dr}",
            at="tE6",
            by=by,
            board=cls.BOARD,
            units={id_: ("american/6-6-6", at) for id_, at in units.items()},
            fbe=fbe,
            **JAPANESE,
        )
        (laid,) = play.state.markers.values()
        assert (laid.kind, laid.side) == ("panji", "ENEMY")
        return laid.sides

    @pytest.mark.parametrize(("dr", "number"), [(1, 2), (3, 2), (4, 3), (6, 3)])
    def test_face(self, dr: int, number: int) -> None:
        """1 to 3 is the front, 4 to 6 the back, which covers more."""
        assert len(self.sides(dr, "tE3", V="tE3")) == number

    def test_toward_the_cause(self) -> None:
        """They take in the way of the unit that caused the Activation."""
        assert 0 in self.sides(1, "tE3", V="tE3")
        assert 3 in self.sides(1, "tE9", V="tE9")

    def test_then_where_most_come_from(self) -> None:
        """With the cause north, a unit to the north-east draws the second hexside."""
        assert self.sides(1, "tE3", V="tE3", W="tG5") == (0, 1)
        assert self.sides(1, "tE3", V="tE3", W="tC5") == (5, 0)

    def test_else_toward_the_fbe(self) -> None:
        """What is still open goes to the side of the FBE."""
        assert self.sides(1, "tE3", V="tE3") == (5, 0)
        assert self.sides(1, "tE3", fbe="right", V="tE3") == (0, 1)

    def test_as_square_to_the_fbe(self) -> None:
        """Of two that face the FBE alike the first, clockwise from hexside 0."""
        assert self.sides(1, "tE9", fbe="bottom", V="tE9") == (2, 3)
        assert self.sides(1, "tE3", fbe="top", V="tE3") == (0, 1)
