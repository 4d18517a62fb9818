"""S6.314: what a coaxial MG fires at."""

from msgspec.structs import replace

from opfor.core.modifier import Mod
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s06_actions.s06_314_coaxial_mg import coaxial
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.planned_attack import planned, things_of
from opfor.state.play import Play
from opfor.state.units import Acquired, LocationName
from tests.rules.given.armor import enemy, set_weapon

L = LocationName


class TestS6_314_coaxial:
    """S6.314/coaxial."""

    @staticmethod
    def fires(*, at: str, acquired: str, there: bool = True, cover: str = "K6") -> bool:
        """Whether the CMG of the ENEMY's tank is used at Infantry."""

        def of(play: Play) -> bool:
            aim = Acquired(at=L(acquired), drm=-1) if acquired else None
            set_weapon(play, "etank.ma", acquired=aim, fired="prep")
            set_weapon(play, "etank.bmg", malfunctioned=True)
            shot = best_attack(
                play, things_of(play, [play.state.units["etank"]]), L(at)
            )
            return shot is not None and "etank.cmg" in shot.order.firers

        men = {"a": ("german/4-6-7", cover)}
        men |= {"b": ("german/4-6-7", "K4")} if there else {}
        return bool(enemy(of, units=men))

    def test_at_the_acquired(self) -> None:
        """It fires where the MA has acquired, or anywhere if that has nothing."""
        assert self.fires(at="K6", acquired="K6")
        assert self.fires(at="K6", acquired="")

    def test_not_elsewhere(self) -> None:
        """Not at another Location, while somebody is where it has acquired."""
        assert not self.fires(at="K6", acquired="K4")
        assert self.fires(at="K6", acquired="K4", there=False)

    def test_great_odds(self) -> None:
        """EXC: a net DRM of -2 or less frees it."""

        def of(play: Play) -> list[bool]:
            aim = Acquired(at=L("K4"), drm=-1)
            set_weapon(play, "etank.ma", acquired=aim)
            unit = play.state.units["etank"]
            shot = planned(play, Fire(("etank.cmg",), L("K6")))
            assert shot is not None
            easy = replace(
                shot.attack, mods=(*shot.attack.mods, Mod("test", -2, "S6.314"))
            )
            return [
                coaxial(play, unit, shot),
                coaxial(play, unit, replace(shot, attack=easy)),
            ]

        men = {"a": ("german/4-6-7", "K6"), "b": ("german/4-6-7", "K4")}
        assert enemy(of, units=men) == [False, True]
