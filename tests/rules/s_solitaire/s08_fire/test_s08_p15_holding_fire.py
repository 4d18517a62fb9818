"""S8: the ENEMY holds its fire."""

from opfor.rules.s_solitaire.s08_fire.s08_p14_first_fire import posts
from opfor.rules.s_solitaire.s08_fire.s08_p15_holding_fire import held_in_reserve, laned
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import GunState, Weapon
from tests.rules.given.firing_range import FOE, SQUAD, at, moving, shoot, shot_of

GUN = "russian/45l-at-ptp-obr-32"


class TestS8_p15_lane:
    """S8.p15/lane."""

    @staticmethod
    def lanes(*friends: str, vpo: str = "P3", gun: str = "russian/hmg") -> bool:
        """Whether e1, at M6, lays a Fire Lane as it fires at V in M3."""
        found: list[bool] = []

        def run(play: Play) -> None:
            moving(play, "V")
            shot = shot_of(play, "M3", "e1", "mg")
            found.append(laned(play, shot).order.lane)

        waiting = {f"W{n}": (FOE, where) for n, where in enumerate(friends)}
        shoot(
            run=run,
            enemies={"e1": (SQUAD, "M6")},
            units={"V": (FOE, "M3"), **waiting},
            weapons={"mg": (gun, "e1")},
            phase="MPh",
            turn="FRIENDLY",
            vpo=(at(vpo),),
        )
        return found[0]

    def test_crossing(self) -> None:
        """For two MMC that it keeps from a VPO."""
        assert self.lanes("K3", "K4")
        assert not self.lanes("K3")

    def test_not_on_their_way(self) -> None:
        """Not if their way does not cross it, or is too long."""
        assert not self.lanes("K3", "K4", vpo="H3")
        assert not self.lanes("K3", "G4")

    def test_lmg(self) -> None:
        """A LMG lays none."""
        assert not self.lanes("K3", "K4", gun="russian/lmg")


class TestS8_p15Reserve:
    """S8.p15."""

    @staticmethod
    def held(
        friends: int = 4, *, reserve: bool = True, apart: str = "M7", gun: str = ""
    ) -> list[str]:
        """Which Locations hold their fire at V, with more FRIENDLY squads to move."""
        found: list[str] = []

        def run(play: Play) -> None:
            if gun:
                piece = Weapon(id="w", counter=GUN, owner="g", gun=GunState(ca=0))
                play.emit(WeaponAdded(piece))
            moving(play, "V")
            all_ = posts(play)
            found.extend(p.here for p in all_ if held_in_reserve(play, p, all_))

        crew = {"g": ("russian/2-2-8", gun)} if gun else {}
        waiting = {f"W{n}": (FOE, f"G{n + 1}") for n in range(4, 4 + friends)}
        shoot(
            run=run,
            enemies={
                "e1": (SQUAD, "M6"),
                "e2": (SQUAD, "M6"),
                "e3": (SQUAD, apart),
                **crew,
            },
            units={"V": (FOE, "J6"), **waiting},
            phase="MPh",
            turn="FRIENDLY",
            reserve=reserve,
        )
        return found

    def test_weakest_holds(self) -> None:
        """Of two Locations close together the one with the lower p(NMC+)."""
        assert self.held() == ["tM7"]

    def test_with_a_gun(self) -> None:
        """What its Gun and the others of a Location could do counts as one."""
        assert self.held(gun="M6") == ["tM7"]
        assert self.held(gun="M7") == ["tM7", "tM7"]

    def test_few_to_come(self) -> None:
        """Not with fewer than three to come."""
        assert self.held(3) == ["tM7"]
        assert self.held(2) == []

    def test_far_apart(self) -> None:
        """Not if it is alone within two hexes."""
        assert self.held(apart="M9") == []

    def test_off(self) -> None:
        """Not if the Mission has no Reserve."""
        assert self.held(reserve=False) == []
