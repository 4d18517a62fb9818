"""Attacks that the ENEMY could make, with their chances."""

from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s08_fire.planned_attack import planned
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.play import Play
from opfor.state.units import GunState, LocationName
from tests.rules.given.ordnance import CREW, GUN, looked

L = LocationName


class TestShot:
    """HE of a Gun at Infantry: what protects does so on the To Hit DR alone (C3.4)."""

    @staticmethod
    def rated(at: str, target: str, ca: int) -> RatedAttack:
        """The shot of a Gun at the squad there."""

        def shot(play: Play) -> RatedAttack | None:
            return planned(play, Fire(("w",), L(target)))

        gun = {"gun": GunState(ca=ca)}
        found = looked(
            shot, unit=CREW, weapon=GUN, weapon_state=gun, at=at, target=target
        )
        assert isinstance(found, RatedAttack)
        return found

    def test_hindrance(self) -> None:
        """Grain on the way makes the hit harder, and its effect no smaller."""
        hindered, clear = self.rated("tD5", "tH5", 2), self.rated("tG5", "tH5", 2)
        assert (hindered.to_hit or 0) - (clear.to_hit or 0) >= 1
        assert hindered.attack.drm == ()
        assert clear.attack.drm == ()

    def test_tem(self) -> None:
        """A stone building's TEM of 3 is part of the Final TH DRM."""
        open_, stone = self.rated("tH3", "tH5", 4), self.rated("tH5", "tH7", 4)
        assert (stone.to_hit or 0) - (open_.to_hit or 0) == 3
        assert stone.attack.drm == ()
