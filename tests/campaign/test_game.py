"""Campaigns played: three Missions with one lost, a game broken off and resumed."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.campaign import game
from opfor.campaign.campaign import Campaign
from opfor.campaign.company import Options
from opfor.campaign.dice import CampaignDice, DiceWanted
from opfor.campaign.file import campaign_from, toml_of
from opfor.campaign.game import begun, nation_of, new_campaign, sent, settled
from opfor.campaign.p13_end import ending
from opfor.campaign.saves import beginning, game_path, settled_by_save
from opfor.campaign.simulate import CampaignOrder, many, play_campaign, summary_text
from opfor.campaign.text import campaign_text, played_text
from opfor.core.ask import Context
from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.ports.session import Session, begin, resume
from opfor.sim.steady import Steady
from tests.campaign.companies import campaign, unplayed


def kept(found: Campaign) -> Campaign:
    """A campaign as it comes back from its file."""
    return campaign_from(toml_of(found).encode(), "it.toml")


def played_on(session: Session, turn: int) -> None:
    """Play a game by `steady` until a turn has begun."""
    player = Steady(session.world, 1)
    asked = session.game.run()
    while asked and session.game.state.turn < turn:
        value = player.answer(asked, Context(session.game.state))
        asked = session.game.answer(asked.number, value)
    session.close()


class TestThreeMissions:
    """A short campaign from its beginning to its end."""

    def test_lost_and_resumed(self, tmp_path: Path) -> None:
        """One game is broken off, gone on with and given up; two are won."""
        options = Options(missions=3)
        found = new_campaign("X", "german", "1941-08", 4, options, "russian")
        plan = replace(found.plan, mission="first-contact", map="o1")
        now = beginning(replace(found, plan=plan), tmp_path)
        played_on(begin(now.setup, now.path), 1)
        found = kept(now.campaign)
        assert found.battle
        with pytest.raises(OpforError, match="has begun"):
            beginning(found, tmp_path)
        with pytest.raises(OpforError, match="goes on"):
            settled_by_save(found, tmp_path)
        session = resume(game_path(found.battle, tmp_path))
        assert session.game.state.turn == 1
        session.close()
        found = kept(settled_by_save(found, tmp_path, give_up=True))
        assert found.history[0].outcome == "lost"
        assert (found.battle, found.points, found.plan and found.plan.level) == (
            None,
            1,
            -1,
        )
        sent_then = [each for each in found.company.people if each.record.missions]
        assert len(sent_then) == len(now.campaign.battle.sent.people)
        for _ in range(2):
            who = sent(found)
            found = kept(settled(begun(found, "g", who), unplayed("won", who, lost=1)))
        assert found.over
        assert ending(found) == "victory"
        assert [each.outcome for each in found.history] == ["lost", "won", "won"]
        told = "\n".join(campaign_text(found))
        roster = [line for line in campaign_text(found) if line[:3].strip().isdigit()]
        gone = ["killed" in line or "missing" in line for line in roster]
        assert any(gone)
        assert gone == sorted(gone)
        assert "over, victory, after 3 of 3 Missions, 2 won" in told
        assert "lost on turn 1" in next(
            played_text(1, found.history[0], nation_of(found))
        )

    def test_gone(self, tmp_path: Path) -> None:
        """A game whose save is gone can be begun anew."""
        found = begun(campaign(), "nowhere", sent(campaign()))
        with pytest.raises(OpforError, match="--anew"):
            settled_by_save(found, tmp_path)

    def test_same_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same seed and games give the same campaign, to the byte."""
        monkeypatch.setattr(game, "build_world", lambda _: None)

        def once() -> str:
            found = new_campaign("X", "russian", "1943-07", 9, Options(missions=3))
            who = sent(found)
            return toml_of(
                settled(begun(found, "g", who), unplayed("won", who, lost=3))
            )

        assert once() == once()


class TestOwnDice:
    """The player rolls for what becomes of his company."""

    def test_asked_one_by_one(self) -> None:
        """Each roll is asked for by name, and the same come again from the start."""
        mine = campaign(Options(dice="mine"))
        who = sent(mine)
        battle, result = begun(mine, "g", who), unplayed("won", who, lost=1)
        rolls: list[tuple[int, ...]] = []
        asked = []
        while True:
            try:
                after = settled(battle, result, rolls)
                break
            except DiceWanted as wanted:
                asked.append(wanted.wanted.kind)
                rolls.append((3, 4)[: wanted.size])
        assert asked[0] == "co_dr_lives"
        assert asked[-2:] == ["co_dr_attack", "co_dr_months"]
        assert after.history[0].notes[0].kind == "co_killed"

    def test_refused(self) -> None:
        """A roll of another form, or of a die that there is not, is refused."""
        for roll in ((7,), (1, 2), ()):
            with pytest.raises(OpforError, match="roll 1 does not fit"):
                CampaignDice(1, "x", [roll]).dr(fact("co_dr_months"))


class TestMany:
    """`opfor sim campaign`."""

    def test_steps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Campaigns are played to their ends, and counted."""
        order = CampaignOrder(
            nation="german",
            date="1941-08",
            enemy="russian",
            options=Options(missions=3),
        )
        monkeypatch.setattr(game, "build_world", lambda _: None)  # tried elsewhere
        outcomes = list(
            many(
                order,
                3,
                lambda _, who, seed: unplayed(
                    "won" if seed % 40 else "lost", who, lost=2
                ),
            )
        )
        assert [len(each.outcomes) for each in outcomes] == [3, 3, 3]
        assert {each.ending for each in outcomes} == {"great victory", "defeat"}
        told = list(summary_text(outcomes))
        assert told[0] == "great victory     1   33%"
        assert any(line.startswith("9 Missions, 33% won") for line in told)

    def test_destroyed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A company that loses everybody is no more, and no Mission follows."""
        monkeypatch.setattr(game, "build_world", lambda _: None)
        order = CampaignOrder(
            nation="german",
            date="1941-08",
            options=Options(missions=12, replacements="none"),
        )
        found = play_campaign(
            order, 1, lambda _, who, __: unplayed("lost", who, lost=20)
        )
        assert found.ending == "destroyed"
        assert len(found.outcomes) < 6
