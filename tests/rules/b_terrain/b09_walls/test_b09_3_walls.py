"""B9.3: walls, hedges, bocage and roadblocks: their TEM, and Wall Advantage."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.rules.b_terrain.b09_walls.b09_3_walls import (
    holds_wall,
    keep_wall,
    mandatory,
    reduction,
    settle_walls,
    wall_bar,
    wall_tem,
)
from opfor.rules.choices.orders import ClaimWall
from opfor.rules.sequence import legal_orders
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Fortification, Side
from tests.rules.given.walls import BOARD, L
from tests.rules.given.world import game

E5 = {"V": ("german/4-6-7", "tE5")}
E6 = {"R": ("russian/4-4-7", "tE6")}


def tem(
    firer: str, target: str, side: Side = "FRIENDLY", *, indirect: bool = False
) -> int:
    """The TEM over hexsides without any units."""
    found: list[int] = []

    def run(play: Play) -> None:
        mod = wall_tem(play, L(firer), L(target), side, indirect=indirect)
        found.append(mod.value if mod else 0)

    game(board=BOARD, run=run)
    return found[0]


class TestB9_3HexsideTem:
    """B9.3."""

    @pytest.mark.parametrize(
        ("firer", "target", "direct", "indirect"),
        [
            ("E7", "E5", 2, 1),
            ("J7", "J5", 1, 0),
            ("N7", "N5", 2, 1),
            ("E3", "E5", 0, 0),
            ("E6", "E5", 2, 1),
            ("E5", "E5", 0, 0),
        ],
    )
    def test_by_kind(self, firer: str, target: str, direct: int, indirect: int) -> None:
        """Wall and bocage +2, hedge +1, each one less against Indirect Fire."""
        assert tem(firer, target) == direct
        assert tem(firer, target, indirect=True) == indirect

    def test_roadblock(self) -> None:
        """A roadblock on the hexside gives +2 on either side of it."""
        found: list[int] = []

        def run(play: Play) -> None:
            block = Fortification(
                id="r", kind="roadblock", location=L("Q5"), sides=(3,)
            )
            play.emit(FortificationAdded(block))
            for firer, target in (("Q7", "Q5"), ("Q4", "Q6"), ("Q3", "Q5")):
                mod = wall_tem(play, L(firer), L(target), "FRIENDLY")
                found.append(mod.value if mod else 0)

        game(board=BOARD, run=run)
        assert found == [2, 2, 0]

    def test_exc1_wall_advantage(self) -> None:
        """The holder's side of the shared hexside counts, the other's does not."""
        found: list[int] = []

        def run(play: Play) -> None:
            settle_walls(play)
            for firer, target, side in (
                ("E6", "E5", "FRIENDLY"),
                ("E5", "E6", "ENEMY"),
            ):
                mod = wall_tem(play, L(firer), L(target), side)  # type: ignore[arg-type] # a side
                found.append(mod.value if mod else 0)

        game(board=BOARD, units=E5, enemies=E6, run=run)
        assert found == [2, 0]


class TestB9_31Height:
    """B9.31."""

    def test_reduction(self) -> None:
        """Each level of height over the target beyond the range takes one off."""
        found: list[int] = []

        def run(play: Play) -> None:
            for firer, target in (
                ("E9", "E6"),
                ("E9", "E7"),
                ("E9", "E8"),
                ("E9", "E3"),
            ):
                found.append(reduction(play, L(firer), L(target)))

        game(board=BOARD, run=run)
        assert found == [0, 1, 0, 0]

    def test_none_left(self) -> None:
        """A reduced TEM is never negative: then there is none."""
        board = BOARD.replace("wall: E5/3", "hedge: E7/3")
        found: list[object] = []

        def run(play: Play) -> None:
            found.append(wall_tem(play, L("E9"), L("E7"), "FRIENDLY"))

        game(board=board, run=run)
        assert found == [None]


class TestB9_32WallAdvantage:
    """B9.32."""

    def test_attacker_first(self) -> None:
        """Two units in the open over a wall: the ATTACKER's has it."""

        def run(play: Play) -> None:
            settle_walls(play)
            assert holds_wall(play, "FRIENDLY", L("E5"))
            assert not holds_wall(play, "ENEMY", L("E6"))

        game(board=BOARD, units=E5, enemies=E6, run=run)

    def test_exc1_suspect(self) -> None:
        """A S? has it where it stands, at ground level beside a wall only."""

        def run(play: Play) -> None:
            assert holds_wall(play, "ENEMY", L("E6"))
            assert not holds_wall(play, "ENEMY", L("Q6"))
            settle_walls(play)
            assert not holds_wall(play, "FRIENDLY", L("E5"))

        game(board=BOARD, units=E5, suspects={"S1": "tE6", "S2": "tQ6"}, run=run)


class TestB9_32_activated:
    """B9.32/activated."""

    @staticmethod
    def kept(at: str = "E6", **states: Any) -> bool:
        """Whether a squad that a S? has turned out to be has Wall Advantage."""
        found: list[bool] = []

        def run(play: Play) -> None:
            for id_, new in states.items():
                unit = replace(play.state.units[id_], **new)
                play.emit(UnitChanged(unit, fact("fires")))
            keep_wall(play, L(at))
            found.append(play.state.units["R"].wall)

        here = {"R": ("russian/4-4-7", f"t{at}")}
        game(board=BOARD, units=E5, enemies=here, run=run)
        return found[0]

    @pytest.mark.parametrize(
        ("at", "kept"), [("E6", True), ("J5", True), ("E4", False)]
    )
    def test_kept(self, at: str, kept: bool) -> None:
        """In the open and in woods, where there is a wall or hedge."""
        assert self.kept(at) is kept

    def test_not_inside(self) -> None:
        """Not by who is in an entrenchment (D-894)."""
        assert not self.kept(R={"inside": "f"})

    def test_barred(self) -> None:
        """Nor where the other side holds it over that hexside (B9.321)."""
        assert not self.kept(V={"wall": True})


class TestB9_321Who:
    """B9.321."""

    @pytest.mark.parametrize(
        "state", [{"broken": True}, {"inside": "f"}, {"unarmed": True}, {"melee": True}]
    )
    def test_unable(self, state: dict[str, object]) -> None:
        """Broken, dug-in, unarmed units and those in Melee cannot hold it."""

        def run(play: Play) -> None:
            unit = replace(play.state.units["V"], **state)  # type: ignore[arg-type] # a state
            play.emit(UnitChanged(unit, "so"))
            assert wall_bar(play, "FRIENDLY", L("E5"))

        game(board=BOARD, units=E5, run=run)

    def test_enemy_in_the_location(self) -> None:
        """Not with an enemy in the Location."""

        def run(play: Play) -> None:
            assert "other side" in wall_bar(play, "FRIENDLY", L("E5"))

        game(board=BOARD, units=E5, enemies={"R": ("russian/4-4-7", "tE5")}, run=run)

    def test_no_wall(self) -> None:
        """Not where there is none."""

        def run(play: Play) -> None:
            assert "no wall" in wall_bar(play, "FRIENDLY", L("Q5"))

        game(board=BOARD, run=run)


class TestB9_322Changes:
    """B9.322."""

    def test_lost_when_broken(self) -> None:
        """As its holder breaks the other side has it at once."""

        def run(play: Play) -> None:
            settle_walls(play)
            broken = replace(play.state.units["V"], broken=True)
            play.emit(UnitChanged(broken, "broken"))
            settle_walls(play)
            assert not play.state.units["V"].wall
            assert holds_wall(play, "ENEMY", L("E6"))

        game(board=BOARD, units=E5, enemies=E6, run=run)

    def test_shared(self) -> None:
        """Who comes into a Location that has it shares in it."""

        def run(play: Play) -> None:
            settle_walls(play)
            new = replace(play.state.units["W"], location=L("E5"))
            play.emit(UnitChanged(new, "arrives"))
            settle_walls(play)
            assert play.state.units["W"].wall

        units = E5 | {"W": ("german/4-6-7", "tQ5")}
        game(board=BOARD, units=units, run=run)


class TestB9_323Mandatory:
    """B9.323."""

    def test_open_or_woods(self) -> None:
        """In the open it must be held; in woods it is a choice."""

        def run(play: Play) -> None:
            assert mandatory(play, L("E5"))
            assert not mandatory(play, L("J5"))
            settle_walls(play)
            assert not play.state.units["W"].wall
            play.emit(UnitChanged(replace(play.state.units["V"], moved=True), "so"))
            offers = [o.order for o in legal_orders.legal(play, "FRIENDLY")]
            assert ClaimWall(L("J5")) in offers
            assert ClaimWall(L("E5"), claim=False) not in offers
            with pytest.raises(Illegal, match="must be kept"):
                legal_orders.check(play, "FRIENDLY", ClaimWall(L("E5"), claim=False))
            legal_orders.carry_out(play, "FRIENDLY", ClaimWall(L("J5")))
            assert play.state.units["W"].wall
            give_up = ClaimWall(L("J5"), claim=False)
            legal_orders.check(play, "FRIENDLY", give_up)
            legal_orders.carry_out(play, "FRIENDLY", give_up)
            assert not play.state.units["W"].wall

        units = E5 | {"W": ("german/4-6-7", "tJ5")}
        game(board=BOARD, units=units, run=run)
