"""What a change does, by games in pairs."""

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from opfor.cli.app import BAD_INPUT, main
from opfor.cli.study import (
    _added,
    _found,
    _so_far,
    _tell,
    _tell_unread,
    concluded,
    known_of,
)
from opfor.sim.series import GameOutcome
from opfor.study.change import changed as change
from opfor.study.compare import (
    BASE,
    CHANGED,
    Effect,
    Unread,
    comparison,
    pair_group,
    rows_unread,
    until_difference,
)
from opfor.study.run import Games, play_until, so_many
from opfor.study.workers import local
from tests.study.test_change import ORDER


def ended(index: int, *, won: bool, lost: int = 0) -> GameOutcome:
    """A game that ended."""
    return GameOutcome(
        index=index,
        winner="FRIENDLY" if won else "ENEMY",
        vp={"FRIENDLY": 0, "ENEMY": 0},
        losses={"FRIENDLY": [lost], "ENEMY": [0]},
        turns=4,
    )


def games(pairs: int, effect: float, noise: float) -> Games:
    """Pairs of games in which luck and a change decide, and some of each alone."""
    generator = np.random.default_rng(4)
    luck = generator.normal(size=pairs)
    own = generator.normal(size=(2, pairs)) * noise
    return {
        BASE: [ended(i, won=luck[i] + own[0][i] > 0) for i in range(pairs)],
        CHANGED: [ended(i, won=luck[i] + own[1][i] + effect > 0) for i in range(pairs)],
    }


class TestComparison:
    """Figures."""

    def test_alike_pairs_tell_more(self) -> None:
        """The more alike the games of a pair, the fewer tell as much."""
        alike = comparison(games(400, 0.1, 0.05)).effects[0]
        loose = comparison(games(400, 0.3, 3.0)).effects[0]
        assert alike.saved is not None
        assert loose.saved is not None
        assert alike.saved > 4
        assert 0.7 < loose.saved < 1.3

    def test_interval(self) -> None:
        """The interval holds the difference, and is no wider than it has to be."""
        wins = comparison(games(400, 0.3, 0.2)).effects[0]
        assert wins.difference == pytest.approx(wins.changed - wins.base)
        assert wins.low is not None
        assert wins.high is not None
        assert 0 < wins.low < wins.difference < wins.high < 0.25

    def test_nothing_differs(self) -> None:
        """Pairs that are all equal leave nothing to compare, and no certainty."""
        found = comparison(games(50, 0.0, 0.0))
        assert found.alike == 50
        assert found.effects[0].saved is None
        assert found.effects[0].high is not None
        assert found.effects[0].high > 0.02

    def test_faults(self) -> None:
        """A pair in which one game failed counts on neither side."""
        found = games(20, 0.3, 0.2)
        found[CHANGED][3] = GameOutcome(index=3, fault="KeyError")
        told = comparison(found)
        assert (told.pairs, told.faults) == (19, {3: "KeyError"})

    def test_few(self) -> None:
        """Of a few pairs no interval is told."""
        assert comparison(games(3, 0.3, 0.2)).effects[0].low is None

    def test_fixed(self) -> None:
        """A number of pairs that was fixed beforehand has narrower intervals."""
        found = games(60, 0.3, 0.2)
        fixed, always = comparison(found, fixed=True), comparison(found)
        one, two = fixed.effects[0], always.effects[0]
        assert one.low is not None
        assert two.low is not None
        assert one.difference == two.difference
        assert two.low <= one.low <= one.difference

    def test_no_spread(self) -> None:
        """What is the same in every pair tells nothing of the next, but of wins."""
        wins, lost = comparison(games(60, 0.3, 0.3), fixed=True).effects[:2]
        assert wins.low is not None
        assert (lost.low, lost.high, lost.saved) == (None, None, None)

    def test_until(self) -> None:
        """It is enough when the difference is known."""
        enough = until_difference(0.1, None)
        assert enough(games(200, 0.3, 0.2))
        assert not enough(games(20, 0.3, 0.2))
        assert until_difference(0.001, 20)(games(20, 0.3, 0.2))


def test_same_placements() -> None:
    """Both games of a pair have the same dice; unpaired ones their own."""
    workers = local(1)
    slow = replace(ORDER, player="random")
    found = play_until([pair_group(slow, slow, so_many(2))], workers=workers)
    assert [g.rows for g in found[BASE]] == [g.rows for g in found[CHANGED]]
    group = pair_group(slow, slow, so_many(2), paired=False)
    found = play_until([group], workers=workers)
    assert [g.rows for g in found[BASE]] != [g.rows for g in found[CHANGED]]


class TestCommand:
    """`opfor study compare`."""

    WORDS = ("study", "compare", "tutorial")

    def test_json(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """All figures; the file goes on."""
        words = [*self.WORDS, "ac=4", "--games", "3", "--player", "random", "--json"]
        assert not main([*words, "--jobs", "1", "--out", str(tmp_path / "f.jsonl")])
        found = json.loads(capsys.readouterr().out)
        assert found["pairs"] == 3
        assert found["effects"][0]["figure"] == "wins"
        assert len((tmp_path / "f.jsonl").read_bytes().splitlines()) == 6

    def test_text(self, capsys: pytest.CaptureFixture[str]) -> None:
        """In words."""
        assert not main(
            [*self.WORDS, "turns=1", "--games", "1", "--jobs", "1", "--base", "ac=2"]
        )
        told = capsys.readouterr().out
        assert "turns=1: 1 pair," in told
        assert "Game Turns: 4.00 -> 1.00" in told
        assert "in brackets" not in told  # of one pair no interval is known
        assert "of wins nothing can be concluded yet: too few pairs" in told

    def test_gone_on_with(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Who asks for more pairs than the file had is told what holds then."""
        words = [*self.WORDS, "turns=1", "--jobs", "1", "--player", "random"]
        words += ["--out", str(tmp_path / "f.jsonl"), "--games"]
        assert not main([*words, "8"])
        assert "however often" not in "".join(capsys.readouterr())
        assert not main([*words, "9"])
        told = capsys.readouterr().err
        assert "8 pairs were in the file; if more were asked for because" in told
        assert "however often one looks: " in told
        assert not main([*words, "9"])
        told = "".join(capsys.readouterr())
        assert "however often" not in told
        assert "in the file" not in told
        assert not main([*words, "5"])
        few = capsys.readouterr()
        assert "turns=1: 5 pairs," in few.out
        assert "5 of the 9 pairs in the file are told of, the first" in few.err

    @pytest.mark.parametrize(
        ("low", "saved", "told"),
        [
            (None, 2.0, "too few pairs"),
            (-0.1, 2.0, "-10 to +30; one game tells as much as 2.0 unpaired"),
            (-0.1, None, "-10 to +30; the same in every pair"),
        ],
    )
    def test_how_well_it_is_known(
        self, low: float | None, saved: float | None, told: str
    ) -> None:
        """What pairs are worth is told as soon as there are enough of them."""
        effect = Effect(
            figure="wins",
            base=0.5,
            changed=0.6,
            difference=0.1,
            low=low,
            high=None if low is None else 0.3,
            saved=saved,
        )
        assert known_of(effect).startswith(told)

    def test_of_what_is_the_same(self) -> None:
        """Of other figures without any spread that is all that is told."""
        _, lost = comparison(games(60, 0.3, 0.2)).effects[:2]
        assert known_of(lost) == "the same in every pair so far"

    def test_one_notation(self) -> None:
        """A difference in wins is told in points, in the bar as in the end."""
        found = games(60, 0.3, 0.2)
        wins, lost = comparison(found).effects[:2]
        assert _added(wins) == "40% -> 55%, +15 points"
        assert _added(lost) == "0.00 -> 0.00, +0.00"
        assert _so_far(found).startswith("wins +15 points (at any time ")
        odd = comparison(games(8, 1 / 8, 0.25)).effects[0]
        assert _added(replace(odd, base=3 / 8, changed=1 / 4, difference=-1 / 8)) == (
            "37.5% -> 25%, -12.5 points"
        )
        assert _added(replace(odd, difference=0.0)).endswith(", 0 points")
        assert "adds +15 points" in _found(found)

    @pytest.mark.parametrize(
        ("pairs", "effect", "told"),
        [
            (60, 0.0, "nothing can be concluded yet: the interval holds 0"),
            (4, 2.0, "nothing can be concluded yet: too few pairs"),
            (60, 2.0, "the change helps (95 %)"),
            (60, -2.0, "the change harms (95 %)"),
        ],
    )
    def test_concluded(self, pairs: int, effect: float, told: str) -> None:
        """What may be concluded of wins is said in a sentence."""
        assert told in concluded(comparison(games(pairs, effect, 0.2)))

    @pytest.mark.parametrize(
        ("fixed", "told"),
        [(True, "pairs that was fixed beforehand"), (False, "however often one looks")],
    )
    def test_brackets(
        self, told: str, capsys: pytest.CaptureFixture[str], *, fixed: bool
    ) -> None:
        """What the brackets are is told where there are any."""
        _tell(comparison(games(60, 0.3, 0.2), fixed=fixed), "x", as_json=False)
        out = capsys.readouterr().out
        assert "in brackets: 95 %" in out
        assert told in out

    def test_not_reached(self, capsys: pytest.CaptureFixture[str]) -> None:
        """It is said if the difference is not known as well as was wanted."""
        words = [*self.WORDS, "turns=1", "--player", "random", "--jobs", "1"]
        assert not main([*words, "--until", "5", "--games", "2"])
        told = capsys.readouterr()
        assert "in brackets" not in told.out
        assert "± 5 points were not reached; too few to say how far" in told.err

    @pytest.mark.parametrize("change", ["ac=3", "ac=77", "nonsense"])
    def test_mistakes(self, change: str, capsys: pytest.CaptureFixture[str]) -> None:
        """No change, or none that can be."""
        assert main([*self.WORDS, change]) == BAD_INPUT
        assert capsys.readouterr().err.count("\n") == 1


class TestRowsUnread:
    """A row of a change that no game met is told, as far as games tell of its table."""

    ROW = 'row A1={on = "6", result = ["S", "S"]}'
    DRM = 'row AC-drm={cause = "VPO", result = -6}'

    @staticmethod
    def found(*rows: str) -> Games:
        """Pairs of which both games read some rows."""
        game = GameOutcome(index=0, rows=dict.fromkeys(rows, 1))
        return {BASE: [game], CHANGED: [game]}

    def test_read(self) -> None:
        """By the names of the rows; what is dated otherwise is not read."""
        new = change(ORDER, self.ROW)
        assert rows_unread(ORDER, new, self.found("A1 7")) == [("A1 6", True)]
        assert rows_unread(ORDER, new, self.found("A1 6")) == []
        again = change(new, self.ROW.replace('"6"', '"99"'))
        assert rows_unread(new, again, self.found("A1 6")) == [("A1 99", True)]
        assert rows_unread(new, new, self.found("A1 7")) == []
        late = change(ORDER, self.ROW.replace("result", 'from = "1950-01", result'))
        assert rows_unread(ORDER, late, self.found("A1 6")) == [("A1 6", True)]

    def test_untold(self) -> None:
        """Of some tables games do not tell what they read."""
        new = change(ORDER, self.DRM)
        assert rows_unread(ORDER, new, self.found("A1 6")) == [("AC-drm VPO", False)]

    def test_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Of a comparison it is said once, beside the figures."""
        words = ["--games", "2", "--player", "random", "--jobs", "1"]
        never = self.ROW.replace('"6"', '"99"')
        assert not main(["study", "compare", "tutorial", never, *words])
        told = capsys.readouterr()
        assert "no game with the change read the row A1 99" in told.err
        assert "wins: " in told.out

    def test_command_of_what_is_untold(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """That is said where all pairs ended alike, and not where they did not."""
        _tell_unread([Unread("AC-drm VPO", told=False)], alike=True)
        told = capsys.readouterr().err
        assert told.startswith("whether the row AC-drm VPO was read is not known")
        _tell_unread([Unread("AC-drm VPO", told=False)], alike=False)
        assert not capsys.readouterr().err
