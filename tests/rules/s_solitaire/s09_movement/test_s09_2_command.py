"""S9.2, S9.21, S9.22: Move Commands, and how a row of {A4a} and {A4b} is read."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_movement import command_manners
from opfor.rules.s_solitaire.s09_movement.command_manners import by_route
from opfor.rules.s_solitaire.s09_movement.danger import danger, number
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_2_command import read_command, sharing
from opfor.rules.s_solitaire.s09_movement.s09_2_route import route
from opfor.state.events import (
    FortificationAdded,
    PhaseBegan,
    UnitAdded,
    UnitChanged,
    WeaponAdded,
)
from opfor.state.play import Play
from opfor.state.units import Fortification, Unit, Weapon
from tests.rules.given.moves import (
    PLAIN,
    SQUAD,
    at,
    enemy,
    entered,
    friend,
    mover,
    phase,
    scene,
)
from tests.rules.given.world import game, notes

CLIMB = """
board: t
size: 5x6
woods: B2-B4 C2 C4 D2-D4
level 1: B2-B4 C2 C4 D2-D4
"""
"""Woods uphill all around C3: four MF."""


class TestS9_2Command:
    """S9.2."""

    def test_who_shares_a_command(self) -> None:
        """Advance Infantry all; Hold Infantry by odd and even hexes."""
        view = scene(enemy("tC3"), enemy("tC4", "e2"))
        assert sharing(view, mover("tC3", "Advance")) == "Advance Infantry"
        assert sharing(view, mover("tC3")) == "Hold Infantry in odd hexes"
        assert sharing(view, mover("tC4")) == "Hold Infantry in even hexes"

    def test_one_dr_for_those_who_share_it(self) -> None:
        """Two units in odd hexes stay by one DR; one in an even hex has its own."""
        played = phase(
            "S9.21 DR 3,3",
            "S9.21 DR 3,4",
            enemies={"e1": "tJ5", "e2": "tK5", "e3": "tM4"},
            attitude="Hold",
        )
        assert played.state.commands == {
            "Hold Infantry in odd hexes": 6,
            "Hold Infantry in even hexes": 7,
        }

    def test_what_cannot_be_performed(self) -> None:
        """Infantry that can do nothing of its Command waits for Opportunity Fire."""
        played = phase(enemies={"e1": "tC3"}, command=2)
        assert played.state.units["e1"].fired == "opportunity"

    @pytest.mark.parametrize(("row", "dice"), [(4, ()), (9, ("S9.23 dr 1",))])
    def test_no_first_step(self, row: int, dice: tuple[str, ...]) -> None:
        """So does who has not the MF for the first Location of his way."""
        played = phase(
            *dice,
            enemies={"e1": "tC3"},
            counter="russian/4-2-6",
            command=row,
            board=CLIMB,
            vpo=(at("tC6"),),
        )
        assert not entered(played)
        assert played.state.units["e1"].fired == "opportunity"

    def test_sw_wait_too(self) -> None:
        """A7.25: a SW of such a unit is marked with it, and fires at full FP."""
        lmg = Weapon(id="lmg", counter="russian/lmg", owner="e1")
        played = phase(
            enemies={"e1": "tJ5"},
            command=11,
            units={"f1": ("german/4-6-7", "tJ8")},
            changed=lambda play: play.emit(WeaponAdded(lmg)),
        )
        assert played.state.units["e1"].fired == "opportunity"
        assert played.state.weapons["lmg"].fired == "opportunity"

    def test_safest_route(self) -> None:
        """A route goes round what a FRIENDLY squad can fire at."""
        view = scene(enemy("tC2"), friend("tC6"))
        straight = scene(enemy("tC2"))
        direct = route(straight, mover("tC2"), [at("tC10")])
        safe = route(view, mover("tC2"), [at("tC10")])
        assert len(safe) > len(direct)
        met = danger(view)
        assert all(
            met.fire[number(view, place)] <= met.fire[number(view, at("tC5"))]
            for place in safe
        )

    def test_exc1_automatic(self) -> None:
        """EXC: an unarmed MMC has no Command; it makes for the EBE (S6.302)."""

        def unarmed(play: Play) -> None:
            one = replace(play.state.units["e1"], unarmed=True, automatic="S6.302")
            play.emit(UnitChanged(one, "is unarmed"))

        played = phase(enemies={"e1": "tC5"}, changed=unarmed)
        assert played.state.commands == {}
        assert entered(played) == ["tC4", "tC3", "tC2", "tC1"]

    def test_exc2_lonely_leader(self) -> None:
        """EXC: a leader with nothing to do has row 6 of {A4b}, no DR."""

        def lonely(play: Play) -> None:
            unit = replace(play.state.units["e1"], automatic="S6.3175")
            play.emit(UnitChanged(unit, "has nothing to do"))

        played = phase(enemies={"e1": "tC3", "e2": "tC8"}, changed=lonely, command=11)
        assert any("{A4b}" in note for note in notes(played))


class TestMustLeave:
    """D-881: who must leave an Overstacked Location (S6.307)."""

    @staticmethod
    def after(row: int, *dice: str, automatic: str = "S6.307", **more: Any) -> Unit:
        """A squad of J6 after its move by a row of {A4a}, with a Target."""

        def bound(play: Play) -> None:
            leaving = replace(play.state.units["e1"], automatic=automatic)
            play.emit(UnitChanged(leaving, "is to leave"))

        more.setdefault("units", {"f1": ("german/4-6-7", "tJ9")})
        given = {"attitude": "Hold", "changed": bound, "command": row, **more}
        return phase(*dice, enemies={"e1": "tJ6"}, **given).state.units["e1"]

    def test_passes_over_to_stay(self) -> None:
        """To stay is none of his clauses; the next one that moves him is."""
        assert self.after(7, automatic="").location == "tJ6"
        unit = self.after(7)
        assert unit.location != "tJ6"
        assert not unit.fired

    def test_none_that_moves_him(self) -> None:
        """If no clause moves him he waits for Opportunity Fire, and for the APh."""
        assert not self.after(8, automatic="").fired
        unit = self.after(8)
        assert (unit.location, unit.fired) == ("tJ6", "opportunity")
        assert unit.automatic == "S6.307"

    def test_crest(self) -> None:
        """Nor does he take Crest status in place of an Assault Move (S9.28)."""
        gully = "board: t\nsize: 20x10\ngully: J1 > J10\n"
        there = {"units": {"f1": ("german/4-6-7", "tM5")}, "board": gully}
        assert self.after(7, automatic="", **there).crest
        unit = self.after(7, "S9.1 dr 1", **there)
        assert unit.location != "tJ6"
        assert not unit.crest


class TestS9_21Tables:
    """S9.21."""

    @pytest.mark.parametrize(
        ("attitude", "table"), [("Advance", "{A4b}"), ("Hold", "{A4a}")]
    )
    def test_by_attitude(self, attitude: str, table: str) -> None:
        """Advance Infantry uses {A4b}, Hold Infantry {A4a}."""
        dice = ("S9.21 DR 5,5", "S9.23 dr 2") if table == "{A4b}" else ("S9.21 DR 3,3",)
        played = phase(*dice, enemies={"e1": "tJ5"}, attitude=attitude)
        assert any(note.startswith(table) for note in notes(played))


class TestS9_22PriorityList:
    """S9.22."""

    def reading(
        self, number_: int, *units: Unit, table: str = "A4a", **mission: Any
    ) -> Any:
        """What a row comes to for e1; no dice."""
        found: list[Any] = []

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            row = play.world.enemy.table(table).look_up(number_)
            one = play.state.units["e1"]
            found.append(read_command(play, stack(play, [one]), row))

        mine = {u.id: (u.counter, u.location) for u in units if u.side == "ENEMY"}
        theirs = {u.id: (u.counter, u.location) for u in units if u.side == "FRIENDLY"}
        attitude = "Advance" if table == "A4b" else "Hold"
        game(
            board=PLAIN,
            enemies=mine,
            units=theirs,
            attitude=attitude,
            fbe="bottom",
            run=run,
            **mission,
        )
        return found[0]

    @pytest.mark.parametrize(("way", "going"), [("J3 J2 I2", False), ("I4 I5", True)])
    def test_out_of_los_is_nearer(
        self, monkeypatch: pytest.MonkeyPatch, way: str, going: bool
    ) -> None:
        """D-397: a way out of LOS that leads away from the goal is none toward it."""
        steps = tuple(at(f"t{name}") for name in way.split())
        monkeypatch.setattr(command_manners, "route", lambda *_: steps)
        found: list[Any] = []

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            one = stack(play, [play.state.units["e1"]])
            toward = by_route("out of Known LOS")
            found.append(toward(play, one, [at("tJ9")]))

        game(board=PLAIN, enemies={"e1": (SQUAD, "tJ4")}, fbe="bottom", run=run)
        assert (found[0] is not None) == going

    def test_a_goal_that_is_full(self) -> None:
        """A4b 6: next to three squads nobody goes to them; "as 4" is read (S6.223)."""
        there = [enemy("tC4", id_) for id_ in ("e2", "e3", "e4")]
        more: Any = {"table": "A4b", "vpo": (at("tJ3"),), "held_by": "FRIENDLY"}
        assert self.reading(6, enemy("tC3"), *there, **more).row.on.low == 4
        assert self.reading(6, enemy("tC3"), *there[1:], **more).row.on.low == 6

    def test_first_clause_that_can_be_fulfilled(self) -> None:
        """A4a 5: from the open the woods have more TEM."""
        found = self.reading(5, enemy("tJ4"))
        assert found.clause == 0
        assert set(found.going.ends) == {"tJ5", "tK5"}

    def test_a_later_clause(self) -> None:
        """A4a 5 in the woods: the other woods have positive TEM, no more than now."""
        found = self.reading(5, enemy("tJ5"))
        assert found.clause == 2
        assert set(found.going.ends) == {"tK5"}

    def test_conditions(self) -> None:
        """A4a 7: with a Target it stays for Opportunity Fire, else not."""
        found = self.reading(7, enemy("tC3"), friend("tC5"))
        assert found.going.opportunity
        assert not self.reading(7, enemy("tC3")).going.opportunity

    def test_as_another_row(self) -> None:
        """A4a 2 without a VPO near goes on as row 5."""
        found = self.reading(2, enemy("tJ4"))
        assert (found.row.on.low, found.clause) == (5, 0)


class TestS9_2NoWayOpen:
    """S9.2, S9.26: D-901, who is to move toward what no way leads to."""

    def held(self, ground: str, *goals: str, command: int) -> tuple[list[str], bool]:
        """Where a squad goes that is to move toward the upper floor of a building."""
        there = {
            "nobody": [],
            "friend": [friend("tJ5")],
            "broken": [friend("tJ5", broken=True)],
            "full": [enemy("tJ5", f"e{n}") for n in (2, 3, 4)],
        }

        def put(play: Play) -> None:
            for unit in there[ground]:
                play.emit(UnitAdded(unit))

        found = phase(
            enemies={"e1": "tB5"},
            board="board: t\nsize: 20x12\nwooden building 1: J5\n",
            command=command,
            vpo=goals,
            held_by="FRIENDLY",
            changed=put,
        )
        return entered(found), found.state.units["e1"].cx

    @pytest.mark.parametrize("ground", ["friend", "broken", "full"])
    @pytest.mark.parametrize("more", [(), ("tP5",)])
    def test_an_upper_floor(self, ground: str, more: tuple[str, ...]) -> None:
        """Who is on the ground floor keeps nobody from coming up to the building."""
        for command in (2, 4, 7, 11):
            way, cx = self.held("nobody", "tJ5/1", *more, command=command)
            assert self.held(ground, "tJ5/1", *more, command=command) == (way, cx)
            assert (len(way), cx) == ((6, True) if command == 2 else (4, False))

    @pytest.mark.parametrize(("start", "ends"), [("tC3", ["tC4", "tC5"]), ("tC5", [])])
    def test_a_lane(self, start: str, ends: list[str]) -> None:
        """A Known Minefield across the only way: up to it, then Opportunity Fire."""
        mines = Fortification(id="m", kind="minefield", location=at("tC6"), fp=6)
        found = phase(
            enemies={"e1": start},
            board="board: t\nsize: 5x12\npond: B0-B12 D0-D12\n",
            command=4,
            vpo=("tC10",),
            held_by="FRIENDLY",
            changed=lambda play: play.emit(FortificationAdded(mines)),
        )
        assert entered(found) == ends
        fired = found.state.units["e1"].fired
        assert (fired == "opportunity") is not ends
