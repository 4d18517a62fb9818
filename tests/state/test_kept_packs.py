"""The packs of a game: kept beside its save as they were when it began."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.ports.session import Setup, begin, resume
from opfor.state.mission import load_mission
from opfor.views.replay import Reel
from opfor.views.report.whose import values_of

TABLE = (
    'extends = "A6d"\nsource = "player"\nrows = [\n  { on = "1-6", result = %s },\n]\n'
)


def begun(tmp_path: Path) -> tuple[Path, Path]:
    """A game with a pack: its save, and the pack."""
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "A6d.toml").write_text(TABLE % 1, encoding="utf-8")
    setup = Setup(mission=load_mission("first-contact"), seed=3, packs=(str(pack),))
    save = tmp_path / "games" / "x.opfor"
    session = begin(setup, save)
    session.game.run()
    session.close()
    return save, pack


def test_goes_on(tmp_path: Path) -> None:
    """The pack is changed, made wrong, and thrown away: the game goes on as it was."""
    save, pack = begun(tmp_path)
    for text in (TABLE % 3, "rows = ["):
        (pack / "A6d.toml").write_text(text, encoding="utf-8")
        session = resume(save)
        assert session.world.enemy.table("A6d").look_up(4).result == 1
        session.close()
    (pack / "A6d.toml").unlink()
    pack.rmdir()
    session = resume(save)
    assert session.setup.modules[0].name == "mine"
    assert session.world.enemy.table("A6d").look_up(4).result == 1
    session.close()


def test_named_and_counted(tmp_path: Path) -> None:
    """The save names the module; its values are told from ours."""
    save, _ = begun(tmp_path)
    session = resume(save)
    session.game.run()
    reel = Reel(session.game.state, session.game.events)
    values = values_of(session.world, reel.events, session.setup.modules)
    assert values.modules[0].startswith("mine (no version yet, ")
    assert {use.pack for use in values.uses if use.table == "A6d"} == {"mine"}
    assert values.times("module") >= 1
    assert values.times("ours") >= 1
    assert "a module's" in values.sentence
    session.close()


def test_changed(tmp_path: Path) -> None:
    """A copy that was changed or is gone is told, with what is needed."""
    save, _ = begun(tmp_path)
    (kept,) = (tmp_path / "games" / "modules").glob("*/mine")
    (kept / "A6d.toml").write_text(TABLE % 2, encoding="utf-8")
    with pytest.raises(OpforError, match=r"has changed: .*; take mine"):
        resume(save)
    (kept / "A6d.toml").unlink()
    kept.rmdir()
    with pytest.raises(OpforError, match=r"is gone: .*; take mine"):
        resume(save)
    assert save.is_file()
