"""B28: A-P minefields: where they are, and the attack that they make."""

import pytest

from opfor.rules.b_terrain.b28_mines.b28_4_mines import mine_attack, minefield
from opfor.rules.orders.infantry.b28_41_mines import mines
from opfor.state.events import WeatherChanged
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.mines import fort, played

L = LocationName


class TestB28_4Attack:
    """B28.4."""

    @pytest.mark.parametrize("fp", [6, 8, 12])
    def test_bare(self, fp: int) -> None:
        """The FP of the field; woods do not help, nor does concealment."""

        def run(play: Play) -> None:
            field = minefield(play, L("tD5"))
            assert field is not None
            made = mine_attack(play, field, ("V",), "FRIENDLY")
            assert (made.fp, made.drm, made.halved) == (fp, (), False)
            assert (made.targets, made.side) == (("V",), "ENEMY")

        played(run, fp=fp)

    def test_exc1_deep_snow(self) -> None:
        """Half the FP, and +1."""

        def run(play: Play) -> None:
            play.emit(WeatherChanged(Weather(ground="deep snow"), "so"))
            made = mine_attack(play, fort("tD5"), ("V",), "FRIENDLY")
            assert (made.fp, sum(mod.value for mod in made.drm)) == (3, 1)

        played(run)

    def test_none(self) -> None:
        """A-T mines alone are no danger to Infantry."""

        def run(play: Play) -> None:
            assert minefield(play, L("tD5")) is None
            assert not mines(play, ["V"], L("tD5"))

        played(run, fp=0, factors=3)
