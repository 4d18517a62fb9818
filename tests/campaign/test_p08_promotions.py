"""CG.p8 and CG.p9: promotions, new leaders and medals."""

from opfor.campaign.aftermath.p08_promotions import medals, new_leaders, promotions
from opfor.campaign.company import Options, Record
from opfor.campaign.result import Fate
from tests.campaign.companies import company, leader, now, squad, told


class TestPromotions:
    """CG.p8: leaders."""

    def test_promoted(self) -> None:
        """At 6 points the next better leader on a DR of 7, with a higher rank."""
        before = company(leader(1, "8-1", experience=4))
        after = company(leader(1, "8-1", experience=6))
        for dice, counter, rank in (((3, 4), "9-1", 4), ((4, 4), "8-1", 3)):
            (one,) = promotions(after, before, now(dice)).people
            assert (one.counter, one.rank) == (counter, rank)

    def test_no_step(self) -> None:
        """Nobody rolls whose points came to no step."""
        before = company(leader(1, experience=6))
        after = company(leader(1, experience=8))
        assert promotions(after, before, now()) == after

    def test_created(self) -> None:
        """A leader whom the game created stays, with a name; a hero does not."""
        then = now(created=("german/7-0", "german/hero"))
        found = new_leaders(company(), then)
        assert [each.counter for each in found.people[13:]] == ["7-0"]
        assert told(then) == ["co_created"]

    def test_commissioned(self) -> None:
        """With more than four squads a leader the best NCO becomes one."""
        squads = [squad(n, experience=n, reduced=n == 6) for n in range(2, 7)]
        found = new_leaders(company(leader(1), *squads), now())
        risen, heir = found.person(6), found.people[-1]
        assert (risen.leader, risen.counter, risen.reduced) == (True, "7-0", False)
        assert (heir.counter, heir.reduced, heir.experience) == ("4-6-7", True, 3)
        assert len(found.squads()) == 5

    def test_enough(self) -> None:
        """Four squads a leader are enough."""
        four = company(leader(1), *(squad(n) for n in range(2, 6)))
        assert new_leaders(four, now()) == four

    def test_wounded(self) -> None:
        """Who is wounded does not count, neither as a leader nor as a NCO."""
        hurt = {"standing": "wounded", "away": 2}
        found = new_leaders(
            company(leader(1, **hurt), squad(2, **hurt), squad(3)), now()
        )
        assert [each.id for each in found.leaders()] == [1, 3]

    def test_none_left(self) -> None:
        """Without promotions a NCO takes over only if no leader is left."""
        off = Options(without=("promotions",))
        alone = company(*(squad(n) for n in range(1, 4)))
        assert len(new_leaders(alone, now(options=off)).leaders()) == 1
        six = company(leader(1), *(squad(n) for n in range(2, 8)))
        assert new_leaders(six, now(options=off)) == six

    def test_off(self) -> None:
        """Switched off, nobody rises as long as there is a leader."""
        then = now(created=("german/7-0",), options=Options(without=("promotions",)))
        few = company(leader(1), squad(2))
        assert new_leaders(few, then) == few
        assert promotions(few, few, then) == few


class TestMedals:
    """CG.p9."""

    def test_earned(self) -> None:
        """Two kills: bravery; four: valour; a hero is brave; fewer: nothing."""
        for kills, hero, medal in (
            (1, False, ()),
            (2, False, ("Iron Cross 2nd Class",)),
            (4, False, ("Iron Cross 1st Class",)),
            (0, True, ("Iron Cross 2nd Class",)),
        ):
            then = now(fates=(Fate(1, "stands", (), kills=kills, hero=hero),))
            assert medals(company(squad()), then).people[0].record.medals == medal

    def test_once(self) -> None:
        """Each comes once; after bravery comes valour, after that nothing more."""
        brave = squad(record=Record(wounds=1, medals=("Wound Badge",)))
        then = now(fates=(Fate(1, "stands", (), hero=True),))
        one = medals(company(brave), then)
        two = medals(one, then)
        assert two.people[0].record.medals[1:] == (
            "Iron Cross 2nd Class",
            "Iron Cross 1st Class",
        )
        assert medals(two, then) == two

    def test_off(self) -> None:
        """Switched off, nobody gets one."""
        then = now(
            fates=(Fate(1, "stands", (), kills=9),),
            options=Options(without=("medals",)),
        )
        assert medals(company(squad()), then) == company(squad())
