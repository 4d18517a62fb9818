"""What is chosen once for all games."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.core.settings import (
    Settings,
    read_settings,
    settings_path,
    write_settings,
)


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A config folder of the test."""
    monkeypatch.setattr(
        "opfor.core.settings.user_config_path", lambda *_, **__: tmp_path / "config"
    )


class TestSettings:
    """The file of the settings."""

    def test_there_and_back(self) -> None:
        """What is written is read; before that there is nothing."""
        assert read_settings() == Settings()
        write_settings(Settings(boards="/b", module="/m.vmod"))
        assert read_settings() == Settings(boards="/b", module="/m.vmod")

    @pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"boards": 1}', b"\xff\xfe"])
    def test_broken(self, data: bytes) -> None:
        """A broken file is as none."""
        settings_path().parent.mkdir(parents=True)
        settings_path().write_bytes(data)
        assert read_settings() == Settings()

    def test_not_to_be_written(self, tmp_path: Path) -> None:
        """A config folder that cannot be is told."""
        (tmp_path / "config").write_bytes(b"a file")
        with pytest.raises(OpforError, match="cannot be kept"):
            write_settings(Settings())
