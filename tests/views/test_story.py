"""The log in plain words: one sentence an event, and every line behind one."""

import re
from typing import Any

import pytest

from opfor.core.ask import Roll
from opfor.core.event import Emitted, RollMade
from opfor.core.fact import Fact, fact
from opfor.state import events as ev
from opfor.state.units import Weapon
from opfor.views.text.condensed import story_from_set_up, story_lines
from opfor.views.text.story import StoryLine, story_of
from opfor.views.text.words import say
from opfor.web.replays.routes import Replay
from tests.rules.given.fire import SCENERY, unit
from tests.web.games import played


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """A whole game of First Contact."""
    return Replay(played(tmp_path_factory.mktemp("games")))


@pytest.fixture(scope="module")
def story(game: Replay) -> list[StoryLine]:
    """It as the log tells it."""
    lines = story_from_set_up(game.world, game.reel.events)
    return story_of(game.world, lines, game.reel.events)


@pytest.fixture(scope="module")
def guns(tmp_path_factory: pytest.TempPathFactory) -> list[StoryLine]:
    """A whole game of Armored Assault as the log tells it."""
    save = played(tmp_path_factory.mktemp("guns"), mission="armored-assault")
    game = Replay(save)
    lines = story_from_set_up(game.world, game.reel.events)
    return story_of(game.world, lines, game.reel.events)


class TestStory:
    """A game as it is told first."""

    def test_nothing_lost(self, game: Replay, story: list[StoryLine]) -> None:
        """Each line of the log lies behind one event, and those are far fewer."""
        lines = story_from_set_up(game.world, game.reel.events)
        behind = sorted(line.number for told in story for line in told.lines)
        assert behind == sorted(line.number for line in lines)
        assert len(story) < 0.6 * len(lines)

    def test_activation(self, story: list[StoryLine]) -> None:
        """A S? that is Activated says what came of it."""
        told = [line for line in story if " is Activated: " in line.text]
        assert told
        for line in told:
            comes = any(isinstance(one.event, ev.UnitAdded) for one in line.lines)
            assert comes, line.text
            assert line.enemy
            assert not re.search("(foxhole|fortified)[A-Z]", line.text)

    def test_uncovered(self, guns: list[StoryLine]) -> None:
        """Who loses his "?" as he comes is not told as concealed."""
        seen = 0
        for told in guns:
            if " is Activated: " not in told.text:
                continue
            events = [line.event for line in told.lines]
            new = {one.unit.id for one in events if isinstance(one, ev.UnitAdded)}
            open_ = {
                one.unit.id
                for one in events
                if isinstance(one, ev.UnitChanged) and "LOS" in say(one.what)
            }
            seen += bool(new & open_)
            assert told.text.count(", concealed") <= len(new - open_), told.text
        assert seen

    def test_close_combat_in_vain(self) -> None:
        """A CC DR above its Kill Number says that nothing came of it."""
        data = {"attack": 8.0, "defence": 4.0, "odds": "2-1", "kill": 7}
        cc = fact("cc_of", ours=("467A", "467B"), theirs=("e447A",), **data)
        begun = Emitted(1, (), ev.PhaseBegan(1, "FRIENDLY", "CCPh"))
        told = []
        for dice in ((4, 4), (3, 3)):
            roll = RollMade(cc, dice=dice)
            events = [begun, Emitted(2, ("A11.3", "A11.31"), roll)]
            lines = story_from_set_up(SCENERY, events)
            told.append([line.text for line in story_of(SCENERY, lines, events)])
        vain = "467A + 467B against e447A in CC: no effect"
        assert vain in told[0]
        assert vain.replace("no effect", "succeeds") in told[1]

    def test_shots(self, story: list[StoryLine]) -> None:
        """A shot says from where, at whom, and what came of it; its roll is behind."""
        shots = [line for line in story if " at " in line.text and "fire" in line.text]
        assert any(line.text.endswith("no effect") for line in shots)
        assert any(" breaks" in line.text or " break" in line.text for line in shots)
        assert all(line.loss for line in shots if " breaks" in line.text)
        assert not any("Original" in line.text for line in shots)

    def test_own_roll(self, story: list[StoryLine]) -> None:
        """The dice of a shot are its own, not those of the Action that led to it."""
        shots = [line for line in story if " fires at " in line.text]
        led = 0
        for shot in shots:
            rolls = [one for one in shot.lines if isinstance(one.event, RollMade)]
            own = next(one for one in rolls if one.text.startswith("fire at"))
            assert isinstance(own.event, RollMade)
            assert shot.dice == own.event.dice, shot.text
            led += own is not rolls[0]
        assert led

    def test_any_part(self, game: Replay) -> None:
        """Each event can be told alone, and what led to it: a roll too.

        So the page does while the player's own dice are asked for one by one.
        """
        events = game.reel.events
        parts = [[each] for each in events] + [events[:end] for end in range(1, 60)]
        for part in parts:
            lines = story_from_set_up(game.world, part)
            told = story_of(game.world, lines, part)
            assert bool(told) == bool(lines)
            assert all(line.text for line in told)

    def test_lone_roll(self, game: Replay) -> None:
        """A roll of which nothing came yet is told as the log has it."""
        roll = RollMade(fact("vpo_location_on_board", board="o1"), dice=(3,))
        part = [Emitted(1, ("S2.p1",), roll)]
        lines = story_from_set_up(game.world, part)
        (told,) = story_of(game.world, lines, part)
        assert told.text == lines[0].text
        assert "VPO Location on board o1" in told.text
        assert "fails" not in told.text

    def test_waits(self, game: Replay, story: list[StoryLine]) -> None:
        """While dice are asked for, nothing is told to have come of it too early."""
        ends = {line.number: told.text for told in story for line in told.lines}
        begun, early = 0, []
        for entry in game.entries:
            asked, part = entry.asked, game.reel.events[begun : entry.asked.after]
            begun = asked.after
            if not isinstance(asked.request, Roll):
                continue
            lines = story_lines(game.world, part)
            told = [*story_of(game.world, lines, part, asked.causes)]
            for one in told[-1:]:
                nothing = re.search("was nobody$|: no effect$", one.text)
                if nothing and nothing[0] not in ends[one.lines[0].number]:
                    early.append((one.text, ends[one.lines[0].number]))
        assert begun
        assert not early

    def test_once(self) -> None:
        """Who is battle-hardened is told of once, with what he is now."""
        old, new = unit("81A", "german/8-1", "R9"), unit("91A", "german/9-1", "R9")
        hardened, cause = fact("battle_hardened"), ("A15.1",)
        happened = (
            RollMade(fact("heat_of_battle_of", unit="81A"), dice=(1, 5)),
            ev.UnitChanged(old, hardened),
            ev.UnitReplaced("81A", (new,), hardened),
        )
        events = [Emitted(n + 1, cause, each) for n, each in enumerate(happened)]
        (told,) = story_of(SCENERY, story_lines(SCENERY, events), events)
        assert told.text == "Heat of Battle of 81A: battle-hardened, now 91A"
        assert told.dice == (1, 5)

    def test_gone_unharmed(self) -> None:
        """A crew that mans a vehicle, or who left the map, is not told as a loss."""
        for why in (fact("mans", vehicle="pz3A"), fact("left_the_map")):
            events = [Emitted(1, ("A21.22",), ev.UnitRemoved("crewA", why))]
            (told,) = story_of(SCENERY, story_lines(SCENERY, events), events)
            assert not told.loss
            assert "eliminated" not in told.text
        dead = [Emitted(1, ("A7.301",), ev.UnitRemoved("crewA", "eliminated_by_a_kia"))]
        (told,) = story_of(SCENERY, story_lines(SCENERY, dead), dead)
        assert told.loss
        assert told.text == "crewA is eliminated"

    def test_kind_of_fire(self, story: list[StoryLine]) -> None:
        """A shot says which kind of fire it is, and so does the attack behind it."""
        shots = [line for line in story if " fires at " in line.text]
        assert shots
        assert all(re.search(r"\((\w+ )+Fire\)", line.text) for line in shots)
        behind = [one.text for line in shots for one in line.lines]
        attacks = [text for text in behind if " FP" in text and "column" in text]
        assert any(text.startswith(("Prep Fire", "Final Fire")) for text in attacks)
        assert not any(text.startswith("fire ") for text in attacks)

    def test_passed(self, story: list[StoryLine]) -> None:
        """Where a MC or PTC harmed nobody, it is said that it was passed."""
        passed = [line for line in story if line.text.endswith(" passed")]
        assert passed
        for line in passed:
            result = line.text.split(": ")[-1].removesuffix(" passed")
            assert any(f": {result}" in one.text for one in line.lines), line.text

    def test_random_event(self) -> None:
        """A Random Event is told with what it brings, which is before it in the log."""
        hurt = unit("467A", "german/4-6-7", "R9", broken=True)
        armed = Weapon(id="lmgA", counter="german/lmg", owner="467B")
        happened: list[Any] = [
            (("B25.65",), ev.PhaseBegan(1, "FRIENDLY", "RPh")),
            (("B25.65", "S2.2"), ev.UnitChanged(hurt, fact("broken"))),
            (("B25.65", "S2.2", "S12.p8"), ev.WeaponAdded(armed)),
            (("B25.65", "S2.2"), ev.RandomEvent("Sniper")),
        ]
        events = [Emitted(n + 1, *each) for n, each in enumerate(happened)]
        lines = story_from_set_up(SCENERY, events)
        _, told = story_of(SCENERY, lines, events)
        assert told.text.startswith("Random Event: Sniper: 467A breaks, lmgA: ")
        assert told.loss

    def test_check_failed(self, guns: list[StoryLine]) -> None:
        """A MC that somebody failed is not told as passed."""
        for line in guns:
            for one in line.lines:
                match one.event:
                    case RollMade(fact=Fact(kind="check_of", data=data), final=final):
                        passed = line.text.endswith(" passed")
                        assert final <= data["level"] or not passed, line.text

    def test_nobody_checks(self, story: list[StoryLine]) -> None:
        """A7.305: a PTC that nobody has to take was not passed."""
        for line in story:
            rolls = [one for one in line.lines if isinstance(one.event, RollMade)]
            checked = any(" against " in one.text for one in rolls)
            assert checked or not line.text.endswith(" passed"), line.text

    def test_low_crawl(self) -> None:
        """A10.52: who routs by Low Crawl is told to."""
        crawls = unit("467A", "german/4-6-7", "R9", deeds=("routed", "low crawl"))
        events = [Emitted(1, ("A3.6",), ev.UnitChanged(crawls, fact("routs")))]
        (told,) = story_of(SCENERY, story_lines(SCENERY, events), events)
        assert told.text.startswith("467A routs by Low Crawl from ")

    def test_suspects(self, story: list[StoryLine]) -> None:
        """No S? is called as a hex is."""
        gone = [o for o in story if isinstance(o.lines[-1].event, ev.SuspectRemoved)]
        assert gone
        assert all(one.text.startswith("S? ") for one in gone)

    def test_tried(self, story: list[StoryLine]) -> None:
        """A Rally that fails is told as well as one that succeeds."""
        rallies = {line.text for line in story if line.text.startswith("Rally of ")}
        assert any(text.endswith(": succeeds") for text in rallies)
        assert any(text.endswith(": fails") for text in rallies)

    def test_ways(self, story: list[StoryLine]) -> None:
        """A way is one line, dice in between or not, without MF that are left."""
        ways = [one for one in story if isinstance(one.lines[0].event, ev.Moved)]
        assert ways
        assert not any("left" in one.text for one in ways)
        assert any(one.text.count(",") > 3 for one in ways)


class TestFireOfGuns:
    """Guns at tanks, and S? that move far."""

    def test_missed(self, guns: list[StoryLine]) -> None:
        """A To Hit DR that hits nobody has missed; a hit is told with what it does."""
        for line in guns:
            said = [one.text for one in line.lines if one.text.endswith(": miss")]
            if said and " fires at " in line.text and "," not in said[0]:
                assert ": missed" in line.text, line.text
        assert any(": missed" in line.text for line in guns)

    def test_hit(self, guns: list[StoryLine]) -> None:
        """What is destroyed by a shot is told with the shot, which then had effect."""
        shots = [
            line
            for line in guns
            if any(one.text.startswith("To Kill ") for one in line.lines)
        ]
        assert shots
        assert all(" fires at " in line.text for line in shots)
        fatal = [line for line in shots if "is eliminated" in line.text]
        assert fatal
        assert not any("no effect" in line.text for line in fatal)

    def test_suspects_counted(self, guns: list[StoryLine]) -> None:
        """S? that move are counted, not the hexes that they enter."""
        for line in guns:
            if found := re.fullmatch(r"(\d+) S\? (move|advance)", line.text):
                changes = (one.event for one in line.lines)
                moved = {
                    event.suspect.id
                    for event in changes
                    if isinstance(event, ev.SuspectChanged)
                }
                assert len(moved) == int(found[1])

    def test_he(self, guns: list[StoryLine]) -> None:
        """A hit with HE is a hit; what comes of it is told next."""
        told = [line.text for line in guns]
        hits = [n for n, text in enumerate(told) if text.startswith("HE attacks at")]
        assert hits
        assert all(told[n - 1].endswith(": hit") for n in hits)

    def test_set_up(self, guns: list[StoryLine]) -> None:
        """Those who are set up are told in one line."""
        (squads,) = [one.text for one in guns if one.text.startswith("set up: 447A")]
        assert squads.count(",") > 3
