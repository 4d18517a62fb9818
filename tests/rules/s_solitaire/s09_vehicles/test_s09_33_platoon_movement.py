"""S9.33: the vehicles of a platoon keep together, and look for a Target."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.dice import uniform
from opfor.core.game import Game
from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE
from opfor.rules.s_solitaire.s09_vehicles.drive_in_hand import DriveInHand
from opfor.rules.s_solitaire.s09_vehicles.next_act import next_acts
from opfor.rules.s_solitaire.s09_vehicles.s09_33_platoon_movement import (
    follows,
    keeps_together,
    platoon_step,
)
from opfor.rules.sequence.enemy import act
from opfor.state.events import CommandRolled
from opfor.state.in_progress import VehicleAct, VehiclePlan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Unit, VehicleState
from tests.rules.given.drivers import ON_ROADS, ask, at, played, scene, squad, tank
from tests.rules.given.world import world

KV = "russian/kv-1-m41"

# A lane with marsh on both hands, and nothing but woods around B5.
DEAD_END = """
board: t
size: 3x10
marsh: A1-A3 A8-A10 C1-C3 C8-C10
woods: A4-A7 B4 B6-B7 C4-C7
"""


class TestS9_33Platoons:
    """S9.33."""

    def platoon(self, *where: str) -> list[Unit]:
        """Vehicles of one platoon."""
        return [tank(p, f"e{n}", platoon="p") for n, p in enumerate(where, 1)]

    def test_the_lead_stops(self) -> None:
        """Who has a Target in LOS does not go on."""
        units = self.platoon("G5", "G4")
        step = ask(
            lambda play: platoon_step(play, units[0]),
            *units,
            squad("G8", concealed=True),
        )
        assert step == NOWHERE

    def test_others_look_for_a_target(self) -> None:
        """Who has none goes where he has one, next to the platoon."""
        units = self.platoon("O6", "O4")
        friend = squad("N8")
        board = "board: t\nsize: 20x10\nstone building: N5 O5 P5\n"
        step = ask(
            lambda play: platoon_step(play, units[1]), *units, friend, board=board
        )
        assert step == at("O5")

    def test_exc1_not_where_a_vehicle_is(self) -> None:
        """EXC: not into the Location of a Good Order ENEMY vehicle."""
        board = "board: t\nsize: 3x10\nmarsh: A1-A10 C1-C10\n"
        units = self.platoon("B6", "B5")
        took = ask(
            lambda play: platoon_step(play, units[1], back=at("B4")),
            *units,
            board=board,
        )
        assert took == NOWHERE

    def test_exc1_bog_last(self) -> None:
        """EXC: a Bog hex only if that is the only choice."""
        units = self.platoon("B5", "A4")

        def step(board: str, *dice: str) -> Any:
            return ask(
                lambda play: platoon_step(play, units[0], back=at("B6")),
                *units,
                board=board,
                dice=dice,
            )

        assert step(DEAD_END, "S9.33 dr 1") in (at("A5"), at("B4"))
        clear = DEAD_END.replace(" B4 ", " ")
        assert step(clear) == at("B4")

    def test_not_back(self) -> None:
        """Neither where it has been nor away from the FRIENDLY side, nor off alone."""
        lead = tank("G5", "e1", platoon="p")
        been = ((at("F5"), 4), (at("G6"), 4))
        other = tank("G6", "e2", platoon="p", trail=been)
        friend, board = squad("G9"), "board: t\nsize: 20x10\nstone building: G8 F7 H7\n"
        step = ask(
            lambda play: platoon_step(play, other), lead, other, friend, board=board
        )
        assert step == NOWHERE


class TestS9_33_together:
    """S9.33/together."""

    # A road down the middle of a long lane, and woods beside it.
    LANE = "board: t\nsize: 5x26\nroad: C1/0 > C1 > C26 > C26/3\nwoods: A1-A26 E1-E26\n"

    @staticmethod
    def moves(
        *units: Unit, row: int = 4, board: str = LANE, **more: Any
    ) -> Game[State]:
        """The ENEMY's MPh, its platoon with a row of {A4c}."""

        def run(play: Play) -> None:
            for who in ("p", "e1"):
                play.emit(CommandRolled(who, row))
            while act(play):
                pass

        return played(run, *units, board=board, **more)

    @staticmethod
    def rolling(where: str, id_: str, **fields: Any) -> Unit:
        """One of the platoon, in Motion, about to move."""
        own: dict[str, Any] = {"motion": True, "platoon": "p", "action": "Move"}
        return tank(where, id_, KV, **(own | fields))

    @staticmethod
    def row_of(game: Game[State], id_: str) -> int:
        """How far down its hexrow a vehicle is."""
        return int(game.state.units[id_].location[2:])

    def test_lead_waits(self) -> None:
        """The lead goes no farther than one that is BU, and pays more, can follow."""
        lead, other = self.rolling("C3", "e1", ce=True), self.rolling("C2", "e2")
        alone = self.row_of(self.moves(replace(lead, vehicle=self.alone(lead))), "e1")
        both = self.moves(lead, other)
        assert self.row_of(both, "e1") - self.row_of(both, "e2") == 1
        assert 8 < self.row_of(both, "e1") < alone

    @staticmethod
    def alone(unit: Unit) -> VehicleState:
        """What a vehicle is without its platoon."""
        assert unit.vehicle is not None
        return replace(unit.vehicle, platoon="")

    def test_off_the_road(self) -> None:
        """Who has no road to follow comes along with the lead all the same."""
        pair = self.rolling("C3", "e1", ce=True), self.rolling("B3", "e2", ce=True)
        game = self.moves(*pair)
        assert self.row_of(game, "e1") > 5
        assert self.row_of(game, "e1") - self.row_of(game, "e2") <= 1

    def test_nobody_runs_off(self) -> None:
        """Who is beside one that has moved does not leave it."""
        lead = tank("G5", "e1", KV, platoon="p")
        other = self.rolling("G6", "e2")
        view = scene(lead, other)
        assert keeps_together(view, other, at("G7")) == NOWHERE
        assert keeps_together(view, other, at("H5")) == at("H5")

    def test_who_cannot_follow(self) -> None:
        """What is bogged, or has no way at all, keeps nobody back."""
        lead = self.rolling("G5", "e1")
        stuck = self.rolling("G4", "e2", bogged=True)
        assert keeps_together(scene(lead, stuck), lead, at("G6")) == at("G6")
        far = self.rolling("T1", "e2")
        assert not follows(scene(lead, far), far, at("G5"), 1)
        assert keeps_together(scene(lead, far), lead, at("G6")) == at("G6")

    def test_with_a_target_on_the_way(self) -> None:
        """One that sees a Target on its way to the lead does not stop before it."""
        lead = tank("G9", "e1", KV, platoon="p", trail=((at("G9"), 4),))
        other = self.rolling("G5", "e2", trail=((at("G4"), 4), (at("G5"), 4)))

        def run(play: Play) -> list[VehicleAct]:
            hand = DriveInHand(unit=other, driving=VehiclePlan(how="road"), entered=1)
            return next_acts(play, hand)

        for units in ((lead, other), (lead, other, squad("D5"))):
            assert ask(run, *units)[-1].to == at("G6")
        beside = replace(lead, location=at("G6"))
        assert ask(run, beside, other, squad("D5")) == []

    def test_in_one_go(self) -> None:
        """S9.1: they move one after the other, the lead first, in its turn."""
        pair = self.rolling("G5", "e1"), self.rolling("F5", "e2")
        between = squad("F8", "e3", "russian/4-4-7", action="Move", attitude="Advance")
        order: list[str] = []

        def run(play: Play) -> None:
            for who, row in (("p", 5), ("Advance Infantry", 9)):
                play.emit(CommandRolled(who, row))
            while act(play):
                course = play.state.course
                if course and course.movers[0] not in order:
                    order.append(course.movers[0])

        more: Any = {"attitude": "Advance", "vpo": (at("G10"),), "held_by": "FRIENDLY"}
        played(run, *pair, between, dice=("S9.23 dr 3",), **more)
        assert order == ["e3", "e1", "e2"]

    @pytest.mark.parametrize("seed", range(8))
    def test_on_any_ground(self, seed: int) -> None:
        """Three in a row end in formation, and none has come back to where it was."""
        names = [f"{c}{r}" for c in "ABCDEFGHIKLMNOPQRST" for r in range(4, 15)]
        drawn = {names[uniform(str(seed), "", n, len(names))] for n in range(60)}
        woods = " ".join(sorted(drawn))
        road = "road: J1/0 > J1 > J15 > J15/3\n" if seed % 2 else ""
        board = f"board: t\nsize: 20x15\nwoods: {woods}\n{road}"
        units = [self.rolling(f"J{3 - n}", f"e{n}") for n in range(3)]
        more: Any = {"attitude": "Advance", "vpo": (at("P12"),), "held_by": "FRIENDLY"}
        game = self.moves(*units, row=(4, 8)[seed % 4 > 1], board=board, **more)
        ground = world(board, ON_ROADS)
        now = [game.state.units[unit.id] for unit in units]
        assert now[0].location != units[0].location
        for n, unit in enumerate(now[1:], 1):
            others = now[:n]
            assert any(ground.range(unit.location, o.location) <= 1 for o in others)
        for unit in now:
            trail = [where for where, _ in (unit.vehicle or VehicleState()).trail]
            hexes = [a for a, b in zip(trail, [*trail[1:], ""], strict=True) if a != b]
            assert len(set(hexes)) == len(hexes)
