"""CG.p1, p2, p11, p12 and p13: the company raised, sent, supported, led on, ended."""

import pytest
from msgspec.structs import replace

from opfor.campaign.campaign import Played
from opfor.campaign.company import Options
from opfor.campaign.dice import CampaignDice
from opfor.campaign.game import (
    bought,
    changed_plan,
    fits,
    new_campaign,
    resting,
    sent,
    support_named,
)
from opfor.campaign.p02_who_goes import send
from opfor.campaign.p11_support import give_back, in_use, offers, price
from opfor.campaign.p12_next_mission import enemies, later, next_plan
from opfor.campaign.p13_end import ended, ending
from opfor.campaign.result import Outcome
from opfor.core.errors import OpforError
from opfor.missions.points import ob_points
from opfor.state.mission import OB, load_mission
from opfor.state.nations import load_all, load_nation
from tests.campaign.companies import campaign, company, german, leader, squad


def played(outcome: Outcome, level: int = 0, date: str = "1941-08") -> Played:
    """A Mission that was played."""
    plan = campaign().plan
    assert plan
    told = replace(plan, level=level, date=date)
    return Played(title="First Contact", plan=told, outcome=outcome)


class TestMuster:
    """CG.p1."""

    def test_german(self) -> None:
        """Ten squads, three leaders, six SW, different names; its nation's ELR."""
        found = new_campaign("X", "german", "1941-08", 1, Options(), "russian").company
        assert len(found.squads()) == 10
        assert [each.counter for each in found.leaders()] == ["9-1", "8-1", "8-0"]
        assert len({each.name for each in found.people}) == 13
        assert (len(found.weapons), found.elr) == (6, 4)

    def test_of_the_month(self) -> None:
        """Another nation has its own counters, squads and names."""
        found = new_campaign("X", "american", "1944-08", 1, Options()).company
        assert {each.counter for each in found.squads()} == {"6-6-6"}
        own = load_nation("american")
        assert all(own.knows(name) for name in found.weapons)

    def test_refused(self) -> None:
        """Not a month without tables, nor one in which it met nobody."""
        with pytest.raises(OpforError, match="no tables"):
            new_campaign("X", "german", "1935-01", 1, Options())
        with pytest.raises(OpforError, match="fights nobody"):
            new_campaign("X", "german", "1940-01", 1, Options())
        with pytest.raises(OpforError, match="no enemy in"):
            new_campaign("X", "german", "1941-08", 1, Options(), "usmc")


class TestSend:
    """CG.p2."""

    def test_points(self) -> None:
        """The company's Infantry for the Mission's, to about its points."""
        mission = load_mission("first-contact")
        people = (leader(1, "8-1"), leader(2, "8-0"), *company().people[3:])
        found = send(mission, company(*people, weapons=("MMG", "LMG")), german())
        due, own = (ob_points(m.unit, german()) for m in (mission, found.mission))
        assert abs(due - own) <= 5
        assert found.order.weapons == ("MMG", "LMG")
        assert found.order.people == (4, 5, 6, 7, 8, 9, 1, 2)

    def test_percent(self) -> None:
        """More points, more people."""
        mission = load_mission("first-contact")
        some, more = (
            send(mission, company(), german(), part).order.people for part in (100, 150)
        )
        assert len(more) > len(some)

    def test_who(self) -> None:
        """The experienced first; reduced ones last, as HS; no wounded, none at rest."""
        people = (
            leader(1, resting=True),
            leader(2, standing="wounded"),
            leader(3),
            squad(4, reduced=True, experience=9),
            squad(5),
            squad(6, experience=3),
        )
        found = send(load_mission("first-contact"), company(*people), german())
        assert found.order.people == (6, 5, 4, 3)
        assert [line.counter for line in found.mission.unit[:3]] == [
            "4-6-7",
            "4-6-7",
            "2-4-7",
        ]

    def test_late(self) -> None:
        """A part comes as late as the Mission's, in the order of the game."""
        found = send(load_mission("bunker-busting"), company(), german())
        assert [line.turn for line in found.mission.unit] == [0] * 10 + [2] * 3
        assert len(found.order.people) == 13

    def test_lent(self) -> None:
        """Vehicles, and crews with Guns, stay as they are, and are nobody's."""
        mission = replace(
            load_mission("tank-support"),
            friendly="german",
            unit=(OB(counter="PzKpfw IVF2", number=2), OB(counter="4-6-7", number=2)),
        )
        found = send(mission, company(), german())
        assert found.order.people[-2:] == (0, 0)
        assert found.mission.unit[-1] == mission.unit[0]

    def test_captured_sw(self) -> None:
        """A captured SW goes by its id, and is the ENEMY's counter in the game."""
        found = sent(campaign(company=company(weapons=("russian/lmg",))))
        assert found.order.weapons == ("russian/lmg",)
        fits(campaign(), campaign().plan)


class TestSupport:
    """CG.p11."""

    def test_buy(self) -> None:
        """Paid for; a tank, a Gun and OBA are in the Mission, and can be given back."""
        rich = campaign(points=9)
        found = bought(bought(rich, "tank"), "oba")
        assert found.points == 9 - price("tank") - price("oba")
        mission = sent(found).mission
        assert mission.oba[0].calibre == 80
        assert mission.unit[-1].counter == in_use(german(), "x6", "1941-08")
        assert sent(bought(rich, "gun")).mission.unit[-1].weapons
        back = give_back(found, "tank")
        assert (back.points, back.plan and back.plan.bought) == (4, ("oba",))

    def test_refused(self) -> None:
        """Not without points, twice given back, once the game is on, or unheard of."""
        with pytest.raises(
            OpforError, match="4 points are wanted for a tank, and you have 0"
        ):
            bought(campaign(), "tank")
        with pytest.raises(OpforError, match="not bought"):
            give_back(campaign(), "tank")
        with pytest.raises(OpforError, match="support"):
            support_named("tanks")
        off = campaign(Options(without=("support",)), points=9)
        assert offers(off, german()) == {}

    def test_at_once(self) -> None:
        """Replacements, a MG and a day's rest work at once."""
        people = (
            leader(1),
            squad(2, reduced=True),
            squad(3, standing="wounded", away=1),
        )
        poor = campaign(points=9, company=company(*people))
        assert not bought(poor, "men").company.person(2).reduced
        assert bought(poor, "mg").company.weapons == ("MMG",)
        rested = bought(poor, "rest").company
        assert rested.person(3).fit
        assert not rested.person(2).reduced

    def test_none_then(self) -> None:
        """What a nation has not in a month is not offered."""
        assert in_use(load_nation("partisan"), "x6", "1943-01") == ""


class TestNext:
    """CG.p12."""

    def test_level_and_kind(self) -> None:
        """Won: harder, attack to a 4; lost: easier, attack to a 2; 2 is the most."""
        for outcome, level, dr, attack, expected in (
            ("won", 1, 4, "FRIENDLY", 2),
            ("won", 2, 5, "ENEMY", 2),
            ("lost", 0, 3, "ENEMY", -1),
            ("drawn", 1, 3, "FRIENDLY", 1),
        ):
            had = campaign(history=(played(outcome, level),))
            dice = CampaignDice(1, "next", [(dr,), (1,)])
            found = next_plan(had, outcome, dice, load_all(), lambda _: None)
            assert found.level == expected
            assert load_mission(found.mission).first == attack

    def test_calendar(self) -> None:
        """A dr of 5 is two months, 6 three; after the war's last month none pass."""
        had = campaign(history=(played("won", date="1942-12"),))
        for dr, date in ((2, "1942-12"), (5, "1943-02"), (6, "1943-03")):
            dice = CampaignDice(1, "next", [(1,), (dr,)])
            assert next_plan(had, "won", dice, load_all(), lambda _: None).date == date
        had = campaign(history=(played("won", date="1945-04"),))
        dice = CampaignDice(1, "next", [(1,), (6,)])
        assert next_plan(had, "won", dice, load_all(), lambda _: None).date == "1945-04"
        assert later("1941-11", 3) == "1942-02"

    def test_drift_off(self) -> None:
        """Switched off, no Mission is harder."""
        had = campaign(Options(without=("drift",)), history=(played("won"),))
        dice = CampaignDice(1, "next")
        assert next_plan(had, "won", dice, load_all(), lambda _: None).level == 0

    def test_boards(self) -> None:
        """Boards of the player's choice; where they do not fit, the Mission's own."""
        had = campaign(Options(boards=("o5", "o6")), history=(played("won"),))
        dice = CampaignDice(1, "next", [(1,), (1,)])
        found = next_plan(had, "won", dice, load_all(), lambda _: None)
        assert {item.partition("@")[0] for item in found.map.split()} <= {"o5", "o6"}

        def only_own(plan: object) -> None:
            if "o5" in str(plan) or "o6" in str(plan):
                raise OpforError("no")

        dice = CampaignDice(1, "next", [(1,), (1,)])
        found = next_plan(had, "won", dice, load_all(), only_own)
        assert found.map == load_mission(found.mission).map

    def test_nothing_fits(self) -> None:
        """Where nothing can be played it says why."""
        had = campaign(history=(played("won"),))

        def never(_: object) -> None:
            raise OpforError("the boards are gone")

        with pytest.raises(OpforError, match="boards are gone"):
            next_plan(had, "won", CampaignDice(1, "x"), load_all(), never)

    def test_theatre(self) -> None:
        """Who fought the Russians in Russia does not meet ANZAC next."""
        for seed in range(12):
            had = campaign(history=(played("won"),))
            dice = CampaignDice(seed, "next")
            enemy = next_plan(had, "won", dice, load_all(), lambda _: None).enemy
            assert enemy in ("russian", "partisan")
        assert "anzac" in enemies("german", "1941-08", load_all())

    def test_changed(self) -> None:
        """Another map and ENEMY by the player, if they can be played."""
        assert changed_plan(campaign(), map_="o4").plan.map == "o4"
        with pytest.raises(OpforError, match="o99"):
            changed_plan(campaign(), map_="o99")

    def test_resting(self) -> None:
        """Somebody stays behind, and goes again; nobody who is not there."""
        found = resting(campaign(), 4, rests=True)
        assert 4 not in sent(found).order.people
        assert 4 in sent(resting(found, 4, rests=False)).order.people
        with pytest.raises(OpforError, match="number 99"):
            resting(campaign(), 99, rests=True)


class TestEnd:
    """CG.p13."""

    def test_destroyed(self) -> None:
        """With fewer than three squads that are fit."""
        few = (leader(1), squad(2), squad(3), squad(4, standing="wounded", away=1))
        assert ending(campaign(company=company(*few))) == "destroyed"
        three = (leader(1), squad(2), squad(3), squad(4, reduced=True))
        assert not ended(campaign(company=company(*three)))
        assert not ended(campaign())

    @pytest.mark.parametrize(
        ("won", "drawn", "expected"),
        [(3, 0, "great victory"), (2, 0, "victory"), (1, 1, "draw"), (1, 0, "defeat")],
    )
    def test_shares(self, won: int, drawn: int, expected: str) -> None:
        """Of four Missions; a draw is half a Mission."""
        outcomes = ["won"] * won + ["drawn"] * drawn + ["lost"] * (4 - won - drawn)
        history = tuple(played(outcome) for outcome in outcomes)
        found = campaign(Options(missions=4), history=history)
        assert ended(found)
        assert ending(found) == expected
