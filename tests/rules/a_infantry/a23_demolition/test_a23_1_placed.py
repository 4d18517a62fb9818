"""A23: Demolition Charges that were placed: they go off in the AFPh."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a23_demolition.a23_1_placed import blast
from opfor.state.play import Play
from tests.rules.given.ordnance import L, looked

ELITE = "russian/4-5-8"


class TestA23_1DemolitionCharges:
    """A23.1."""

    def test_tem_and_cx(self) -> None:
        """TEM of the terrain counts, and CX."""

        def run(play: Play) -> Attack:
            unit = replace(play.state.units["R"], cx=True)
            return blast(play, unit, play.state.weapons["w"], L("tD7"))

        made: Attack = looked(run, weapon="russian/dc", unit=ELITE)
        assert (made.fp, made.cover.value, made.dud) == (30, 3, 12)
        assert [mod.value for mod in made.mods] == [1]

    def test_no_dc(self) -> None:
        """Nothing else goes off so."""
        with pytest.raises(Illegal):
            looked(
                lambda play: blast(
                    play, play.state.units["R"], play.state.weapons["w"], L("tD7")
                ),
                weapon="russian/ft",
            )
