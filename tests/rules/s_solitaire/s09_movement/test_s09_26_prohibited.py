"""S9.26: Locations that an ENEMY unit does not enter."""

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.state.artillery import Battery
from opfor.state.units import OFFBOARD, Fortification, Marker
from tests.rules.given.moves import at, enemy, mover, scene


class TestS9_26Prohibited:
    """S9.26."""

    def test_open_ground(self) -> None:
        """Nothing keeps it out of Open Ground."""
        assert prohibited(scene(enemy("tC3")), mover("tC3"), at("tC4")) == ""

    def test_b5_water(self) -> None:
        """A Water Obstacle."""
        assert prohibited(scene(enemy("tP4")), mover("tP4"), at("tP5"))

    @pytest.mark.parametrize(("where", "barred"), [("tC5", True), ("tC6", False)])
    def test_b1_blast_area(self, where: str, barred: bool) -> None:
        """Beside the hex of a FFE, not two hexes from it."""
        ffe = Marker(id="f", kind="FFE:1", location=at(where), side="FRIENDLY", of="b")
        guns = {"b": Battery(id="b", side="FRIENDLY", calibre=105)}
        view = scene(enemy("tC3"), markers={"f": ffe}, batteries=guns)
        assert bool(prohibited(view, mover("tC3"), at("tC4"))) is barred

    @pytest.mark.parametrize(("count", "barred"), [(2, False), (3, True)])
    def test_b3_overstacked(self, count: int, barred: bool) -> None:
        """Where it would be the fourth squad."""
        there = [enemy("tC4", f"c{n}") for n in range(count)]
        view = scene(enemy("tC3"), *there)
        assert bool(prohibited(view, mover("tC3"), at("tC4"))) is barred

    def test_b6_offboard(self) -> None:
        """Off the map, but where it may leave it."""
        assert prohibited(scene(enemy("tT4")), mover("tT4"), OFFBOARD)

    @pytest.mark.parametrize(("fp", "barred"), [(3, False), (4, True)])
    def test_b4_residual(self, fp: int, barred: bool) -> None:
        """4 FP of Residual Fire, not 3."""
        fire = Marker(id="r", kind="residual", location=at("tC4"), fp=fp)
        view = scene(enemy("tC3"), markers={"r": fire})
        assert bool(prohibited(view, mover("tC3"), at("tC4"))) is barred

    def test_b2_minefield(self) -> None:
        """A Known Minefield, not a hidden one."""
        mines = Fortification(id="m", kind="minefield", location=at("tC4"), fp=6)
        view = scene(enemy("tC3"), fortifications={"m": mines})
        assert prohibited(view, mover("tC3"), at("tC4"))
        unknown = scene(enemy("tC3"), fortifications={"m": replace(mines, hidden=True)})
        assert not prohibited(unknown, mover("tC3"), at("tC4"))

    def test_exc1_minefield_near_a_vpo(self) -> None:
        """EXC: in or ADJACENT to a FRIENDLY Controlled VPO (D-023)."""
        mines = Fortification(id="m", kind="minefield", location=at("tH5"), fp=6)
        view = scene(enemy("tH6"), fortifications={"m": mines}, vpo=("tH4",))
        assert not prohibited(view, mover("tH6"), at("tH5"))

    def test_exc2_fire_near_a_vpo(self) -> None:
        """EXC: 4 FP next to a FRIENDLY Controlled VPO."""
        fire = Marker(id="r", kind="residual", location=at("tH5"), fp=8)
        view = scene(enemy("tH6"), markers={"r": fire}, vpo=("tH4",))
        assert not prohibited(view, mover("tH6"), at("tH5"))

    def test_exc3_offboard(self) -> None:
        """EXC: off the FBE and no other edge."""
        view = scene(enemy("tC10"))
        assert not prohibited(view, mover("tC10"), OFFBOARD)
        assert prohibited(view, mover("tT4"), OFFBOARD)
