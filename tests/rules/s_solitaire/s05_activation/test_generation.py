"""S5.6 to S5.76: what a S? turns out to be."""

from types import SimpleNamespace

import pytest

from opfor.core.event import RollMade
from opfor.core.game import Game
from opfor.rules.s_solitaire.s05_activation.generation import (
    activate,
    activate_long_range,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect
from opfor.state.world import World
from tests.rules.given.world import events, game, notes

BOARD = """
board: t
size: 17x10
wooden building: H4
wooden building 1: K4+K5
stone building 2: N4+O4
"""


def generated(
    *dice: str,
    at: str = "tE5",
    attitude: str = "Hold",
    long: bool = False,
    **more: object,
) -> Game[State]:
    """The game after a S? has been Activated."""

    def run(play: Play) -> None:
        suspect = Suspect("S1", LocationName(at), attitude)  # type: ignore[arg-type] # a test's word
        (activate_long_range if long else activate)(play, suspect)

    return game(*dice, board=BOARD, run=run, **more)


def counters(play: Game[State]) -> list[str]:
    """The counters of the ENEMY's units, in order."""
    return [unit.counter for unit in play.state.units.values()]


def finals(play: Game[State]) -> list[int]:
    """The Final results of all rolls."""
    return [roll.final for roll in events(play, RollMade)]


class TestS5_6ActivationProcedure:
    """S5.6."""

    def test_t17(self) -> None:
        """T17: ENEMY Offensive, August 1941, Advance: 8-0, 4-5-8 with dm MTR, 4-2-6."""
        play = generated(
            "S5.6 DR 2,2",
            "S5.72 DR 1,1",
            "S5.72 DR 4,5",
            "S5.73 DR 3,3",
            "S5.73 dr 4",
            "S5.75 DR 1,2",
            attitude="Advance",
            a1_drm=-1,
        )
        assert counters(play) == ["russian/4-5-8", "russian/4-2-6", "russian/8-0"]
        assert finals(play) == [3, 4, 11, 6, 4, 3]
        (mortar,) = play.state.weapons.values()
        assert mortar.counter == "russian/50-mtr"
        assert mortar.dm
        assert play.state.units[mortar.owner].counter == "russian/4-5-8"

    def test_mission_drm(self) -> None:
        """The Mission's DRM moves the row: a 6 becomes the dummy 7 at +1."""
        assert counters(generated("S5.6 DR 3,3", a1_drm=1)) == []

    def test_items_in_the_order_of_the_row(self) -> None:
        """Items are generated in the order printed: S, L here."""
        play = generated("S5.6 DR 4,5", "S5.72 DR 3,3", "S5.73 DR 3,2", "S5.73 dr 6")
        assert counters(play) == ["russian/4-4-7", "russian/8-0"]

    def test_exc1_long_range(self) -> None:
        """EXC: a Long Range Activation makes no DR on A1."""
        play = generated(
            "S5.72 DR 4,4",
            "S5.32/generation DR 2,3",
            attitude="Advance",
            enemy="german",
            date="1943-08",
            long=True,
        )
        assert not any("what S1 is" in note for note in notes(play))

    def test_exc2_final_7(self) -> None:
        """EXC: a Final 7 is a dummy."""
        assert counters(generated("S5.6 DR 3,4")) == []

    def test_exc3_fortifications(self) -> None:
        """EXC: a fortification comes from table A5, common to all nations."""
        play = generated("S5.6 DR 4,4", "S5.72 DR 3,3", "S5.74 dr 3", enemy="german")
        assert len(play.state.fortifications) == 1


class TestS5_72MmcGeneration:
    """S5.72."""

    def test_date_drm(self) -> None:
        """August 1941 has a DRM of +2 for Russian squads."""
        play = generated("S5.6 DR 3,3", "S5.72 DR 4,5")
        assert counters(play) == ["russian/4-2-6"]

    def test_half_squad(self) -> None:
        """A HS is the HS of the squad type rolled."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,4", "S5.75 DR 3,4", enemy="german")
        assert counters(play) == ["german/2-4-7"]


class TestS5_72_exc1NoDeployment:
    """S5.72 EXC."""

    def test_a_squad_instead(self) -> None:
        """D-033: Russians may not Deploy, so a HS is a squad."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 3,4")
        assert counters(play) == ["russian/4-4-7"]


class TestS5_73LeaderGeneration:
    """S5.73."""

    def test_elite_company(self) -> None:
        """-1 if any accompanying MMC is elite."""
        play = generated("S5.6 DR 4,5", "S5.72 DR 1,1", "S5.73 DR 3,3", "S5.73 dr 4")
        assert counters(play)[1] == "russian/8-0"

    def test_poor_company(self) -> None:
        """+1 if every accompanying MMC is Conscript or Green."""
        play = generated("S5.6 DR 4,5", "S5.72 DR 6,6", "S5.73 DR 3,3", "S5.73 dr 4")
        assert counters(play)[1] == "russian/6+1"

    def test_none(self) -> None:
        """A result of none brings no leader, and no Commissar dr."""
        play = generated("S5.6 DR 4,5", "S5.72 DR 3,3", "S5.73 DR 6,6")
        assert counters(play) == ["russian/4-4-7"]

    @pytest.mark.parametrize(
        ("dr", "leader"), [(2, "russian/9-0-commissar"), (3, "russian/8-0")]
    )
    def test_commissar(self, dr: int, leader: str) -> None:
        """Before 10/42 a subsequent dr may make him a Commissar."""
        play = generated(
            "S5.6 DR 4,5", "S5.72 DR 3,3", "S5.73 DR 2,3", f"S5.73 dr {dr}"
        )
        assert counters(play)[1] == leader

    @pytest.mark.parametrize(("date", "rolls"), [("1942-09", 4), ("1942-10", 3)])
    def test_no_commissar_from_october_1942(self, date: str, rolls: int) -> None:
        """In September 1942 the dr is made, in October it is not."""
        dice = ("S5.6 DR 4,5", "S5.72 DR 4,4", "S5.73 DR 2,3", "S5.73 dr 6")
        assert len(finals(generated(*dice[:rolls], date=date))) == rolls


class TestS5_75SwGeneration:
    """S5.75."""

    def test_no_drm(self) -> None:
        """The DR on x4 has no modifier, whatever the date."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 3,4")
        assert events(play, RollMade)[-1].mods == ()
        assert [w.counter for w in play.state.weapons.values()] == ["russian/lmg"]


class TestS5_751Possession:
    """S5.751."""

    def test_a_tie_is_a_random_dr(self) -> None:
        """Of two MMC with equal BPV a Random dr says who has the SW."""
        play = generated(
            "S5.6 DR 2,2",
            "S5.72 DR 3,3",
            "S5.72 DR 3,3",
            "S5.75 DR 3,4",
            "S5.751 dr 4",
        )
        (weapon,) = play.state.weapons.values()
        assert weapon.owner == list(play.state.units)[1]


class TestS5_752AdvanceAttitude:
    """S5.752."""

    def test_dm_if_possible(self) -> None:
        """A SW that can be dm is; a Russian LMG cannot be."""
        made = [
            generated(
                "S5.6 DR 5,5", "S5.72 DR 3,3", f"S5.75 DR {dr}", attitude="Advance"
            )
            for dr in ("1,2", "3,4")
        ]
        assert [[w.dm for w in p.state.weapons.values()] for p in made] == [
            [True],
            [False],
        ]

    def test_not_in_hold(self) -> None:
        """In Hold Attitude a SW is assembled."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 1,2")
        assert [w.dm for w in play.state.weapons.values()] == [False]


class TestS5_752_exc1LongRange:
    """S5.752 EXC."""

    def test_never_dm(self) -> None:
        """A HMG from Long Range Activation is not dm, even in Advance."""
        play = generated(
            "S5.72 DR 4,4",
            "S5.32/generation DR 2,3",
            attitude="Advance",
            enemy="german",
            date="1943-08",
            long=True,
        )
        (weapon,) = play.state.weapons.values()
        assert (weapon.counter, weapon.dm) == ("german/hmg", False)


class TestS5_753MortarInside:
    """S5.753."""

    def test_a_small_mortar_is_a_mmg(self) -> None:
        """A mortar up to 60 mm in a building becomes a MMG."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 1,2", at="tH4")
        assert [w.counter for w in play.state.weapons.values()] == ["russian/mmg"]

    def test_dm_in_advance(self) -> None:
        """D-042: the MMG that stands in for it is dm in Advance."""
        dice = ("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 2,2")
        play = generated(*dice, at="tH4", attitude="Advance", enemy="german")
        (weapon,) = play.state.weapons.values()
        assert (weapon.counter, weapon.dm) == ("german/mmg", True)

    def test_not_outside(self) -> None:
        """Outside it stays a mortar."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 1,2")
        assert [w.counter for w in play.state.weapons.values()] == ["russian/50-mtr"]


class TestS5_754Backblast:
    """S5.754."""

    DICE = ("S5.6 DR 5,5", "S5.72 DR 4,4", "S5.75 DR 2,2")

    def test_rerolled_inside(self) -> None:
        """A PSK in a building is rerolled until something else comes."""
        play = generated(
            *self.DICE,
            "S5.75 DR 5,5",
            "S5.75 DR 3,4",
            at="tH4",
            enemy="german",
            date="1944-01",
        )
        assert [w.counter for w in play.state.weapons.values()] == ["german/lmg"]

    def test_exc1_factory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """EXC: in a Factory it stands too."""
        factory = SimpleNamespace(factory=True)
        monkeypatch.setattr(World, "building", lambda _world, _at: factory)
        play = generated(*self.DICE, at="tH4", enemy="german", date="1944-01")
        assert [w.counter for w in play.state.weapons.values()] == ["german/psk"]

    def test_not_outside(self) -> None:
        """Outside a PSK stands."""
        play = generated(*self.DICE, enemy="german", date="1944-01")
        assert [w.counter for w in play.state.weapons.values()] == ["german/psk"]


class TestS5_74Fortification:
    """S5.74."""

    DICE = ("S5.6 DR 4,4", "S5.72 DR 3,3")

    @pytest.mark.parametrize(
        ("dr", "kinds"), [(3, ["foxhole"]), (2, ["trench"]), (1, ["pillbox"]), (5, [])]
    )
    def test_outside(self, dr: int, kinds: list[str]) -> None:
        """In the open: by table A5, for as many squads as MMC came."""
        play = generated(*self.DICE, f"S5.74 dr {dr}")
        found = list(play.state.fortifications.values())
        assert [f.kind for f in found] == kinds
        # A trench comes in one size.
        assert [f.capacity for f in found] == [3 if dr == 2 else 1 for _ in kinds]

    def test_mission_drm(self) -> None:
        """C16: a Mission drm of -1 makes an Original 5 a success."""
        play = generated(*self.DICE, "S5.74 dr 5", a5_drm=-1)
        assert [f.kind for f in play.state.fortifications.values()] == ["foxhole"]

    def test_advance(self) -> None:
        """In Advance no dr is made: F is SMOKE."""
        play = generated(*self.DICE, attitude="Advance")
        assert not play.state.fortifications
        assert any("F is SMOKE" in note for note in notes(play))


class TestS5_742FortifiedBuilding:
    """S5.742."""

    @pytest.mark.parametrize(("dr", "levels"), [(4, 3), (5, 0)])
    def test_each_level_beneath(self, dr: int, levels: int) -> None:
        """C15: on 4 or less the Location and each beneath it are Fortified."""
        play = generated("S5.6 DR 4,4", "S5.72 DR 3,3", f"S5.74 dr {dr}", at="tN4/2")
        found = [f.location for f in play.state.fortifications.values()]
        assert found == ["tN4/2", "tN4/1", "tN4"][:levels]


class TestS5_32_generationLongRange:
    """What Long Range Activation generates."""

    def test_reroll_until_a_leader(self) -> None:
        """A DR without a leader is made again; the DRM is -1 beside the others."""
        play = generated(
            "S5.72 DR 4,4",
            "S5.32/generation DR 6,6",
            "S5.32/generation DR 6,6",
            "S5.32/generation DR 2,3",
            "S5.74 dr 6",
            enemy="german",
            date="1943-08",
            long=True,
        )
        assert counters(play) == ["german/4-6-7", "german/9-1"]
