"""Which of the ways to fire is the first that the page shows."""

from typing import Any

from opfor.rules.choices.orders import Fire
from opfor.state.events import PhaseBegan, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import GunState, Weapon
from opfor.web.game.first_plan import Worth, worth
from tests.rules.given.armor import OPEN, T34
from tests.rules.given.ordnance import L, looked
from tests.rules.given.shots import gun
from tests.rules.given.world import game

AT = L("tE2")


def worth_of(order: Fire, **tank: Any) -> Worth:
    """What fire at a tank in E2 is worth."""
    found: list[Worth] = []

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
        for id_, counter in (("mg", "german/mmg"), ("ft", "german/ft")):
            play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner="sq")))
        found.append(worth(play, "FRIENDLY", order))

    game(
        board=OPEN,
        units={"sq": ("german/4-6-7", "tE3")},
        vehicles={"etank": (T34, "tE2", {"vca": 3, "tca": 3} | tank)},
        run=once,
    )
    return found[0]


def in_vain(order: Fire, **tank: Any) -> bool:
    """Whether fire at a tank in E2 can harm nobody."""
    return worth_of(order, **tank).vain


class TestHarmless:
    """Shots that cannot harm are legal, and said to be so."""

    def test_machine_gun(self) -> None:
        """The TK# of a MG is too low for the front of a T-34."""
        assert in_vain(Fire(("mg",), AT, at="etank"))

    def test_ce(self) -> None:
        """A crew that is CE may suffer."""
        assert not in_vain(Fire(("mg",), AT, at="etank"), ce=True)

    def test_on_the_ift(self) -> None:
        """Where only a tank is, fire is worth what its CE crew may suffer (A7.308)."""
        found = worth_of(Fire(("mg",), AT), ce=True)
        assert 0 < found.harm < 0.5
        assert not found.vain

    def test_flamethrower(self) -> None:
        """What is no shot is not judged: its own rules say what it cannot do."""
        assert not in_vain(Fire(("ft",), AT))


def of_r(firers: tuple[str, ...] = ("w",), **given: Any) -> Worth:
    """What fire of R, or of the Weapon that it has, is worth against V."""
    order = {"firers": firers, "target": L("tH5")} | given.pop("order", {})
    found: Worth = looked(lambda play: worth(play, "ENEMY", Fire(**order)), **given)
    return found


class TestSpends:
    """What is rare or risked is not ordered first."""

    def test_ordinary(self) -> None:
        """HE of a Gun that has not fired spends nothing."""
        assert of_r(**gun()).spends == 0

    def test_intensive_fire(self) -> None:
        """Intensive Fire risks the Gun (C5.6)."""
        assert of_r(**gun(fired="final")).spends == 1

    def test_smoke(self) -> None:
        """SMOKE and what may run out come after the HE of a mortar (C8.9)."""
        mortar = {"weapon": "british/51-mtr"}
        assert of_r(**mortar).spends == 0
        assert of_r(order={"ammo": "smoke"}, **mortar).spends == 1

    def test_own_fp_of_a_crew(self) -> None:
        """A crew's own FP bars its Gun, as long as that could fire (A7.351)."""
        assert of_r(("R",), **gun()).spends == 1
        broken = {"gun": GunState(ca=2), "malfunctioned": True}
        assert of_r(("R",), **gun() | {"weapon_state": broken}).spends == 0

    def test_own_fp_of_a_half_squad(self) -> None:
        """So it is of a HS with a HMG; a squad fires both, and a LMG has no more FP."""
        for counter, weapon, spent in (
            ("russian/2-2-7", "russian/hmg", 1),
            ("russian/4-4-7", "russian/hmg", 0),
            ("russian/2-2-7", "russian/lmg", 0),
        ):
            given = {"unit": counter, "weapon": weapon}
            assert of_r(("R",), **given).spends == spent, counter


def at_tank(ammo: str, piece: str = "german/50l-at-pak-38") -> Worth:
    """What a shot of a Gun at the front of a T-34 is worth."""
    found: list[Worth] = []

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
        held = Weapon(id="pak", counter=piece, owner="c", gun=GunState(ca=3))
        play.emit(WeaponAdded(held))
        order = Fire(("pak",), AT, ammo=ammo, at="etank")
        found.append(worth(play, "FRIENDLY", order))

    game(
        board=OPEN,
        units={"c": ("german/2-2-8", "tE6")},
        vehicles={"etank": (T34, "tE2", {"vca": 3, "tca": 3})},
        run=once,
        date="1942-08",
    )
    return found[0]


class TestHarm:
    """Shots at a vehicle are compared by what they may do to it."""

    def test_what_may_not_be_there(self) -> None:
        """APCR counts only as far as it is there at all (C8.9)."""
        shells, rare = at_tank("AP"), at_tank("APCR")
        assert shells.harm > 0
        assert rare.harm > 0
        assert shells.spends == rare.spends == 0
