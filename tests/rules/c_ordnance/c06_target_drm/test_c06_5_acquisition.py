"""C6.5: what ordnance has acquired."""

from typing import Any

from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import (
    acquire,
    acquired,
    follow,
    forget,
    lose_aim,
)
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import Acquired, GunState, Weapon
from tests.rules.given.armor import duel, fire, set_weapon
from tests.rules.given.ordnance import CREW, GUN, L, table

CA = {"gun": GunState(ca=2)}


class TestC6_5CaseN:
    """C6.5."""

    GUN = Weapon(id="w", counter=GUN)

    def test_first_and_second_shot(self) -> None:
        """-1 after one shot, -2 after two, no more; another target begins anew."""
        one = acquire(self.GUN, L("tH5"), area=False)
        assert one == Acquired(at=L("tH5"), drm=-1)
        held = Weapon(id="w", counter=GUN, acquired=one)
        two = acquire(held, L("tH5"), area=False)
        assert two.drm == -2
        held = Weapon(id="w", counter=GUN, acquired=two)
        assert acquire(held, L("tH5"), area=False).drm == -2
        assert acquire(held, L("tH6"), area=False).drm == -1

    def test_drm(self) -> None:
        """It counts at that Location only; an area acquired counts for both types."""
        held = Weapon(id="w", counter=GUN, acquired=Acquired(at=L("tH5"), drm=-2))
        wide = Weapon(
            id="w", counter=GUN, acquired=Acquired(at=L("tH5"), drm=-1, area=True)
        )
        found = [
            acquired(held, L("tH5"), area=False),
            acquired(held, L("tH6"), area=False),
            acquired(held, L("tH5"), area=True),
            acquired(wide, L("tH5"), area=True),
            acquired(wide, L("tH5"), area=False),
            acquired(None, L("tH5"), area=False),
        ]
        assert [mod.value if mod else 0 for mod in found] == [-2, 0, 0, -1, -1, 0]


class TestC6_51KeepingAcquisition:
    """C6.51."""

    @staticmethod
    def moved(held: Acquired, **given: Any) -> Acquired | None:
        """V has moved from H5 to I5 in the LOS of a Gun that has acquired it."""

        def run(play: Play) -> None:
            follow(play, L("tH5"), L("tI5"))

        state = table(
            run,
            weapon=GUN,
            unit=CREW,
            target="tI5",
            weapon_state=CA | {"acquired": held},
            **given,
        ).state
        return state.weapons["w"].acquired

    def test_it_follows(self) -> None:
        """It goes with them at the same DRM."""
        found = self.moved(Acquired(at=L("tH5"), drm=-2))
        assert found == Acquired(at=L("tI5"), drm=-2)

    def test_it_stays(self) -> None:
        """With others who stay, or as an area."""
        stays = Acquired(at=L("tH5"), drm=-2)
        assert self.moved(stays, units={"W": ("german/8-0", "tH5")}) == stays
        area = Acquired(at=L("tH5"), area=True)
        assert self.moved(area) == area

    def test_it_is_lost(self) -> None:
        """A broken crew has acquired nothing any more."""
        state = table(
            forget,
            weapon=GUN,
            unit=CREW,
            state={"broken": True},
            weapon_state=CA | {"acquired": Acquired(at=L("tH5"))},
        ).state
        assert state.weapons["w"].acquired is None


class TestC6_5_gainWhatAShotAcquires:
    """C6.5/gain."""

    @staticmethod
    def after(*dice: str, order: dict[str, Any] | None = None, **given: Any) -> Any:
        """What w has acquired once it has fired at V."""

        def run(play: Play) -> None:
            fields = {"firers": ("w",), "target": L("tH5")} | (order or {})
            shoot(play, plan_shot(play, "ENEMY", Fire(**fields)))

        given = {"weapon": GUN, "unit": CREW, "weapon_state": CA} | given
        return table(run, *dice, **given).state.weapons["w"].acquired

    def test_known(self) -> None:
        """A miss at a Known unit acquires it, a second one -2."""
        assert self.after("C3.3 DR 5,6") == Acquired(at=L("tH5"), drm=-1)
        held = CA | {"acquired": Acquired(at=L("tH5"), drm=-1)}
        found = self.after("C3.3 DR 5,6", weapon_state=held)
        assert found == Acquired(at=L("tH5"), drm=-2)

    def test_concealed(self) -> None:
        """A miss at a concealed unit acquires nothing, a hit that uncovers it does."""
        hidden = {"theirs": {"concealed": True}}
        assert self.after("C3.3 DR 5,6", **hidden) is None
        hit = ("C3.3 DR 4,1", "A7.3 DR 6,6")
        assert self.after(*hit, **hidden) == Acquired(at=L("tH5"), drm=-1)

    def test_concealed_area(self) -> None:
        """The Area Target Type acquires the hex, whoever is in it."""
        found = self.after(
            "C3.3 DR 6,5", order={"area": True}, theirs={"concealed": True}
        )
        assert found == Acquired(at=L("tH5"), drm=-1, area=True)

    def test_another_target(self) -> None:
        """What it had acquired elsewhere is gone."""
        held = CA | {"acquired": Acquired(at=L("tJ5"), drm=-2)}
        found = self.after("C3.3 DR 5,6", weapon_state=held)
        assert found == Acquired(at=L("tH5"), drm=-1)

    def test_smoke(self) -> None:
        """SMOKE costs what was acquired."""
        held = {"acquired": Acquired(at=L("tH5"), drm=-1, area=True)}
        found = self.after(
            "C3.3 DR 6,6",
            weapon="russian/82-mtr-bm-obr-37",
            weapon_state=CA | held,
            order={"ammo": "smoke"},
        )
        assert found is None

    def test_vehicles(self) -> None:
        """A vehicle's gun acquires the vehicle that it fires at."""
        played = duel(fire, "C3.3 DR 6,5")
        held = played.state.weapons["tank.ma"].acquired
        assert held == Acquired(at=L("E2"), drm=-1)


class TestC6_5_lossWhatCostsIt:
    """C6.5/loss."""

    def test_the_firer_moves(self) -> None:
        """Whoever moves or turns loses what its Weapons had acquired."""

        def run(play: Play) -> None:
            set_weapon(play, "tank.ma", acquired=Acquired(at=L("E2"), drm=-2))
            play.emit(MoveChanged(Move(units=("tank",))))
            follow(play, L("K6"), L("K5"))

        assert duel(run).state.weapons["tank.ma"].acquired is None

    def test_others_keep_theirs(self) -> None:
        """It is the Weapons of those units alone."""

        def run(play: Play) -> None:
            set_weapon(play, "tank.ma", acquired=Acquired(at=L("E2"), drm=-2))
            lose_aim(play, ["etank"])

        assert duel(run).state.weapons["tank.ma"].acquired is not None
