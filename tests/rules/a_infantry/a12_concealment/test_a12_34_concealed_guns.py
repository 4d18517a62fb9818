"""A12.34: concealed Guns that fire."""

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a12_concealment.a12_14_loss import after_fire
from opfor.rules.a_infantry.a12_concealment.a12_34_concealed_guns import gun_seen
from opfor.state.events import UnitChanged, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import GunState, Weapon
from tests.rules.given.concealment import play_with


class TestA12_34Guns:
    """A12.34."""

    @pytest.mark.parametrize(
        ("enemy", "die", "hexes", "seen"),
        [
            ("F4", 4, 2, False),
            ("F4", 5, 2, True),
            ("F4", 1, 0, True),
            ("U4", 5, 17, False),
            ("U4", 6, 17, True),
            ("", 6, 17, False),
        ],
    )
    def test_dice(self, enemy: str, die: int, hexes: int, seen: bool) -> None:
        """5 within 16 hexes, 6 beyond, always at range 0, never unseen."""

        def run(play: Play) -> None:
            gun = GunState(ca=0, emplaced=True)
            weapon = Weapon(
                id="g", counter="german/37l-at-pak-35-36", owner="V", gun=gun
            )
            play.emit(WeaponAdded(weapon))
            unit = play.state.units["V"]
            assert gun_seen(play, unit, coloured=die, hexes=hexes) is seen
            after_fire(play, ["g"], coloured=die, hexes=hexes)
            assert play.state.units["V"].concealed is not seen

        play_with(run, enemy=enemy, counter="german/2-2-8")

    def test_hidden(self) -> None:
        """A hidden Gun that fires unseen is on the map from then on, under a "?"."""

        def run(play: Play) -> None:
            gun = GunState(ca=0, emplaced=True)
            weapon = Weapon(
                id="g", counter="german/37l-at-pak-35-36", owner="V", gun=gun
            )
            play.emit(WeaponAdded(weapon))
            unit = replace(play.state.units["V"], concealed=False, hidden=True)
            play.emit(UnitChanged(unit, "is hidden"))
            after_fire(play, ["g"], coloured=4, hexes=2)
            now = play.state.units["V"]
            assert (now.hidden, now.concealed) == (False, True)

        play_with(run, counter="german/2-2-8")

    def test_exc1_rcl(self) -> None:
        """A RCL is always seen."""

        def run(play: Play) -> None:
            gun = GunState(ca=0, emplaced=True)
            weapon = Weapon(id="g", counter="german/75-rcl-lg-40", owner="V", gun=gun)
            play.emit(WeaponAdded(weapon))
            assert gun_seen(play, play.state.units["V"], coloured=1, hexes=5)

        play_with(run, counter="german/2-2-8")
