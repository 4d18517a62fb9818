"""S8: IFE where it is better."""

from opfor.rules.c_ordnance.c02_ordnance.c02_29_ife import is_ife
from opfor.rules.choices.give_order import order
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.state.play import Play
from opfor.state.units import GunState, LocationName
from tests.rules.given.ordnance import CREW, GUN, looked

L = LocationName


FLAK = "russian/37l-aa-zp-obr-39"


class TestS8_p9_ife:
    """S8.p9/ife."""

    @staticmethod
    def best(weapon: str, *dice: str) -> bool:
        """Whether the best attack of a Gun at the squad in H5 is by IFE."""

        def run(play: Play) -> bool:
            shot = best_attack(play, ("w",), L("tH5"))
            assert shot is not None
            order(play, "ENEMY", shot.order)
            return is_ife(play, shot.order)

        gun = {"gun": GunState(ca=2)}
        scene = {"weapon": weapon, "unit": CREW, "weapon_state": gun}
        return bool(looked(run, *dice, **scene))

    def test_better(self) -> None:
        """A 37mm AA Gun fires with its 8 FP at Infantry rather than by To Hit."""
        assert self.best(FLAK, "A7.3 DR 6,5")

    def test_none(self) -> None:
        """A Gun without IFE fires by To Hit."""
        assert not self.best(GUN, "C3.3 DR 6,5")
