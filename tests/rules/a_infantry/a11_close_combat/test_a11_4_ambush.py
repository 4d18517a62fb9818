"""A11.4: Ambush as units advance into CC."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a11_close_combat import a11_4_ambush as ambush
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.close_combat import ccph
from tests.rules.given.phases import unit

OPEN, WOODS = "tG5", "tE5"
MELEE = {"melee": True}


class TestA11_4Ambush:
    """A11.4."""

    ADVANCED = unit("a", WOODS, deeds=("advanced",))

    def test_won(self) -> None:
        """Three lower wins; the other side loses its "?"."""
        units = [self.ADVANCED, unit("e1", WOODS)]
        game = ccph(units=units, dice=["A11.4 dr 1", "A11.4 dr 4"])
        assert game.state.units["a"].did("ambusher")
        hidden = unit("a", WOODS, deeds=("advanced",), concealed=True)
        game = ccph(
            units=[hidden, unit("e1", WOODS)], dice=["A11.4 dr 6", "A11.4 dr 1"]
        )
        assert game.state.units["e1"].did("ambusher")
        assert not game.state.units["a"].concealed

    def test_not_by_two(self) -> None:
        """Two lower is not enough."""
        units = [self.ADVANCED, unit("e1", WOODS)]
        game = ccph(units=units, dice=["A11.4 dr 1", "A11.4 dr 3"])
        assert not any(u.did("ambusher") for u in game.state.units.values())

    def test_where(self) -> None:
        """In the open only with or against concealed units; only after an advance."""

        def possible(*units: Unit) -> bool:
            found: list[bool] = []

            def view(play: Play) -> None:
                for one in units:
                    play.emit(UnitChanged(one, ""))
                found.append(ambush.possible(play, units[0].location))

            ccph(
                view,
                units=[unit(u.id, "tA1") for u in units][:1]
                + [unit(u.id, "tB1") for u in units[1:]],
            )
            return found[0]

        at_open = replace(self.ADVANCED, location=LocationName(OPEN))
        assert not possible(at_open, unit("e1", OPEN))
        assert possible(at_open, unit("e1", OPEN, concealed=True))
        assert not possible(unit("a", WOODS), unit("e1", WOODS))

    def test_exc1_melee(self) -> None:
        """None where a Melee is reinforced."""
        units = [self.ADVANCED, unit("b", WOODS, **MELEE), unit("e1", WOODS, **MELEE)]
        found: list[bool] = []
        at = LocationName(WOODS)
        ccph(lambda play: found.append(ambush.possible(play, at)), units=units)
        assert found == [False]


class TestA11_4_drmAmbush:
    """A11.4/drm."""

    @staticmethod
    def drm(*units: Unit) -> dict[str, int]:
        """The drm of some units."""
        found: list[Any] = []

        def ask(play: Play) -> None:
            party = list(play.state.units.values())
            found.extend(ambush.ambush_drm(play, party))

        ccph(ask, units=units)
        return {mod.name: mod.value for mod in found}

    @pytest.mark.parametrize(
        ("states", "name", "value"),
        [
            ({"cx": True}, "CX", 1),
            ({"broken": True}, "broken", 1),
            ({"pinned": True}, "pinned", 1),
            ({"panic": True}, "Panic", 2),
            ({"concealed": True}, "concealed", -2),
            ({"counter": "german/4-3-6"}, "Lax", 1),
        ],
    )
    def test_states(self, states: Any, name: str, value: int) -> None:
        """Each state alone."""
        assert self.drm(unit("a", WOODS, **states)) == {name: value}

    def test_berserk(self) -> None:
        """Berserk units are Lax, too."""
        assert self.drm(unit("a", WOODS, berserk=True)) == {"Lax": 1, "berserk": 1}

    def test_leader(self) -> None:
        """The best leader's modifier, not of one alone."""
        leader = unit("b", WOODS, "german/8-1")
        assert self.drm(leader) == {}
        assert self.drm(unit("a", WOODS), leader) == {"leadership": -1}

    def test_mixed(self) -> None:
        """Only if all are concealed."""
        units = unit("a", WOODS, concealed=True), unit("b", WOODS)
        assert self.drm(*units) == {}
