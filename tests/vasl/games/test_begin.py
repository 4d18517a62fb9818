"""A game that begins from a saved game of VASL."""

import json
from pathlib import Path

import pytest

from opfor.cli import main
from opfor.core.save import read_save
from opfor.ports.session import kind_on, read_setup, resume, saved_world
from opfor.state.state import State
from opfor.state.units import Unit
from opfor.vasl.counters.names import shipped_words
from opfor.vasl.games.write import Writer
from opfor.vasl.saves.archive import write_archive
from opfor.views.replay import Reel
from tests.cli_runs import Capture, told
from tests.shared import SHARED, needs_shared
from tests.vasl.given import added, counter, game_text, layer, save, stacked
from tests.vasl.held import held
from tests.vasl.test_round_trip import counters, played


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folders and no cache of the player's."""
    monkeypatch.delenv("OPFOR_BOARDS", raising=False)
    monkeypatch.delenv("OPFOR_VASL_MODULE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def vsav(folder: Path, boards: str = "0\t0\to1") -> Path:
    """Two squads with a SW and a leader in GG5, a squad too many kind, a stray."""
    at = (2199, 690)
    broken = counter("4-6-7 1sq", layer("broken +"), at=at, image="ge/x")
    squad = counter("4-6-7 1sq", at=at, image="ge/x")
    gun = counter("MMG", at=at, image="ge/mmg")
    pin = counter("Pin", at=at)
    other = counter("8-3-8 Esq", at=(512, 561), image="ge/x")
    odd = counter("Thing", at=(512, 561))
    pieces = [broken, squad, gun, pin, other, odd]
    adds = [added(str(n), piece) for n, piece in enumerate(pieces, 1)]
    text = game_text(*adds, stacked("9", at, "1", "2", "3", "4"), boards=boards)
    return save(folder / "mine.vsav", text)


def units(path: Path) -> dict[str, Unit]:
    """The FRIENDLY units on the map of a game."""
    session = resume(path)
    session.game.run()
    found = session.game.state.units
    session.close()
    return {i: u for i, u in found.items() if u.side == "FRIENDLY" and u.location}


class TestStart:
    """`opfor vasl start`."""

    def test_begun(self, tmp_path: Path, capsys: Capture) -> None:
        """His units are where his counters are, in their states, with their SW."""
        game = tmp_path / "game.opfor"
        args = ["first-contact", "--save", str(game), "--seed", "3", "--yes"]
        assert main(["vasl", "start", str(vsav(tmp_path)), *args]) == 0
        out = capsys.readouterr().out
        assert "8-3-8 in o1C3: the Mission's OB has none more; it plays too" in out
        assert "Thing" in out
        assert f"opfor play --resume {game}" in out
        found = units(game)
        assert [u.location for u in found.values()].count("o1GG5") == 2
        assert found["467A"].broken
        assert found["838A"].location == "o1C3"
        assert not found["467A"].pinned
        session = resume(game)
        session.game.run()
        owner = session.game.state.weapons["mmgA"].owner
        assert owner == "467B"
        session.close()
        saved = read_save(game)
        world = saved_world(read_setup(saved.options, str(game)), str(game))
        kind_on(world).check_replay(saved)

    def test_asked_once(self, tmp_path: Path, capsys: Capture) -> None:
        """A program gets the list, and no game before it says yes."""
        game = tmp_path / "game.opfor"
        args = ["first-contact", "--save", str(game), "--json"]
        assert main(["vasl", "start", str(vsav(tmp_path)), *args]) == 1
        found = json.loads(capsys.readouterr().out)
        assert found["save"] == ""
        assert len(found["list"]) > 2
        assert not game.exists()

    def test_cropped(self, tmp_path: Path, capsys: Capture) -> None:
        """A board of which a crop leaves nothing is refused in a sentence."""
        path = vsav(tmp_path, "0\t0\to1\t0\t0\t9\t645\t")
        assert main(["vasl", "start", str(path), "first-contact", "--yes"]) == 2
        assert "leaves no hexes" in told(capsys)

    def test_no_save(self, tmp_path: Path, capsys: Capture) -> None:
        """A file that is not there is told."""
        assert main(["vasl", "start", str(tmp_path / "no.vsav"), "first-contact"]) == 2
        assert "no such saved game" in told(capsys)


@needs_shared
class TestSetUp:
    """A Mission whose FRIENDLY units set up on the map."""

    def test_on_his_places(self, tmp_path: Path, capsys: Capture) -> None:
        """Each of the OB stands where the saved game has it, in its states."""
        world, game = played("enemy-offensive-steady")
        state = next(
            state
            for _, state in Reel(
                State(mission=game.state.mission), game.events
            ).states()
            if state.turn == 2
        )
        path, new = tmp_path / "a.vsav", tmp_path / "new.opfor"
        writer = Writer(world, state, counters(), shipped_words())
        write_archive(path, writer.archive(state))
        args = ["enemy-offensive", "--save", str(new), "--yes", "--seed", "1"]
        module = ["--module", str(SHARED / "vasl" / "vasl.vmod")]
        assert main(["vasl", "start", str(path), *args, *module]) == 0
        assert "not taken" not in capsys.readouterr().out
        was = held(state).units
        for id_, unit in held_units(new).items():
            if id_ in was:
                assert unit == was[id_]


def held_units(path: Path) -> dict[str, Unit]:
    """The FRIENDLY units of a game, as `held` has them."""
    session = resume(path)
    session.game.run()
    found = held(session.game.state).units
    session.close()
    return {i: u for i, u in found.items() if u.side == "FRIENDLY"}


@needs_shared
class TestWrite:
    """`opfor vasl write` and `log`."""

    SAVE = Path(__file__).parents[2] / "saves" / "0.1.0" / "infantry.opfor"
    MODULE = ("--module", str(SHARED / "vasl" / "vasl.vmod"))

    def test_over_a_base(self, tmp_path: Path, capsys: Capture) -> None:
        """Written, and written again over that; a log too."""
        first, second = tmp_path / "a.vsav", tmp_path / "b.vsav"
        args = ["vasl", "write", str(self.SAVE)]
        assert main([*args, str(first), "--at", "1 ENEMY MPh", *self.MODULE]) == 0
        base = ["--base", str(first)]
        assert main([*args, str(second), *base, *self.MODULE]) == 0
        assert "a blank one (Blank0)" in capsys.readouterr().out
        log = tmp_path / "c.vlog"
        assert main(["vasl", "log", str(self.SAVE), str(log), *self.MODULE]) == 0
        assert "steps" in capsys.readouterr().out

    def test_base_without_boards(self, tmp_path: Path, capsys: Capture) -> None:
        """Over a saved game in which no boards are laid yet the game's own are."""
        out = tmp_path / "a.vsav"
        base = str(SHARED / "vsav" / "basic.vsav")
        args = ["vasl", "write", str(self.SAVE), str(out), "--base", base]
        assert main([*args, *self.MODULE]) == 0
        capsys.readouterr()
        assert main(["vasl", "show", str(out), *self.MODULE]) == 0
        assert "board Blank0 in column 0" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (("--at", "999999"), "there is no event"),
            (("--at", "soon"), "no moment"),
            (("--at", "44 ENEMY MPh"), "did not come to"),
            (("--base", str(SHARED / "vsav" / "hill-621.vsav")), "its boards"),
        ],
    )
    def test_refused(
        self, args: tuple[str, str], said: str, tmp_path: Path, capsys: Capture
    ) -> None:
        """What cannot be written is told in a sentence, and no file is left."""
        out = tmp_path / "out.vsav"
        call = ["vasl", "write", str(self.SAVE), str(out), *args, *self.MODULE]
        assert main(call) == 2
        assert said in told(capsys)
        assert not out.exists()

    def test_no_module(self, tmp_path: Path, capsys: Capture) -> None:
        """Without a module nothing can be written."""
        out = tmp_path / "out.vsav"
        assert main(["vasl", "write", str(self.SAVE), str(out)]) == 2
        assert "--module" in told(capsys)


@needs_shared
class TestBoardsAsSetUp:
    """Half boards and SSR of the saved game are on the map."""

    def test_half_with_ssr(self, tmp_path: Path, capsys: Capture) -> None:
        """The half board without grain; what no table says is in the list."""
        boards = "0\t0\tr04\t0\t0\t900\t645\tVER\t6.1\tSSR\tNoGrain\tSSR\tMud"
        squad = counter("4-6-7 1sq", at=(400 + 843, 400 + 129), image="ge/x")
        text = game_text(added("1", squad), boards=boards)
        path, game = save(tmp_path / "half.vsav", text), tmp_path / "game.opfor"
        args = ["--boards", str(SHARED / "boards"), "--save", str(game), "--yes"]
        assert main(["vasl", "start", str(path), "first-contact", *args]) == 0
        out = capsys.readouterr().out
        assert "SSR Mud in 04: VASL's table changes no terrain" in out
        assert "NoGrain" not in out
        session = resume(game)
        session.game.run()
        world = session.world
        assert len(world.map) == 17 * 10 + 8
        assert 24 not in world.map.terrain
        assert "4B8" in {u.location for u in session.game.state.units.values()}
        session.close()
        out_file = tmp_path / "out.vsav"
        module = str(SHARED / "vasl" / "vasl.vmod")
        assert (
            main(["vasl", "write", str(game), str(out_file), "--module", module]) == 0
        )
        assert main(["vasl", "show", str(out_file), "--boards", args[1]]) == 0
        shown = capsys.readouterr().out
        assert "turned; cropped at 0,0, 900 x 645 pixels" in shown
        assert "SSR NoGrain, Mud" in shown
        assert "04 B8" in shown
