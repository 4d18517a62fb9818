"""S6.3174: leaders direct fire."""

from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic_move
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import AutomaticMove
from opfor.state.units import GunState, LocationName
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import ask, enemy, friend, played, weapon
from tests.rules.given.leaders import DIRECTOR, LEADER, OPEN, broken, leader, moved

GUN = "45l-at-ptp-obr-32"


class TestS6_3174FireDirection:
    """S6.3174."""

    def test_directs(self) -> None:
        """He directs the fire of a unit of his Location that has a Fire Command."""
        things = [LEADER, enemy("e1", "J6"), friend("V", "M6")]
        state = played("S6.11 DR 2,3", "A7.3 DR 6,5", things=things).state
        assert state.units["L"].automatic == "S6.3174"
        assert state.shots[0].leaders == ("L",)

    def test_goes_where_he_can(self) -> None:
        """One with a negative modifier goes to the closest Location with a Target."""
        things = [enemy("e1", "J4"), enemy("e2", "M6"), friend("V", "J1")]
        assert own(DIRECTOR, *things) == Automatic("S6.3174", "Move")
        leader = enemy("L", "J6", "8-1", automatic="S6.3174")
        found = ask([leader, *things], lambda p: automatic_move(p, p.state.units["L"]))
        assert found == AutomaticMove(
            "S6.3174", LocationName("tJ4"), manner="as needed"
        )

    def test_no_help(self) -> None:
        """Not one without such a modifier; nor to a Location that has a leader."""
        things = [enemy("e1", "J4"), friend("V", "J1")]
        assert number(LEADER, *things) == "S6.3175"
        assert number(DIRECTOR, *things, enemy("M", "J4", "8-0")) == "S6.3175"

    def test_no_gun(self) -> None:
        """D-821: nobody directs a Gun: neither does he go to one, nor stay by one."""
        gun = weapon("g", GUN, "e1", gun=GunState(ca=0))
        foe = friend("V", "M6")
        crew = enemy("e1", "J4", "2-2-8")
        assert number(DIRECTOR, crew, foe) == "S6.3174"
        assert number(DIRECTOR, crew, foe, gun) == "S6.3175"
        here = enemy("e1", "J6", "2-2-8", action="Fire")
        assert own(LEADER, here, foe, gun) == Automatic("S6.3175", "nothing")
        assert own(LEADER, here, foe) == Automatic("S6.3174", "Fire")

    def test_no_mortar(self) -> None:
        """Nor to a squad whose mortar alone reaches a Target; its own FP he directs."""
        squad, mortar = enemy("e1", "J4", "6-2-8"), weapon("m", "50-mtr", "e1")
        assert number(DIRECTOR, squad, mortar, friend("V", "P4")) == "S6.3175"
        assert number(DIRECTOR, squad, mortar, friend("V", "M4")) == "S6.3174"

    def test_no_melee(self) -> None:
        """D-821: nor to one with nobody in sight but a Melee of its own side."""
        squad, foe = enemy("e1", "J4"), friend("V", "J1")
        locked = friend("V", "J1", melee=True)
        assert number(DIRECTOR, squad, foe) == "S6.3174"
        assert number(DIRECTOR, squad, locked, enemy("e2", "J1", melee=True)) == (
            "S6.3175"
        )

    def test_who_is_needed_stays(self) -> None:
        """D-395: nor away from broken units that need him."""
        things = [enemy("e1", "J4"), friend("V", "J1")]
        assert number(DIRECTOR, *things, broken("e2", "J6")) == "S6.3175"


class TestS6_3174Adjacent:
    """S6.3174 by S6.3171."""

    def test_in_the_aph(self) -> None:
        """A Location ADJACENT to him where he can direct fire he enters in the APh."""
        things = [enemy("e1", "J5"), friend("V", "J1")]
        assert moved(leader("S6.3174"), *things).units["L"].location == "tJ6"
        waits = leader("S6.3174", "nothing")
        state = played(things=[waits, *things], phase="APh", board=OPEN).state
        assert state.units["L"].location == "tJ5"

    def test_in_the_aph_after_his_move(self) -> None:
        """D-031: so he does where he has moved to be ADJACENT to it, by Double Time."""
        things = [enemy("e1", "J5"), friend("V", "J1")]
        came = leader("S6.3174", moved=True, cx=True)
        state = played(things=[came, *things], phase="APh", board=OPEN).state
        assert state.units["L"].location == "tJ5"
        near = enemy("e2", "J6", pinned=True)
        state = played(things=[came, near, *things], phase="APh", board=OPEN).state
        assert state.units["L"].location == "tJ6"

    def test_not_from_the_broken(self) -> None:
        """With broken units ADJACENT to him he goes nowhere else (S6.3171)."""
        things = [enemy("e1", "J4"), friend("V", "J1")]
        assert own(leader(""), *things) == Automatic("S6.3174", "Move")
        near = broken("e2", "J7")
        assert own(leader(""), *things, near) == Automatic("S6.3175", "nothing")
