"""S6.213: Panic in Ambush and CC."""

from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a03_9_phases import acting
from opfor.rules.a_infantry.a11_close_combat.a11_4_ambush import ambush_drm
from opfor.rules.a_infantry.a11_close_combat.a11_p1_drm import drm
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import CloseCombat
from opfor.state.events import PartEnded
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.enemies import Thing, ask, enemy, friend

HERE = LocationName("tK6")
MOVER = friend("V", "K6")
PANIC = {"panic": True, "ti": True}


def combat(*things: Thing) -> list[Mod]:
    """The DRM of V attacking e1 in CC."""
    clash = CloseCombatAttack(
        side="FRIENDLY", location=HERE, attackers=("V",), defenders=("e1",)
    )

    def find(play: Play) -> object:
        units = play.state.units
        return drm(play, [units["V"]], [units["e1"]], clash)

    found = ask(things, find, phase="CCPh")
    assert isinstance(found, list)
    return found


class TestS6_213AmbushAndCc:
    """S6.213."""

    def test_its_attacks(self) -> None:
        """+1 for its attack, and no second time for being TI."""
        found = combat(friend("V", "K6", **PANIC), enemy("e1", "K6"))
        assert found == [Mod("TI or Panic", 1, "A4.8")]

    def test_attacks_against_it(self) -> None:
        """-1 against it."""
        found = combat(MOVER, enemy("e1", "K6", **PANIC))
        assert found == [Mod("vs TI or Panic", -1, "A4.8")]

    def test_ambush(self) -> None:
        """+2 to its Ambush dr."""
        things = [enemy("e1", "K6", **PANIC)]
        found = ask(
            things, lambda p: ambush_drm(p, [p.state.units["e1"]]), phase="CCPh"
        )
        assert found == [Mod("Panic", 2, "A11.4")]

    def test_only_if_attacked(self) -> None:
        """A unit in Panic attacks if it is attacked; nobody else does then."""

        def find(play: Play) -> object:
            def able(id_: str) -> bool:
                return allowed(play, "ENEMY", CloseCombat((id_,), ("V",)))

            before = able("e1"), able("e2")
            play.emit(PartEnded("ENEMY"))
            order(play, "FRIENDLY", CloseCombat(("V",), ("e1",)))
            play.emit(PartEnded("FRIENDLY"))
            return before, acting(play.state), (able("e1"), able("e2"))

        things = [MOVER, enemy("e1", "K6", **PANIC), enemy("e2", "K6")]
        found = ask(things, find, phase="CCPh")
        assert found == ((False, True), "ENEMY", (True, False))
