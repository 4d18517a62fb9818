"""Campaigns that were played without a person, kept in a file: a line of JSON each."""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

import opfor
from opfor.campaign.simulate import CampaignOrder, CampaignOutcome
from opfor.core.disk_cache import digest_of
from opfor.core.errors import OpforError
from opfor.core.packs import read_bytes, toml_files


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A campaign as a line of the file.

    Args:
        study: the digest of what was asked.
        outcome: what it came to.
    """

    study: str
    outcome: CampaignOutcome


class Kept:
    """The file: what is in it is not played again.

    Args:
        path: where it is; it begins with the first campaign.
        order: what is played.

    Errors:
        OpforError: it cannot be read, or has campaigns of another order.
    """

    def __init__(self, path: Path, order: CampaignOrder) -> None:
        self._path, self._study = path, _digest(order)
        self.found = list(self._read()) if path.exists() else []

    def add(self, one: CampaignOutcome) -> None:
        """Write a campaign behind the others.

        Errors:
            OpforError: the file cannot be written.
        """
        line = msgspec.json.encode(Line(study=self._study, outcome=one))
        try:
            with self._path.open("ab") as file:
                file.write(line + b"\n")
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise OpforError(what, str(self._path)) from error

    def _read(self) -> Iterator[CampaignOutcome]:
        *lines, cut = read_bytes(self._path).split(b"\n")
        if cut:  # the last one was being written
            lines_whole = b"".join(line + b"\n" for line in lines)
            self._path.write_bytes(lines_whole)
        for nth, text in enumerate(lines, 1):
            where, do = f"{self._path}:{nth}", "give --out another file"
            try:
                line = msgspec.json.decode(text, type=Line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise OpforError("this is no campaign", where, do) from error
            if line.study != self._study:
                what = "this campaign was asked for otherwise"
                raise OpforError(what, where, do)
            yield line.outcome


def _digest(order: CampaignOrder) -> str:
    """A short name of all that the campaigns follow from."""
    packs = [
        digest_of(toml_files(Path(folder))) for folder in order.options.packs
    ]  # fmt: skip
    asked = msgspec.json.encode((opfor.__version__, order, packs))
    return blake2b(asked, digest_size=8).hexdigest()
