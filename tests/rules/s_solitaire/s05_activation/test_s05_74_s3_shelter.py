"""S5.74, S5.7441: who of what was just Activated is inside its fortification."""

from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import activate
from opfor.state.play import Play
from opfor.state.units import LocationName, Suspect
from tests.rules.given.activated import (
    BOARD,
    FORTIFICATION,
    PTO,
    activated,
    forts,
    told,
    units,
)
from tests.rules.given.world import game


class TestS5_7441_b2Outside:
    """S5.7441 second bullet."""

    SCENE = ("S5.6 DR 1,2", "S5.72 DR 3,3", "S5.72 DR 3,3", "S5.73 DR 3,3")

    def test_a_second_squad(self) -> None:
        """Two squads and a leader: the first squad and the leader are in the cave."""
        play = activated(
            *self.SCENE,
            "S5.74 dr 1",
            "S5.744 dr 1",
            "S5.75 DR 3,4",
            "S5.751 dr 1",
            "S5.751 dr 2",
            by="tQ8",
            **PTO,
        )
        (cave,) = forts(play)
        assert [unit.inside for unit in units(play)] == [cave.id, "", cave.id]
        assert told(play, "outside caveA") == ["S5.7441/b2"]


class TestS5_74_s3Inside:
    """S5.74: who is in the fortification."""

    def test_all_in_a_foxhole(self) -> None:
        """A squad that comes with a foxhole is in it."""
        play = activated(*FORTIFICATION, "S5.74 dr 3")
        (hole,) = forts(play)
        assert [unit.inside for unit in units(play)] == [hole.id]

    def test_a_crew_with_its_gun(self) -> None:
        """A crew that comes after the pillbox is in it too, with a squad's room."""
        play = activated(
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.74 dr 2",
            "S5.76 DR 1,1",
            a1_drm=2,
            a5_drm=-1,
        )
        (box,) = forts(play)
        assert [unit.inside for unit in units(play)] == [box.id, box.id]

    def test_a_fortified_building(self) -> None:
        """A Fortified Building Location has no inside of its own."""
        play = activated(*FORTIFICATION, "S5.74 dr 3", at="tH4")
        assert [unit.inside for unit in units(play)] == [""]

    def test_not_of_those_before(self) -> None:
        """Who comes without a fortification is not in one that was there."""

        def twice(play: Play) -> None:
            for name in ("S1", "S2"):
                activate(play, Suspect(name, LocationName("tE3")), by=LocationName(""))

        dice = (*FORTIFICATION, "S5.74 dr 3", "S5.6 DR 3,3", "S5.72 DR 3,3")
        played = game(*dice, board=BOARD, run=twice)
        assert [bool(unit.inside) for unit in units(played)] == [True, False]
