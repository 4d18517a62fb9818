"""S6.222: Double Time."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.s06_222_double_time import double_time
from opfor.state.events import (
    FortificationAdded,
    MarkerAdded,
    UnitAdded,
    UnitChanged,
    WeaponAdded,
)
from opfor.state.in_progress import MovePlan
from opfor.state.play import Play
from opfor.state.units import Fortification, FortificationKind, Marker
from tests.rules.given.enemies import weapon
from tests.rules.given.moves import at, enemy, entered, friend, mover, phase, scene


def toward(goal: str, *dice: str, **given: Any) -> tuple[list[str], bool]:
    """Where a squad told to Double Time toward a VPO goes, and whether it is CX."""
    played = phase(*dice, command=2, vpo=(goal,), held_by="FRIENDLY", **given)
    return entered(played), played.state.units["e1"].cx


class TestS6_222DoubleTime:
    """S6.222."""

    def test_used(self) -> None:
        """A4b 12: REH by Double Time, six MF."""
        played = phase(*["S9.24 dr 2"] * 6, enemies={"e1": "tC2"}, command=12)
        assert len(entered(played)) == 6
        assert played.state.units["e1"].cx

    @pytest.mark.parametrize("state", [{"cx": True}, {"deeds": ("winded",)}])
    def test_impossible(self, state: dict[str, Any]) -> None:
        """Who is CX, or was as the MPh began, uses normal movement instead."""

        def tired(play: Play) -> None:
            unit = replace(play.state.units["e1"], **state)
            play.emit(UnitChanged(unit, "CX"))

        played = phase(
            *["S9.24 dr 2"] * 4, enemies={"e1": "tC2"}, command=12, changed=tired
        )
        assert len(entered(played)) == 4

    def test_not_necessary(self) -> None:
        """A4b 2: the VPO is reached without it."""
        played = phase(
            enemies={"e1": "tH7"}, command=2, vpo=("tH4",), held_by="FRIENDLY"
        )
        assert not played.state.units["e1"].cx
        assert entered(played)[-1] == "tH4"

    @pytest.mark.parametrize(("counter", "cx"), [("4-4-7", False), ("4-6-7", True)])
    def test_with_smoke_on_the_way(self, counter: str, cx: bool) -> None:
        """D-930: four MF would do, but for those of the SMOKE before the first hex."""
        squad = enemy("tH7", counter=f"german/{counter}", action="Move")
        played = phase(
            *(["A24.11 dr 5"] if cx else []),
            changed=lambda play: play.emit(UnitAdded(squad)),
            friendly="russian",
            enemy="german",
            units={"f1": ("russian/4-4-7", "tC8")},
            command=2,
            vpo=("tH4",),
            held_by="FRIENDLY",
        )
        assert played.state.units["e1"].cx is cx

    @pytest.mark.parametrize(("to", "cx"), [("tC9", False), ("tC10", True)])
    def test_a_stop_within_reach(self, to: str, cx: bool) -> None:
        """A4b 6 ends ADJACENT to the goal: six MF to there need no Double Time."""

        def led(play: Play) -> None:
            idle = {"action": "Move", "automatic": "S6.3175", "attitude": "Advance"}
            play.emit(UnitAdded(enemy("tC2", "L", counter="russian/8-0", **idle)))
            # the one he goes to stays
            play.emit(UnitAdded(enemy(to, "e2", attitude="Hold")))

        played = phase(changed=led)
        assert played.state.units["L"].cx is cx
        assert entered(played)[-1] == f"tC{int(to[2:]) - 1}"

    @pytest.mark.parametrize(("start", "cx"), [("tH8", False), ("tH9", True)])
    def test_a_goal_that_it_does_not_enter(self, start: str, cx: bool) -> None:
        """D-411: a mortar stops before the building, which three MF may be enough for.

        Four take it to there by Double Time only.
        """
        mtr = weapon("mtr", "50-mtr", "e1")
        way, tired = toward(
            "tH4",
            enemies={"e1": start},
            changed=lambda play: play.emit(WeaponAdded(mtr)),
        )
        assert (way[-1], tired) == ("tH5", cx)

    @pytest.mark.parametrize(("start", "cx"), [("tH9", False), ("tH10", True)])
    def test_a_goal_that_takes_all_mf(self, start: str, cx: bool) -> None:
        """D-411: marsh is not entered after another Location, by Double Time either."""
        marsh = "board: t\nsize: 20x10\nmarsh: H4\n"
        way, tired = toward("tH4", board=marsh, enemies={"e1": start})
        assert (way[-1], tired) == ("tH5", cx)

    @pytest.mark.parametrize(("goal", "cx"), [("tC6", False), ("tC7", True)])
    def test_out_of_a_foxhole(self, goal: str, cx: bool) -> None:
        """The MF to leave it is one of those that normal MF have to be enough for."""
        way, tired = toward(goal, changed=lambda play: inside(play, "foxhole"))
        assert (way[-1], tired) == (goal, cx)

    def test_out_of_a_foxhole_to_no_purpose(self) -> None:
        """Nor are they there for Double Time, which has not 1 + 3 + 3 of them."""
        walls = " ".join(f"C7/{side}" for side in range(6))
        board = f"board: t\nsize: 20x10\nwoods: C7\nwall: {walls}\n"
        way, tired = toward(
            "tC7", board=board, changed=lambda play: inside(play, "foxhole")
        )
        assert (way[-1], tired) == ("tC6", False)

    @pytest.mark.parametrize(("wire", "cx"), [("C5", False), ("C8", True)])
    def test_wire_on_the_way(self, wire: str, cx: bool) -> None:
        """B26.4: it ends on top of it, which four MF may be enough for."""

        def laid(play: Play) -> None:
            where = at(f"t{wire}")
            play.emit(
                FortificationAdded(Fortification(id="w", kind="wire", location=where))
            )
            play.emit(UnitAdded(enemy("tC3", action="Move")))

        lane = "board: t\nsize: 5x10\npond: B0-B10 D0-D10\n"
        way, tired = toward("tC9", board=lane, changed=laid)
        assert (way[-1], tired) == (f"t{wire}", cx)

    def test_hidden_wire_is_not_foreseen(self) -> None:
        """It goes by Double Time, as if the wire were not there."""

        def laid(play: Play) -> None:
            where = at("tC5")
            wire = Fortification(
                id="w", kind="wire", location=where, side="FRIENDLY", hidden=True
            )
            play.emit(FortificationAdded(wire))
            play.emit(UnitAdded(enemy("tC3", action="Move")))

        lane = "board: t\nsize: 5x10\npond: B0-B10 D0-D10\n"
        _, tired = toward("tC9", board=lane, changed=laid)
        assert tired

    @pytest.mark.parametrize("barred", [True, False])
    @pytest.mark.parametrize("kind", ["minefield", "residual"])
    def test_the_way_round(self, kind: str, barred: bool) -> None:
        """S9.26: round what is barred the way has five MF, not four."""

        def laid(play: Play) -> None:
            play.emit(UnitAdded(enemy("tC3", action="Move")))
            for name in ("tC4", "tC5") if barred else ():
                if kind == "residual":
                    fp = Marker(id=name, kind="residual", location=at(name), fp=6)
                    play.emit(MarkerAdded(fp))
                else:
                    mines = Fortification(
                        id=name, kind="minefield", location=at(name), fp=6
                    )
                    play.emit(FortificationAdded(mines))

        way, tired = toward("tC7", board="board: t\nsize: 20x12\n", changed=laid)
        assert (way[-1], tired) == ("tC7", barred)

    def test_the_safest_way(self) -> None:
        """S9.2: A4b 6 goes the safest way, of eight MF, be another one shorter."""

        def led(play: Play) -> None:
            idle = {"action": "Move", "automatic": "S6.3175", "attitude": "Advance"}
            play.emit(UnitAdded(enemy("tC2", "L", counter="russian/8-0", **idle)))
            play.emit(UnitAdded(enemy("tC8", "e2", attitude="Hold")))
            for n in range(3):
                play.emit(UnitAdded(friend("tD6", f"f{n}")))
                play.emit(WeaponAdded(weapon(f"w{n}", "german/hmg", f"f{n}")))

        woods = "board: t\nsize: 20x12\nwoods: D1-D4 D6-D12 E1-E4 E7-E12\n"
        played = phase(changed=led, board=woods)
        assert entered(played)[-1] == "tC7"
        assert played.state.units["L"].cx

    @pytest.mark.parametrize(("goal", "cx"), [("tC8", False), ("tC9", True)])
    def test_by_road(self, goal: str, cx: bool) -> None:
        """A4.11: the road bonus is one of the normal MF."""
        way, tired = toward(goal, board=ROAD, enemies={"e1": "tC3"})
        assert (way[-1], tired) == (goal, cx)

    @pytest.mark.parametrize(("goal", "cx"), [("tC6", False), ("tC7", True)])
    def test_by_road_out_of_a_foxhole(self, goal: str, cx: bool) -> None:
        """There is no bonus for who spends MF otherwise."""
        way, tired = toward(
            goal, board=ROAD, changed=lambda play: inside(play, "foxhole")
        )
        assert (way[-1], tired) == (goal, cx)

    @pytest.mark.parametrize(("start", "cx"), [("tC6", False), ("tC5", True)])
    def test_encircled(self, start: str, cx: bool) -> None:
        """A7.72: its first Location costs double."""
        lane = "board: t\nsize: 5x12\npond: B0-B12 D0-D12\n"
        squad = enemy(start, action="Move", encircled=True)
        way, tired = toward(
            "tC9", board=lane, changed=lambda play: play.emit(UnitAdded(squad))
        )
        assert (way[-1], tired) == ("tC9", cx)

    @pytest.mark.parametrize(("start", "used"), [(7, False), (6, True)])
    def test_off_the_map(self, start: int, used: bool) -> None:
        """S9.4: the MF to be off the FBE, too, has to be one of the normal ones."""
        view = scene(enemy(f"tC{start}"))
        way = tuple(at(f"tC{n}") for n in range(start + 1, 11))
        course = MovePlan(movers=("e1",), way=way, double=True, leaves=True)
        assert double_time(view, mover(f"tC{start}"), course) is used

    def test_not_above_wire(self) -> None:
        """B26.4: nobody gets beneath wire by Double Time."""
        way, tired = toward(
            "tC10", "B26.4/dr dr 1", changed=lambda play: inside(play, "wire")
        )
        assert way
        assert not tired


ROAD = "board: t\nsize: 5x12\npond: B0-B12 D0-D12\nroad: C1 > C12\n"


def inside(play: Play, kind: FortificationKind) -> None:
    """Put a squad that is to move into a fortification in C3."""
    play.emit(FortificationAdded(Fortification(id="f", kind=kind, location=at("tC3"))))
    play.emit(UnitAdded(enemy("tC3", action="Move", inside="f")))
