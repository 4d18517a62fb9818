"""A11.7: the fire of vehicles that stay with the enemy."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a11_close_combat.a11_7_vehicles_in_melee import (
    check_beset,
    set_free,
)
from opfor.rules.choices.orders import Withdraw
from opfor.state.units import LocationName, Unit
from tests.rules.given.close_combat import gone
from tests.rules.given.phases import phase, unit
from tests.rules.given.vehicles_in_close_combat import ccph, seen, tank

HERE, LATE = "tG5", "1944-06"


class TestA11_7_fireBeset:
    """A11.7/fire."""

    @staticmethod
    def barred(*units: Unit, at: str = "tG8", **states: Any) -> str:
        """Why a FRIENDLY tank may not fire at a Location; empty: it may."""
        one = tank("t", "german/pzkpfw-ivf2", **states)
        try:
            seen(lambda p: check_beset(p, one, LocationName(at)), one, *units)
        except Illegal as refused:
            return str(refused)
        return ""

    def test_beset(self) -> None:
        """With Known enemies in its Location it fires at nothing else."""
        assert "e1 is in tG5" in self.barred(unit("e1", HERE))
        assert self.barred(unit("e1", HERE), at=HERE) == ""

    def test_free_to_fire(self) -> None:
        """Not with concealed enemies, prisoners, or an Abandoned vehicle."""
        assert self.barred(unit("e1", HERE, concealed=True)) == ""
        assert self.barred(unit("e1", HERE, guard="a"), unit("a", HERE)) == ""
        assert self.barred(tank(abandoned=True)) == ""

    def test_come_there(self) -> None:
        """One that has entered their Location in this Player Turn fires as it likes."""
        assert self.barred(unit("e1", HERE), entered=True) == ""


class TestA11_7InMelee:
    """A11.7."""

    @pytest.mark.parametrize(
        ("states", "held"),
        [
            ({}, True),
            ({"immobile": True}, True),
            ({"motion": True}, False),
            ({"stunned": True}, False),
            ({"shock": "shock"}, False),
            ({"abandoned": True}, False),
            ({"concealed": True}, False),
        ],
    )
    def test_holds(self, states: dict[str, Any], held: bool) -> None:
        """Stopped, with a crew that can act, it holds Infantry; nothing holds it."""
        game = ccph("ends", units=[unit("a", HERE), tank(**states)])
        assert game.state.units["a"].melee == held
        assert not game.state.units["e1"].melee

    def test_not_aboard(self) -> None:
        """Those aboard are not held, and hold nobody by themselves."""
        truck = tank(counter="russian/gaz-mm", stunned=True)
        inside = unit("e2", HERE, aboard="e1")
        game = ccph("ends", units=[unit("a", HERE), truck, inside])
        assert not any(u.melee for u in game.state.units.values())

    def test_broken(self) -> None:
        """Who is broken in it and stays is lost, not beside what cannot hold him."""
        broken = unit("a", HERE, broken=True, melee=True)
        assert gone(ccph("ends", units=[broken, tank()])) == ["a"]
        assert gone(ccph("ends", units=[broken, tank(stunned=True)])) == []

    def test_withdrawal(self) -> None:
        """Infantry withdraws from it as from any Melee."""
        units = unit("a", HERE, melee=True), tank()
        order = "FRIENDLY", Withdraw(("a",), LocationName("tF5"))
        game = ccph(order, "ends", units=units)
        assert (game.state.units["a"].location, game.state.units["a"].melee) == (
            "tF5",
            False,
        )


class TestA11_7_freeLeftAlone:
    """A11.7/free."""

    @pytest.mark.parametrize(
        ("others", "melee"),
        [
            ([tank()], True),
            ([tank(motion=True)], False),
            ([], False),
            ([unit("e2", HERE)], True),
        ],
    )
    def test_free(self, others: list[Unit], melee: bool) -> None:
        """Whoever holds nobody any more lets go at once."""
        units = [unit("a", HERE, melee=True), *others]
        game = phase("MPh", set_free, units=units, attacker="ENEMY")
        assert game.state.units["a"].melee == melee

    def test_not_in_the_ccph(self) -> None:
        """Within the CCPh the end of it settles who is held."""
        game = ccph(set_free, units=[unit("a", HERE, melee=True)])
        assert game.state.units["a"].melee
