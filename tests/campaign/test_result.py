"""What a game came to for the company, from its events."""

from collections.abc import Iterable

from opfor.campaign.result import GameResult, Order, result_of
from opfor.core.event import Emitted, Event
from opfor.core.fact import fact
from opfor.rules.a_infantry.a02_5_entry_and_exit import LEFT_THE_MAP
from opfor.state import events as ev
from opfor.state.in_progress import CloseCombatAttack, Shot
from opfor.state.mission import load_mission
from opfor.state.units import LocationName, Unit, Weapon

AT, THERE = LocationName("o1K5"), LocationName("o1K6")
ENEMY = Unit(id="e447A", side="ENEMY", counter="russian/4-4-7", location=THERE)
DEAD = fact("eliminated")
WON = ev.GameEnded(fact("side_wins", side="FRIENDLY"))


def unit(id_: str, counter: str = "4-6-7", **more: object) -> Unit:
    """A German unit on the map."""
    kind = f"german/{counter}"
    return Unit(id=id_, side="FRIENDLY", counter=kind, location=AT, **more)


def came(*events: Event, people: tuple[int, ...] = (7, 8)) -> GameResult:
    """The result of a game: two squads and a LMG of the OB, then these events."""
    arm = Weapon(id="lmga", counter="german/lmg", owner="467A")
    ob = (ev.UnitAdded(unit("467A")), ev.WeaponAdded(arm), ev.UnitAdded(unit("467B")))
    emitted = [*told(ob, "A2.9"), *told((*events, WON), "A7.3")]
    return result_of(load_mission("first-contact"), Order(people, ("LMG",)), emitted)


def told(events: Iterable[Event], rule: str) -> list[Emitted]:
    """Events that a rule caused."""
    return [Emitted(number, (rule,), event) for number, event in enumerate(events, 1)]


class TestFates:
    """Each counter is followed through what takes its place."""

    def test_stand(self) -> None:
        """Nothing happened: both stand, and the SW is in hand."""
        found = came()
        assert [(fate.person, fate.end) for fate in found.fates] == [
            (7, "stands"),
            (8, "stands"),
        ]
        assert (found.outcome, found.weapons) == ("won", ("LMG",))

    def test_replaced(self) -> None:
        """A HS stands for its squad; one that is eliminated is lost."""
        half = ev.UnitReplaced(
            "467A", (unit("247A", "2-4-7"),), fact("casualty_reduced")
        )
        one, two = came(half, ev.UnitRemoved("467B", DEAD)).fates
        assert (one.end, one.counters) == ("stands", ("german/2-4-7",))
        assert two.end == "lost"

    def test_deployed_and_recombined(self) -> None:
        """Two HS that become a squad again are whose they were, of two people too."""
        halves = tuple(unit(f"247{sign}", "2-4-7") for sign in "AB")
        deploy = ev.UnitReplaced("467A", halves, fact("deployed"))
        one, _ = came(deploy).fates
        assert one.counters == ("german/2-4-7",) * 2
        other = ev.UnitReplaced(
            "467B", (unit("247C", "2-4-7"),), fact("casualty_reduced")
        )
        squad = ev.UnitReplaced("247A", (unit("467C"),), fact("recombined"))
        joined = ev.UnitRemoved("247C", fact("recombined_into", to="467C"))
        one, two = came(
            deploy, other, ev.UnitRemoved("247B", DEAD), squad, joined
        ).fates
        assert one.end == two.end == "stands"

    def test_captured(self) -> None:
        """A prisoner is captured, also one who is led off the map."""
        taken = ev.UnitChanged(
            unit("467A", guard="e447A"), fact("prisoner_of", guard="")
        )
        one, _ = came(ev.UnitAdded(ENEMY), taken).fates
        assert one.end == "captured"
        gone = ev.UnitRemoved("467A", LEFT_THE_MAP)
        one, _ = came(ev.UnitAdded(ENEMY), taken, gone).fates
        assert one.end == "captured"

    def test_left(self) -> None:
        """Who leaves the map stands, and keeps what he carried."""
        off = (
            ev.WeaponRemoved("lmga", LEFT_THE_MAP),
            ev.UnitRemoved("467A", LEFT_THE_MAP),
        )
        found = came(*off)
        assert found.fates[0].end == "stands"
        assert found.weapons == ("LMG",)

    def test_wounds_and_heroes(self) -> None:
        """What a unit bears once, its man has in his record."""
        hurt = unit("467A", wounded=True, heroic=True)
        one, _ = came(ev.UnitChanged(hurt, fact("wounded"))).fates
        assert (one.wounded, one.hero) == (True, True)

    def test_lent(self) -> None:
        """A unit of nobody's has no fate; one that never came has none either."""
        assert [fate.person for fate in came(people=(0, 8, 9)).fates] == [8]

    def test_created(self) -> None:
        """A leader of the game's own making, as long as he stands."""
        new = ev.UnitAdded(unit("70A", "7-0"))
        assert came(new).created == ("german/7-0",)
        assert came(new, ev.UnitRemoved("70A", DEAD)).created == ()


class TestKills:
    """Who has part in the elimination of an ENEMY unit."""

    def test_fire(self) -> None:
        """Firers, owners of SW and leaders of the last attack on that Location."""
        shot = ev.ShotFired(
            Shot("FRIENDLY", THERE, firers=("lmga",), leaders=("467B",))
        )
        dead = ev.UnitRemoved("e447A", DEAD)
        found = came(ev.UnitAdded(ENEMY), shot, dead)
        assert [fate.kills for fate in found.fates] == [1, 1]
        elsewhere = ev.ShotFired(Shot("FRIENDLY", AT, firers=("467A",)))
        found = came(ev.UnitAdded(ENEMY), elsewhere, dead)
        assert [fate.kills for fate in found.fates] == [0, 0]

    def test_close_combat(self) -> None:
        """The attackers whose attack it was."""
        phase = ev.PhaseBegan(1, "FRIENDLY", "CCPh")
        clash = CloseCombatAttack(
            side="FRIENDLY", location=AT, attackers=("467B",), defenders=("e447A",)
        )
        found = came(
            ev.UnitAdded(ENEMY),
            phase,
            ev.CloseCombatDeclared(clash),
            ev.UnitRemoved("e447A", DEAD),
        )
        assert [fate.kills for fate in found.fates] == [0, 1]

    def test_no_loss(self) -> None:
        """Who leaves the map is nobody's kill."""
        shot = ev.ShotFired(Shot("FRIENDLY", THERE, firers=("467A",)))
        off = ev.UnitRemoved("e447A", LEFT_THE_MAP)
        assert came(ev.UnitAdded(ENEMY), shot, off).fates[0].kills == 0


class TestWeapons:
    """SW lost, kept and captured."""

    def test_dropped(self) -> None:
        """What lies on a field that was won comes back; what the ENEMY has does not."""
        lies = Weapon(id="lmga", counter="german/lmg", location=AT)
        assert came(ev.WeaponChanged(lies, fact("left_by", by=""))).weapons == ("LMG",)
        taken = Weapon(id="lmga", counter="german/lmg", owner="e447A")
        found = came(
            ev.UnitAdded(ENEMY), ev.WeaponChanged(taken, fact("goes_to", to=""))
        )
        assert found.weapons == ()

    def test_captured(self) -> None:
        """An ENEMY SW in the hands of the company; a radio of its own is none."""
        made = Weapon(id="elmga", counter="russian/lmg", owner="e447A")
        ours = Weapon(id="elmga", counter="russian/lmg", owner="467B")
        radio = Weapon(id="radioa", counter="any/radio", owner="467A")
        found = came(
            ev.UnitAdded(ENEMY),
            ev.WeaponAdded(made),
            ev.WeaponChanged(ours, fact("goes_to", to="")),
            ev.WeaponAdded(radio),
        )
        assert found.captured == ("russian/lmg",)
