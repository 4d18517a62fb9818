"""What the player has chosen once for all games, in the user's config folder."""

import os
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_config_path

from opfor.core.errors import OpforError

MAX_SETTINGS = 2**16


class Settings(Struct, frozen=True):
    """The settings.

    Args:
        boards: the folder of his VASL boards; empty if he has named none.
        module: his VASL module, a .vmod file; empty likewise.
    """

    boards: str = ""
    module: str = ""


def settings_path() -> Path:
    """The file of the settings."""
    return user_config_path("opfor", appauthor=False) / "settings.json"


def read_settings() -> Settings:
    """The settings; as they are from the start where there are none, or broken ones."""
    try:
        with settings_path().open("rb") as file:
            return msgspec.json.decode(file.read(MAX_SETTINGS), type=Settings)
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return Settings()


def write_settings(settings: Settings) -> None:
    """Keep the settings for the next start.

    Errors:
        OpforError: the file cannot be written.
    """
    path = settings_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        new.write_bytes(msgspec.json.format(msgspec.json.encode(settings)))
        new.replace(path)
    except OSError as problem:
        what = f"the settings cannot be kept ({problem.strerror})"
        raise OpforError(what, str(path)) from None
