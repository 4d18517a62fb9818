"""The report of a game: story, dice, losses, HTML and Markdown."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import msgspec
import pytest

from opfor.core.ask import Asked, Roll
from opfor.core.event import Emitted
from opfor.core.fact import fact
from opfor.core.journal import Entry
from opfor.core.save import read_save
from opfor.ports.session import kind_on, read_setup, saved_world
from opfor.state.events import ControlTaken, PhaseBegan, UnitChanged
from opfor.state.state import State
from opfor.state.units import LocationName, Side
from opfor.views.replay import Reel
from opfor.views.report import html_report, markdown_files, report_of
from opfor.views.report.luck import luck_of, sums
from opfor.views.report.phase_story import prose
from opfor.views.report.turning_points import TurningPoint, _weights, heaviest_of
from opfor.views.text.log import LogLine
from opfor.views.text.story import StoryLine
from opfor.web.replays.reports import page_report
from tests.cli_runs import shell
from tests.web.games import played

CVP = re.compile(r"([\u2212\d]+) CVP\)")


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The save of a game that is over."""
    return played(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def told(save: Path) -> SimpleNamespace:
    """It, told and gathered."""
    saved = read_save(save)
    setup = read_setup(saved.options)
    world = saved_world(setup)
    reel = Reel(State(mission=setup.mission), kind_on(world).told(saved))
    report = report_of(world, reel, saved.entries)
    return SimpleNamespace(saved=saved, world=world, reel=reel, report=report)


class TestStory:
    """Turns, phases and losses are those of the game."""

    def test_turns(self, told: SimpleNamespace) -> None:
        """Every turn is told, from the set-up to the last, and pictured at its end."""
        turns = told.report.turns
        assert [turn.number for turn in turns] == list(range(told.reel.last.turn + 1))
        assert turns[-1].moment == len(told.reel)
        for turn in turns[1:]:
            assert told.reel.at(turn.moment).turn == turn.number

    def test_every_line(self, told: SimpleNamespace) -> None:
        """The lines come in order, and none comes twice."""
        numbers = [
            line.number
            for turn in told.report.turns
            for phase in turn.phases
            for line in phase.lines
        ]
        assert numbers == sorted(numbers)
        assert len(numbers) == len(set(numbers))

    def test_losses(self, told: SimpleNamespace) -> None:
        """Losses by turn and what they gave add up to those of the game."""
        last = told.reel.last
        for side, other in (("FRIENDLY", "ENEMY"), ("ENEMY", "FRIENDLY")):
            lost = [loss for turn in told.report.turns for loss in turn.lost[side]]
            points = [
                int(found[1].replace("\u2212", "-"))
                for found in map(CVP.search, lost)
                if found
            ]
            assert sum(points) == last.toll(other).cvp
            assert len(lost) >= len(last.toll(side).lost)

    def test_prose(self, told: SimpleNamespace) -> None:
        """A phase is told in the order of its events; what comes twice but once."""
        line = told.report.turns[2].phases[0].lines[1]
        told_line = StoryLine(
            number=1, text="a fires", style="", enemy=False, loss=False, lines=(line,)
        )
        other = msgspec.structs.replace(told_line, text="the wind turns.")
        assert prose([told_line, told_line, other]) == (
            "a fires (2 times). The wind turns."
        )
        assert prose([]) == ""

    def test_idle(self, told: SimpleNamespace) -> None:
        """A paragraph passes over who gets ready, and tells what came of it."""
        unit = next(iter(told.reel.last.units.values()))
        waits, pins = (
            StoryLine(
                number=1, text=kind, style="", enemy=True, loss=False,
                lines=(LogLine(1, "", event=UnitChanged(unit, fact(kind))),),
            )
            for kind in ("waits_offboard", "pinned")
        )  # fmt: skip
        assert prose([waits, pins, waits]) == "pinned."
        both = msgspec.structs.replace(waits, lines=(*waits.lines, *pins.lines))
        assert prose([both]) == "waits_offboard."

    def test_set_up(self, told: SimpleNamespace) -> None:
        """What the player has is told with SW, and where it stands."""
        start = told.report.turns[0]
        text, state = start.phases[0].text, told.reel.at(start.moment)
        own = [u for u in state.units.values() if u.side == "FRIENDLY"]
        assert text.startswith("You have ")
        assert "LMG" in text.partition(".")[0]
        assert text.count(". In ") == len({u.location for u in own if u.location})

    def test_turning_points(self, told: SimpleNamespace) -> None:
        """Where the game turned: few events, in order, each with its moment."""
        points = told.report.points
        assert 0 < len(points) <= 3
        assert [one.moment for one in points] == sorted(one.moment for one in points)
        for point in points:
            assert told.reel.at(point.moment).turn == point.turn
            assert point.text
        html = html_report(told.report, told.world, told.reel)
        assert html.index("Turning points") < html.index('id="turn-0"')


class TestControl:
    """What it weighs that a Location changes hands."""

    @staticmethod
    def weights(*taken: Side | Literal["next"]) -> list[tuple[int, float]]:
        """What turning points weigh: who takes R5, or `next` for a phase."""
        begun = PhaseBegan(1, "FRIENDLY", "MPh")
        events = [
            Emitted(
                number,
                (),
                begun if side == "next" else ControlTaken(LocationName("R5"), side),
            )
            for number, side in enumerate(taken, 1)
        ]
        return [each for each in _weights(events) if each[1]]

    def test_kept(self) -> None:
        """The last time counts twice: it is what the game was won by."""
        found = self.weights("next", "FRIENDLY", "next", "ENEMY", "next", "FRIENDLY")
        assert found == [(2, 3.0), (4, -3.0), (6, 6.0)]

    def test_taken_back(self) -> None:
        """Taken and taken back in one phase turned nothing."""
        assert self.weights("next", "FRIENDLY", "next", "ENEMY", "FRIENDLY") == [(2, 6)]


class TestHeaviest:
    """Which events are the turning points."""

    def test_last_of_equals(self) -> None:
        """Of equal ones the later: a VPO Location lost in the last CCPh decides."""
        points = [
            TurningPoint(
                moment=moment,
                turn=turn,
                side="ENEMY",
                phase="CCPh",
                text="",
                good=False,
                weight=weight,
            )
            for moment, turn, weight in ((1, 1, 6), (2, 1, 6), (3, 3, 7), (4, 8, 6))
        ]
        assert [one.moment for one in heaviest_of(points)] == [2, 3, 4]


def entry(*dice: int, side: str = "FRIENDLY") -> Entry:
    """A DR."""
    request = Roll(purpose="x", kind="DR", stream="x", side=side)
    return Entry(Asked(1, (), 0, request), dice)


class TestLuck:
    """Dice beside what was to be expected."""

    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_sums(self, count: int) -> None:
        """The chances of sums are exact: as by counting every way."""
        ways = [sum(dice) for dice in product(range(1, 7), repeat=2 * count)]
        for total, chance in enumerate(sums(count), 2 * count):
            exact = Fraction(ways.count(total), len(ways))
            assert chance == pytest.approx(float(exact), abs=1e-12)

    def test_verdict(self) -> None:
        """Twelves are high and twos are low; sevens are as they should be."""
        (high,) = luck_of([entry(6, 6)] * 3)
        (low,) = luck_of([entry(1, 1)] * 3)
        (fair,) = luck_of([entry(3, 4)] * 3)
        assert high.verdict.startswith("high")
        assert high.higher == pytest.approx(1 / 36**3)
        assert low.verdict.startswith("low")
        assert fair.verdict == "as fair dice fall"
        assert fair.sigma == 0

    def test_sides(self) -> None:
        """Each side's dice are its own, and all of them come last."""
        names = [
            luck.name for luck in luck_of([entry(1, 2), entry(3, 4, side="ENEMY")])
        ]
        assert names == ["FRIENDLY DR", "ENEMY DR", "all DR"]

    def test_all(self, told: SimpleNamespace) -> None:
        """Every DR of the journal is counted."""
        rolls = [e.asked.request for e in told.saved.entries]
        count = sum(isinstance(r, Roll) and r.kind == "DR" for r in rolls)
        assert told.report.luck[-1].count == count


class TestForms:
    """HTML and Markdown."""

    def test_html(self, told: SimpleNamespace) -> None:
        """One file: nothing is loaded, nothing runs, every id is there but once."""
        html = html_report(told.report, told.world, told.reel)
        assert "<script" not in html
        assert not re.search(r'(src|href)="(?!#)', html)
        ids = re.findall(r' id="((?:turn|title)-\d+)"', html)
        assert len(ids) == len(set(ids)) == 2 * len(told.report.turns)
        assert html.count("<use") >= len(told.report.turns)

    def test_hostile(self, told: SimpleNamespace) -> None:
        """What a pack writes into its names is text, in HTML as in Markdown."""
        bad = '<img src=x onerror="alert(1)">'
        report = msgspec.structs.replace(told.report, title=bad)
        for html in (
            html_report(report, told.world, told.reel),
            page_report(report, "x"),
        ):
            assert bad not in html
            assert "&lt;img" in html

    def test_markdown(self, told: SimpleNamespace) -> None:
        """The pictures that it names are there; stars and bars are escaped."""
        report = msgspec.structs.replace(told.report, title="50* | <b>")
        files = markdown_files(report, told.world, told.reel, "a game")
        text = files["a game.md"].decode()
        assert text.startswith("# 50\\* \\| \\<b\\>")
        named = re.findall(r"\((a%20game-pictures/turn-\d+\.png)\)", text)
        assert len(named) == len(told.report.turns)
        assert len(files) == 1 + len(named)
        for name in named:
            assert files[name.replace("%20", " ")].startswith(b"\x89PNG")


class TestCommand:
    """`opfor report`."""

    def test_writes(self, save: Path, tmp_path: Path) -> None:
        """It writes the file that it is told to."""
        out = tmp_path / "game.html"
        result = shell("report", str(save), "-o", str(out))
        assert result.returncode == 0, result.stderr
        assert out.read_text().startswith("<!doctype html>")

    def test_other_suffix(self, save: Path, tmp_path: Path) -> None:
        """Another kind of file is refused."""
        result = shell("report", str(save), "-o", str(tmp_path / "game.pdf"))
        assert result.returncode != 0
        assert "a report is .html or .md" in result.stderr
