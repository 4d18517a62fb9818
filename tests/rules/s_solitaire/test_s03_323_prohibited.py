"""S3.323: Locations that a S? will not enter."""

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo, suspect_bar
from opfor.rules.s_solitaire.s09_movement.movers import of_suspect
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.state.events import SuspectPlaced
from opfor.state.play import Play
from opfor.state.units import Fortification, Marker, Suspect, Unit
from tests.rules.given.moves import at
from tests.rules.given.suspect_moves import view
from tests.rules.given.world import game


def enemy(where: str, id_: str = "e1") -> Unit:
    """An ENEMY squad."""
    return Unit(id=id_, side="ENEMY", counter="russian/4-4-7", location=at(where))


def friend(where: str) -> Unit:
    """A FRIENDLY squad."""
    return Unit(id="V", side="FRIENDLY", counter="german/4-6-7", location=at(where))


class TestS3_323Prohibited:
    """S3.323."""

    def test_open_ground(self) -> None:
        """An empty Location is entered, one ENEMY unit in it or not."""
        assert suspect_bar(view(), at("tE5")) == ""
        assert suspect_bar(view(units=(enemy("tE5"),)), at("tE5")) == ""

    def test_two_enemy_units(self) -> None:
        """Two ENEMY units keep it out, S? among them; FRIENDLY ones do not count."""
        two = view(units=(enemy("tE5"),), suspects=(Suspect("S1", at("tE5")),))
        assert "two or more" in suspect_bar(two, at("tE5"))
        assert not suspect_bar(view(units=(enemy("tE5"), friend("tE5"))), at("tE5"))

    def test_water(self) -> None:
        """It does not enter a Water Obstacle."""
        assert "cannot be entered" in suspect_bar(view(), at("tH5"))

    def test_bridge(self) -> None:
        """A bridge is entered along its road, from elsewhere it is not."""
        course = ("board: t", "size: 20x10", "stream: K1 > K10")
        board = "\n".join((*course, "road: J5 > K5 > L4", "bridge: K5", ""))

        def to_bridge(play: Play) -> None:
            for id_, where, enters in (("S1", "tL4", True), ("S2", "tL5", False)):
                suspect = Suspect(id_, at(where), "Advance")
                play.emit(SuspectPlaced(suspect))
                mover = of_suspect(suspect)
                assert (after(play, mover, at("tK5")) is not None) is enters

        game(board=board, run=to_bridge)

    def test_minefield(self) -> None:
        """A Known Minefield keeps it out, a hidden one does not."""
        mines = Fortification(id="m", kind="minefield", location=at("tE5"), fp=6)
        assert "Minefield" in suspect_bar(view(forts=(mines,)), at("tE5"))
        unknown = view(forts=(replace(mines, hidden=True),))
        assert suspect_bar(unknown, at("tE5")) == ""

    @pytest.mark.parametrize(("fp", "barred"), [(3, False), (4, True)])
    def test_residual(self, fp: int, barred: bool) -> None:
        """4 FP of Residual Fire keep it out, 3 do not; a Fire Lane adds to it."""
        fire = Marker(id="r", kind="residual", location=at("tE5"), fp=fp)
        assert bool(suspect_bar(view(markers=(fire,)), at("tE5"))) is barred
        lane = replace(fire, id="l", kind="fire lane", fp=1)
        both = suspect_bar(view(markers=(replace(fire, fp=3), lane)), at("tE5"))
        assert both


class TestS3_323_exc1Minefield:
    """S3.323 EXC."""

    @pytest.mark.parametrize(
        ("where", "barred"), [("tE5", False), ("tE6", False), ("tE7", True)]
    )
    def test_near_a_vpo(self, where: str, barred: bool) -> None:
        """In or ADJACENT to a FRIENDLY Controlled VPO it enters a Known Minefield."""
        mines = Fortification(id="m", kind="minefield", location=at(where), fp=6)
        assert bool(suspect_bar(view(forts=(mines,), vpo="tE5"), at(where))) is barred

    def test_only_friendly_controlled(self) -> None:
        """A VPO that the ENEMY Controls does not count."""
        scene = view(vpo="tE5")
        assert friendly_vpo(scene) == [at("tE5")]
        lost = scene._replace(state=replace(scene.state, control={at("tE5"): "ENEMY"}))
        assert friendly_vpo(lost) == []


class TestS3_323_exc2Residual:
    """S3.323 EXC."""

    @pytest.mark.parametrize(("where", "barred"), [("tE6", False), ("tE7", True)])
    def test_near_a_vpo(self, where: str, barred: bool) -> None:
        """ADJACENT to a FRIENDLY Controlled VPO it enters 4 FP of Residual Fire."""
        fire = Marker(id="r", kind="residual", location=at(where), fp=4)
        found = suspect_bar(view(markers=(fire,), vpo="tE5"), at(where))
        assert bool(found) is barred
