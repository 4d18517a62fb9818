"""S6.23, S8.p2 to S8.p13: Fire Commands, Targets, and how an attack is made up."""

from typing import Any

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.s_solitaire.s06_actions.fire_command import fire_command
from opfor.rules.s_solitaire.s08_fire.attack_choice import (
    directed,
    fire_group,
    spared,
    weapons_used,
)
from opfor.rules.s_solitaire.s08_fire.command import (
    attack_table,
    firing_rank,
    retained,
    spraying,
    unspent,
)
from opfor.rules.s_solitaire.s08_fire.targets import Aiming, targets_of
from opfor.state.events import ShotFired, WeaponChanged
from opfor.state.in_progress import (
    Shot,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    VehicleState,
)
from tests.rules.given.firing_range import (
    FOE,
    LEADER,
    SQUAD,
    at,
    chosen,
    group_of,
    shoot,
    shot_of,
)
from tests.rules.given.world import events

NONE = "A7.3 DR 6,5"
FRAIL = "russian/mmg"
E1 = {"e1": (SQUAD, "M6")}
TWO = {"V": (FOE, "J6"), "W": (FOE, "H6")}


def fires(*dice: str, **more: Any) -> Game[State]:
    """The group of e1, and who is with it, is commanded to fire once."""

    def run(play: Play) -> None:
        here = play.state.units["e1"].location
        ids = [u.id for u in play.state.units_at(here, "ENEMY")]
        assert fire_command(play, group_of(play, *ids))

    more.setdefault("enemies", E1)
    more.setdefault("units", TWO)
    return shoot(*dice, run=run, **more)


def shots(played: Game[State]) -> list[Shot]:
    """The attacks made."""
    return [event.shot for event in events(played, ShotFired)]


class TestS6_23_command:
    """S6.23/command."""

    def test_one_target_no_dr(self) -> None:
        """With one Target the group simply fires."""
        played = fires(NONE, units={"V": (FOE, "J6")})
        assert [shot.target for shot in shots(played)] == ["tJ6"]

    def test_two_targets_a_dr(self) -> None:
        """With two a DR on {A3a} says which: on an 8 the closest Good Order one."""
        played = fires("S6.23/command DR 4,4", NONE)
        assert chosen(played) == ["tJ6"]
        assert played.state.units["e1"].command == 8

    def test_no_target(self) -> None:
        """Without a Target there is no attack, and no DR."""

        def run(play: Play) -> None:
            assert not fire_command(play, group_of(play, "e1"))

        shoot(run=run, enemies=E1, units={"V": (FOE, "A1")})

    def test_every_row_chooses(self) -> None:
        """Each Original DR gives a Target, whatever its row says."""
        for one, two in (
            (1, 1),
            (1, 2),
            (2, 3),
            (3, 3),
            (4, 5),
            (5, 5),
            (5, 6),
            (6, 6),
        ):
            dr = f"S6.23/command DR {one},{two}"
            extra = ["S8.p7 dr 6"] if (one, two) == (6, 6) else []
            played = fires(dr, *extra, NONE)
            assert len(shots(played)) == 1, dr


class TestS8_p2Effect:
    """S8.p2."""

    def test_no_effect_no_target(self) -> None:
        """One FP halved for concealment can do nothing: not a Target to fire at."""

        def run(play: Play) -> None:
            assert [t.where for t in targets_of(play, ("e1",))] == ["tM2"]

        shoot(
            run=run,
            enemies={"e1": ("russian/2-2-6", "M6")},
            units={"V": (FOE, "J6"), "W": (FOE, "M2")},
            changes={"V": {"concealed": True}, "W": {"concealed": False}},
        )

    def test_beyond_reach(self) -> None:
        """Nor is what is beyond long range, or 16 hexes."""

        def run(play: Play) -> None:
            assert targets_of(play, ("e1",)) == []

        shoot(run=run, enemies=E1, units={"V": (FOE, "C6")})

    def test_exc1_melee(self) -> None:
        """Nor is a Melee, in which its own squad would be hit too."""

        def run(play: Play) -> None:
            assert targets_of(play, ("e1",)) == []

        shoot(
            run=run,
            enemies={**E1, "e2": ("russian/4-4-7", "J6")},
            units={"V": (FOE, "J6")},
            changes={"V": {"melee": True}, "e2": {"melee": True}},
        )


class TestS8_p3Table:
    """S8.p3."""

    @staticmethod
    def table(**more: Any) -> str:
        """The table on which the group of e1 rolls."""
        found: list[str] = []

        def run(play: Play) -> None:
            found.append(
                attack_table(play, group_of(play, "e1"), targets_of(play, ("e1",)))
            )

        shoot(run=run, enemies=more.pop("enemies", E1), units=TWO, **more)
        return found[0]

    def test_infantry(self) -> None:
        """Infantry at Infantry: {A3a}."""
        assert self.table() == "A3a"

    def test_vehicle(self) -> None:
        """A vehicle: {A3c}."""
        tank = {"e1": ("russian/t-34-m41", "M6")}
        assert self.table(
            enemies=tank, changes={"e1": {"vehicle": VehicleState()}}
        ) == ("A3c")


class TestS8_p4Order:
    """S8.p4."""

    def test_ranks(self) -> None:
        """Who strips concealment, then MMG and HMG, groups, lone units."""
        ranks: list[int] = []

        def run(play: Play) -> None:
            groups = (("e1",), ("e2",), ("e3", "e4"))
            ranks.extend(firing_rank(play, group_of(play, *ids)) for ids in groups)

        shoot(
            run=run,
            enemies={
                "e1": (SQUAD, "M6"),
                "e2": (SQUAD, "M7"),
                "e3": (SQUAD, "M8"),
                "e4": (SQUAD, "M8"),
            },
            units=TWO,
            weapons={"mg": ("russian/hmg", "e2")},
        )
        assert ranks[1] < ranks[2] < ranks[0]

    def test_concealed_first(self) -> None:
        """One with concealed Targets only goes before all others."""

        def run(play: Play) -> None:
            assert firing_rank(play, group_of(play, "e1")) == 0

        hidden = {"V": {"concealed": True}, "W": {"concealed": True}}
        shoot(run=run, enemies=E1, units=TWO, changes=hidden)


class TestS8_p6Keeping:
    """S8.p6."""

    @staticmethod
    def kept(**changes: Any) -> str:
        """The Target kept after an attack on W, the farther one."""
        found: list[str] = []

        def run(play: Play) -> None:
            again = replace(play.state.weapons["mg"], fired="prep", rof=True)
            play.emit(WeaponChanged(again, "keeps its ROF"))
            play.emit(ShotFired(Shot("ENEMY", at("H6"), (at("M6"),), ("mg",))))
            targets = targets_of(play, ("mg",))
            target = retained(Aiming(play, at("M6")), group_of(play, "e1"), targets)
            found.append(target.where if target else "")

        mg = {"mg": ("russian/mmg", "e1")}
        shoot(run=run, enemies=E1, units=TWO, weapons=mg, changes={"W": changes})
        return found[0]

    def test_kept(self) -> None:
        """What keeps its ROF stays at its Target while an unbroken unit is there."""
        assert self.kept() == "tH6"
        assert self.kept(pinned=True) == "tH6"

    def test_lost(self) -> None:
        """Not when all there are broken."""
        assert self.kept(broken=True) == ""


class TestS8_p6_overkill:
    """S8.p6/overkill."""

    @staticmethod
    def left(where: str, **changes: Any) -> list[str]:
        """The Targets that are left when W has been attacked; V is at some place."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(ShotFired(Shot("ENEMY", at("H6"), (at("M9"),), ("e9",))))
            aiming = Aiming(play, at("M6"))
            found.extend(t.where for t in unspent(aiming, targets_of(play, ("e1",))))

        units = {"V": (FOE, where), "W": (FOE, "H6")}
        shoot(run=run, enemies=E1, units=units, changes={"W": changes})
        return found

    def test_passed_over(self) -> None:
        """Pinned and attacked: passed over for a Target at 1/4 or more."""
        assert self.left("J6", pinned=True) == ["tJ6"]

    def test_standing(self) -> None:
        """Not while one there is neither broken nor pinned."""
        assert self.left("J6") == ["tJ6", "tH6"]

    def test_nothing_better(self) -> None:
        """Nor if no other Target has 1/4."""
        assert self.left("J3", pinned=True) == ["tJ3", "tH6"]


class TestS8_p7Known:
    """S8.p7."""

    def test_known_first(self) -> None:
        """All else equal a Known Target goes before a concealed one."""
        units = {"V": (FOE, "J6"), "W": (FOE, "M9")}
        hidden = {"V": {"concealed": True}}
        played = fires("S6.23/command DR 2,2", NONE, units=units, changes=hidden)
        assert chosen(played) == ["tM9"]


class TestS8_p8Leaders:
    """S8.p8."""

    def test_directs(self) -> None:
        """The leader directs if that is better."""

        def run(play: Play) -> None:
            shot = directed(play, ("e1",), at("J6"))
            assert shot is not None
            assert shot.order.leaders == ("l",)

        with_him = {**E1, "l": (LEADER, "M6")}
        shoot(run=run, enemies=with_him, units=TWO)

    def test_a_poor_one_does_not(self) -> None:
        """One with a positive modifier does not where cowering costs less."""

        def run(play: Play) -> None:
            shot = directed(play, ("e1",), at("J6"))
            assert shot is not None
            assert shot.order.leaders == ()

        with_him = {**E1, "l": ("russian/6+1", "M6")}
        shoot(run=run, enemies=with_him, units=TWO)

    def test_a_smc_leaves_the_mg_to_mmc(self) -> None:
        """He fires no MG where a MMC could man it; alone only at 1/4 or more."""

        def used(play: Play, where: str) -> tuple[str, ...]:
            return weapons_used(play, ("l", "mg"), at(where))

        def run(play: Play) -> None:
            assert used(play, "J6") == ("mg",)
            assert used(play, "J3") == ()

        def with_mmc(play: Play) -> None:
            assert used(play, "J6") == ()

        mg = {"mg": ("russian/hmg", "l")}
        alone = {"l": (LEADER, "M6")}
        units = {"V": (FOE, "J6"), "W": (FOE, "J3")}
        shoot(run=run, enemies=alone, units=units, weapons=mg)
        shoot(run=with_mmc, enemies={**E1, **alone}, units=units, weapons=mg)


class TestS8_p9Weapons:
    """S8.p9."""

    @staticmethod
    def used(where: str, **weapons: str) -> tuple[str, ...]:
        """What e1 fires at a Location, of itself and its SW."""
        found: list[tuple[str, ...]] = []

        def run(play: Play) -> None:
            found.append(weapons_used(play, ("e1", *weapons), at(where)))

        owned = {id_: (f"russian/{what}", "e1") for id_, what in weapons.items()}
        shoot(run=run, enemies=E1, units={"V": (FOE, where)}, weapons=owned)
        return found[0]

    def test_inherent_and_a_sw(self) -> None:
        """A squad fires its FP and the better SW."""
        assert set(self.used("J6", l="lmg", h="hmg")) == {"e1", "h"}

    def test_two_sw(self) -> None:
        """Two SW where they have more than the inherent FP, as beyond its range."""
        assert set(self.used("C6", m="mmg", h="hmg")) == {"m", "h"}


class TestOrdnance:
    """Guns, mortars and FT fire by themselves, before small arms."""

    def test_a_mortar_fires_first(self) -> None:
        """The mortar of a squad, by the To Hit process; then the squad itself."""

        def run(play: Play) -> None:
            assert shot_of(play, "J6", "e1", "m").order.firers == ("m",)
            assert shot_of(play, "J6", "e1").order.firers == ("e1",)
            both = shot_of(play, "J6", "e1", "m")
            assert 0 < both.chance <= both.effect < 1

        mortar = {"m": ("russian/50-mtr", "e1")}
        shoot(run=run, enemies=E1, units={"V": (FOE, "J6")}, weapons=mortar)

    def test_ft(self) -> None:
        """A FT within its range goes before all else."""

        def run(play: Play) -> None:
            assert shot_of(play, "L6", "e1", "f").order.firers == ("f",)

        ft = {"f": ("russian/ft", "e1")}
        shoot(run=run, enemies=E1, units={"V": (FOE, "L6")}, weapons=ft)


class TestS8_p11Sustained:
    """S8.p11."""

    @staticmethod
    def spared(mg: str, where: str = "J6", *, again: bool = True, **unit: Any) -> bool:
        """Whether a MG may fire at a Location, by default as Sustained Fire."""
        found: list[bool] = []

        def run(play: Play) -> None:
            weapon = play.state.weapons["mg"]
            after = replace(weapon, fired="first" if again else "")
            shot = shot_of(play, where, "mg")
            found.append(spared(play, play.state.units["e1"], after, shot))

        shoot(
            run=run,
            enemies=E1,
            units={"V": (FOE, where)},
            weapons={"mg": (mg, "e1")},
            changes={"e1": unit},
        )
        return found[0]

    def test_low_b(self) -> None:
        """A MG with B11 needs 7/12 for it, one with B12 does not."""
        assert not self.spared(FRAIL)
        assert self.spared(FRAIL, again=False)
        assert self.spared("russian/hmg")

    def test_odds(self) -> None:
        """At 7/12 it fires."""
        assert self.spared(FRAIL, "L6")

    def test_exc1_panic_and_tpbf(self) -> None:
        """EXC: in Panic or at TPBF whatever the odds."""
        assert self.spared(FRAIL, "M6")


class TestS8_p12Groups:
    """S8.p12."""

    @staticmethod
    def formed(*, wanted: bool = False, **places: str) -> tuple[str, ...]:
        """Who fires at V in J6, of squads in some places; the first one begins."""
        found: list[tuple[str, ...]] = []

        def run(play: Play) -> None:
            first, *others = [shot_of(play, "J6", id_) for id_ in places]
            shot = fire_group(play, first, others, wanted=wanted)
            found.append(shot.order.firers)

        enemies = {id_: (SQUAD, where) for id_, where in places.items()}
        shoot(run=run, enemies=enemies, units={"V": (FOE, "J6")})
        return found[0]

    def test_better(self) -> None:
        """Two squads at 4 FP have more as one FG of 8 FP: 25 against 22 of 36."""
        assert self.formed(e1="M6", e2="M7") == ("e1", "e2")

    def test_not_better(self) -> None:
        """4 FP and 1 FP attack the same column together as 4 FP do alone."""

        def run(play: Play) -> None:
            first, other = shot_of(play, "J6", "e1"), shot_of(play, "J6", "e2")
            assert fire_group(play, first, [other]) == first

        here = {"e1": (SQUAD, "M6"), "e2": ("russian/2-2-7", "M7")}
        shoot(run=run, enemies=here, units={"V": (FOE, "J6")})

    def test_what_is_thrown_joins_nobody(self) -> None:
        """A DC, or a shot by To Hit, leaves from no Location of a FG."""

        def run(play: Play) -> None:
            first, other = shot_of(play, "J6", "e1"), shot_of(play, "J6", "e2")
            thrown = replace(other, attack=replace(other.attack, froms=()))
            assert fire_group(play, first, [thrown], wanted=True) == first

        here = {"e1": (SQUAD, "M6"), "e2": (SQUAD, "M7")}
        shoot(run=run, enemies=here, units={"V": (FOE, "J6")})

    def test_directed_in_each_or_none(self) -> None:
        """A leader in each Location, or none directs."""

        def run(play: Play) -> None:
            first, other = shot_of(play, "J6", "e1"), shot_of(play, "J6", "e2")
            assert first.order.leaders == ("l",)
            shot = fire_group(play, first, [other], wanted=True)
            assert shot.order.leaders in ((), ("l",))
            assert (shot.order.leaders == ()) == (len(shot.attack.froms) == 2)

        here = {"e1": (SQUAD, "M6"), "l": (LEADER, "M6"), "e2": (SQUAD, "M7")}
        shoot(run=run, enemies=here, units={"V": (FOE, "J6")})

    def test_row_says_fg(self) -> None:
        """Where the row says FG the largest is formed, no attack having 5/12 alone."""
        three = {"e1": "M6", "e2": "M7", "e3": "M8"}
        assert self.formed(wanted=True, **three) == ("e1", "e2", "e3")

    def test_not_adjacent(self) -> None:
        """Not with a Location that is not ADJACENT."""
        assert self.formed(wanted=True, e1="M6", e2="M9") == ("e1",)


class TestS8_p13Spraying:
    """S8.p13."""

    @staticmethod
    def sprayed(where: str, first: str = "J6") -> str:
        """The second Target of a squad with Spraying Fire at V; empty for none."""
        found: list[str] = []

        def run(play: Play) -> None:
            shot = shot_of(play, first, "e1")
            wide = spraying(play, shot, at(first))
            found.append(wide.order.second if wide else "")

        units = {"V": (FOE, first), "W": (FOE, where)}
        shoot(run=run, enemies={"e1": ("russian/6-2-8", "L6")}, units=units)
        return found[0]

    def test_two_next_to_each_other(self) -> None:
        """Two Locations side by side, each at 1/6 or more."""
        assert self.sprayed("J7") in ("", "tJ7")

    def test_not_apart(self) -> None:
        """Not at two that are apart."""
        assert self.sprayed("J9") == ""
