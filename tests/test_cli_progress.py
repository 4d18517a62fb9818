"""How far many games have come, and how long it will still take."""

import io

import pytest
from rich.console import Console

from opfor.cli import progress
from opfor.cli.progress import Look, Pace, Watch, bar, progress_bar
from opfor.cli.sim import _found as sim_found
from opfor.cli.sim import _needed as sim_needed
from opfor.cli.sim import _so_far as sim_so_far
from opfor.cli.study import _found as compare_found
from opfor.cli.study import _needed as compare_needed
from opfor.cli.sweep import _needed as sweep_needed
from opfor.sim.series import GameOutcome
from opfor.study.compare import BASE, CHANGED
from opfor.study.run import Games


def kind(won: str) -> list[GameOutcome]:
    """A game for each letter: "x" is won."""
    return [
        GameOutcome(index=n, winner="FRIENDLY" if letter == "x" else "ENEMY")
        for n, letter in enumerate(won)
    ]


class TestPace:
    """Games a second and the time left."""

    def test_words(self) -> None:
        """What was there at the beginning was not played now."""
        pace = Pace()
        pace.add(0.0, 100)
        assert pace.words(900) == ""
        pace.add(10.0, 120)
        assert pace.words(None) == "2.0 a second"
        assert pace.words(120) == "2.0 a second, 0:01:00 left"

    def test_slow(self) -> None:
        """Few a second are told by the minute; the last minute counts."""
        pace = Pace()
        for at in range(0, 600, 20):
            pace.add(float(at), at if at < 300 else 300 + (at - 300) // 10)
        assert pace.words(60) == "6.0 a minute, 0:10:00 left"


class TestNeeded:
    """About how many games it will take."""

    def test_sim(self) -> None:
        """From the first game on, and no more than are wanted."""
        needed = sim_needed(0.06, None)
        assert needed({"": []}) == pytest.approx(638, abs=5)
        assert needed({"": kind("x")}) == pytest.approx(638, abs=40)
        assert needed({"": kind("x-" * 50)}) == pytest.approx(638, abs=5)
        few = needed({"": kind("xxxxxxxxxx" * 20)})
        assert few is not None
        assert 200 <= few < 400
        assert sim_needed(0.06, 40)({"": kind("x")}) == 40
        assert sim_needed(None, None)({"": []}) == 100

    def test_compare(self) -> None:
        """In pairs, once there are some."""
        few: Games = {BASE: kind("x-"), CHANGED: kind("xx")}
        assert compare_needed(0.05, None)(few) is None
        assert compare_needed(0.05, 30)(few) == 30
        assert compare_needed(None, 60)(few) == 60
        many: Games = {BASE: kind("x---" * 25), CHANGED: kind("xx--" * 25)}
        needed = compare_needed(0.05, None)(many)
        assert needed is not None
        assert 500 < needed < 800

    def test_sweep(self) -> None:
        """A cell that is one-sided takes fewer."""
        found: Games = {"a": kind("x-" * 100), "b": kind("x" * 200)}
        needed = sweep_needed(0.06, None)(found)
        assert needed is not None
        assert 820 < needed < 1020
        assert sweep_needed(None, 10)(found) == 20


def test_the_estimate_is_kept() -> None:
    """As long as games go on as they did, they take as many as was said."""
    needed = sim_needed(0.1, None)
    told = [needed({"": kind("x-" * half)}) for half in (5, 20, 60, 100)]
    assert max(filter(None, told)) - min(filter(None, told)) <= 5


class TestBar:
    """The bar on a terminal."""

    def test_all_in_eighty_columns(self) -> None:
        """How far, how fast, how long, and what is known: nothing is cut off."""
        written = io.StringIO()
        console = Console(file=written, force_terminal=True, width=80)
        with progress_bar(console) as shown:
            shown.add_task(
                "",
                total=731,
                completed=138,
                count="138 of about 731 games",
                pace="4.6 a second, 0:02:09 left",
                known="won 49% (35% to 63%)",
            )
            shown.refresh()
        told = written.getvalue()
        assert "138 of about 731 games" in told
        assert "4.6 a second, 0:02:09 left" in told
        assert "won 49% (35% to 63%)" in told

    def test_pairs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A comparison counts pairs; what was kept is no part of the pace."""
        looks: list[Look] = []
        clock = iter((0.0, 4.0))
        monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
        watch = Watch(
            lambda _: 60, lambda _: "wins 0", "pair", looks.append, fixed=True
        )
        watch({BASE: kind("x" * 12), CHANGED: kind("x" * 12)})
        watch({BASE: kind("x" * 20), CHANGED: kind("x" * 20)})
        assert looks[0].line("pair") == "12 of 60 pairs, wins 0"
        told = "20 of 60 pairs, 2.0 a second, 0:00:20 left, wins 0"
        assert looks[1].line("pair") == told
        assert watch.kept == 12

    def test_who_knows(self) -> None:
        """Without an estimate there is none."""
        assert Look(1, None, "", "").line("pair") == "1 pair"


class TestFound:
    """What is known when somebody stops it."""

    def test_sim(self) -> None:
        """The rate with its interval."""
        assert sim_so_far(None)({"": []}) == ""
        assert sim_so_far(None)({"": kind("x-")}).startswith("won 50% (")
        told = sim_found(0.06)({"": kind("x-" * 32)})
        assert told.startswith("32 of 64 games won by the FRIENDLY side, 50% (95 %")
        assert "however often one looks: 28% to 72%" in told

    def test_compare(self) -> None:
        """The difference with its interval, if there are pairs enough."""
        many: Games = {BASE: kind("x---" * 25), CHANGED: kind("xx--" * 25)}
        told = compare_found(many)
        assert told.startswith("the change adds +25 points to the rate of wins (95 %")
        few: Games = {BASE: kind("x-"), CHANGED: kind("xx")}
        assert compare_found(few) == "too few pairs to say anything"

    def test_told(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Under the line that says how many there are."""

        def stopped() -> None:
            with bar("kept", lambda _: 9, lambda _: "", found=sim_found(None)) as told:
                told({"": kind("x-")})
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            stopped()
        told = capsys.readouterr().err
        assert "kept\nso far: 1 of 2 games won by the FRIENDLY side, 50%" in told


class TestLines:
    """Where there is no terminal."""

    @pytest.mark.parametrize("quiet", [False, True])
    def test_every_half_minute(
        self,
        quiet: bool,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """A line now and then; none where nothing but figures is wanted."""
        clock = iter(range(0, 1000, 10))
        monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
        with bar("", lambda _: 90, lambda _: "won 50%", quiet=quiet) as told:
            for games in range(1, 7):
                told({"": kind("x" * games)})
        lines = capsys.readouterr().err.splitlines()
        if quiet:
            assert lines == []
        else:
            assert len(lines) == 3
            assert lines[0].startswith("2 of about 90 games, 3.0 a minute, 0:29:20")
            assert lines[0].endswith("left, won 50%")
