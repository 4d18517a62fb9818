"""What the player resolves on his own table, and reports."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Asked
from opfor.core.dice import Scripted
from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.a07_3_effect_of_the_ift import apply_result
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult
from opfor.rules.a_infantry.a10_morale.a10_6_rally import do_rally
from opfor.rules.a_infantry.a11_close_combat.a11_3_resolution import fight
from opfor.rules.a_infantry.on_table import fates_of, on_table, report_units, suffer
from opfor.rules.choices.orders import Rally
from opfor.state.events import GameEnded, TableSet, WeaponAdded
from opfor.state.in_progress import (
    CloseCombatAttack,
)
from opfor.state.play import Play, step
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Unit,
    VehicleState,
    Weapon,
)
from tests.rules.given.world import MISSION, VILLAGE, game, world

AT = LocationName("tJ6")

UNITS = {
    "V": ("german/4-6-7", "tJ6"),
    "H": ("german/2-4-7", "tJ6"),
    "L": ("german/8-1", "tJ6"),
}


class Says:
    """A player who says of each thing what he is told to say."""

    human = True

    def __init__(self, said: dict[str, str]) -> None:
        self.said = said
        self.asked: list[list[str]] = []

    def pick(self, asked: Asked) -> Any:
        """Himself, but for dice."""
        return Scripted() if asked.stream else self

    def answer(self, asked: Asked, _context: object) -> object:
        """What he says of each line of the form."""
        assert isinstance(asked.request, Adjudicate)
        form = asked.request.form
        self.asked.append([line.name for line in form])
        said = {line.name: self.said[line.name] for line in form}
        for line in form:
            assert said[line.name] in [option.key for option in line.options]
        return said


def reported(said: dict[str, str]) -> State:
    """The state after the player told what became of some units and an LMG."""
    scenery = world(VILLAGE, MISSION)
    units = {
        id_: Unit(id=id_, side="FRIENDLY", counter=counter, location=LocationName(at))
        for id_, (counter, at) in UNITS.items()
    }
    state = State(mission=MISSION, ready=True, turn=1, phase="MPh", units=units)

    def run(play: Play) -> None:
        play.emit(WeaponAdded(Weapon(id="lmgA", counter="german/lmg", owner="V")))
        ids = [id_ for id_ in said if id_ != "lmgA"]
        report_units(play, ids, "the attack", ["lmgA"] if "lmgA" in said else [])
        play.emit(GameEnded("done"))

    made = Game(
        state, lambda s: None if s.over else step("test", run, scenery), Says(said)
    )
    made.run()
    return made.state


class TestReports:
    """report_units."""

    def test_states(self) -> None:
        """Pinned, broken and under DM, eliminated, or nothing."""
        state = reported({"V": "broken", "H": "eliminated", "L": "pinned"})
        assert (state.units["V"].broken, state.units["V"].dm) == (True, True)
        assert "H" not in state.units
        assert state.units["L"].pinned
        assert not reported({"V": "none"}).units["V"].broken

    def test_reduced(self) -> None:
        """A squad becomes its HS, a SMC is wounded."""
        said = {"V": "broken and reduced", "H": "eliminated", "L": "reduced"}
        state = reported(said)
        (half,) = [unit for unit in state.units.values() if unit.id != "L"]
        assert (half.counter, half.broken) == ("german/2-4-7", True)
        assert state.units["L"].wounded
        assert state.weapons_of(half.id)

    def test_words(self) -> None:
        """A squad is reduced, a SMC wounded; a HS neither, so that is not asked."""

        def run(play: Play) -> None:
            words = {
                id_: [fate.label for fate in fates_of(play, play.state.units[id_])]
                for id_ in ("V", "H", "L")
            }
            assert "broken and reduced to a HS" in words["V"]
            assert "broken and wounded" in words["L"]
            assert words["H"] == ["no effect", "pinned", "broken", "eliminated"]

        game(units=UNITS, run=run)

    def test_a_berserk_unit_is_neither_pinned_nor_broken(self) -> None:
        """What an attack may do to it: nothing, reduce it, or eliminate it (A15.42)."""

        def run(play: Play) -> None:
            berserk = replace(play.state.units["V"], berserk=True)
            keys = [fate.key for fate in fates_of(play, berserk)]
            assert keys == ["none", "reduced", "eliminated"]

        game(units=UNITS, run=run)

    @pytest.mark.parametrize(
        ("fate", "left"), [("malfunctioned", 1), ("eliminated", 0), ("ROF", 1)]
    )
    def test_weapons(self, fate: str, left: int) -> None:
        """A Weapon that fired may keep its ROF, malfunction or be gone."""
        state = reported({"V": "none", "lmgA": fate})
        assert len(state.weapons) == left
        for weapon in state.weapons.values():
            assert weapon.malfunctioned == (fate == "malfunctioned")
            assert weapon.rof == (fate == "ROF")

    def test_the_setting(self) -> None:
        """The player says what he resolves himself."""

        def run(play: Play) -> None:
            assert not on_table(play, "fire")
            play.emit(TableSet(("fire",)))
            assert on_table(play, "fire")

        game(run=run)

    def test_no_fate(self) -> None:
        """Anything else is refused."""

        def run(play: Play) -> None:
            with pytest.raises(OpforError, match="vanished"):
                suffer(play, play.state.units["V"], "vanished")

        game(units=UNITS, run=run)


class TestResolutions:
    """What is switched to the player's table is asked for, and not rolled."""

    @staticmethod
    def after(
        name: Any, said: dict[str, str] | Says, do: Any, *more: Unit, **states: Any
    ) -> State:
        """The state after something, the player saying what he is told to say."""
        player = said if isinstance(said, Says) else Says(said)
        units = {
            "V": Unit(
                id="V", side="FRIENDLY", counter="german/4-6-7", location=AT, **states
            ),
            "E": Unit(id="E", side="ENEMY", counter="russian/4-4-7", location=AT),
            **{unit.id: unit for unit in more},
        }
        state = State(
            mission=MISSION, ready=True, turn=1, phase="CCPh", units=units
        ).apply(TableSet((name,)))

        def run(play: Play) -> None:
            do(play)
            play.emit(GameEnded("done"))

        scenery = world(VILLAGE, MISSION)
        made = Game(
            state, lambda s: None if s.over else step("test", run, scenery), player
        )
        made.run()
        return made.state

    def test_morale(self) -> None:
        """A result of the IFT."""
        result = IftResult("MC", 2)
        after = self.after(
            "morale", {"V": "broken"}, lambda p: apply_result(p, result, ["V"])
        )
        assert after.units["V"].broken

    def test_rally(self) -> None:
        """A try to rally."""
        after = self.after(
            "rally",
            {"V": "rallied"},
            lambda p: do_rally(p, "FRIENDLY", Rally("V")),
            broken=True,
            dm=True,
        )
        assert not after.units["V"].broken
        assert not after.units["V"].dm

    def test_close_combat(self) -> None:
        """All attacks of a Location, with the VP that follow."""
        clash = CloseCombatAttack(
            side="FRIENDLY", location=AT, attackers=("V",), defenders=("E",)
        )
        after = self.after(
            "close combat",
            {"V": "none", "E": "eliminated"},
            lambda p: fight(p, AT, [clash]),
        )
        assert "E" not in after.units
        assert after.toll("FRIENDLY").cvp == 2

    def test_captured(self) -> None:
        """Who was to be captured may be; the attacker is his Guard."""
        clash = CloseCombatAttack(
            side="FRIENDLY",
            location=AT,
            attackers=("V",),
            defenders=("E",),
            capture=True,
        )
        after = self.after(
            "close combat",
            {"V": "none", "E": "captured"},
            lambda p: fight(p, AT, [clash]),
        )
        assert after.units["E"].guard == "V"

    @pytest.mark.parametrize("fate", ["captured", "eliminated"])
    def test_in_turn(self, fate: str) -> None:
        """A11.3: with a vehicle there, only who is still in it is asked about."""
        first = CloseCombatAttack(
            side="FRIENDLY",
            location=AT,
            attackers=("V",),
            defenders=("E",),
            capture=True,
        )
        back = CloseCombatAttack(
            side="ENEMY", location=AT, attackers=("E", "E2"), defenders=("V",)
        )
        mate = Unit(id="E2", side="ENEMY", counter="russian/4-4-7", location=AT)
        tank = replace(
            mate, id="ET", counter="russian/t-34-m41", vehicle=VehicleState()
        )
        player = Says({"V": "none", "E": fate, "E2": "none"})
        both = [first, back]
        self.after("close combat", player, lambda p: fight(p, AT, both), mate, tank)
        assert player.asked == [["V", "E"], ["E2", "V"]]
