"""The file of a campaign: TOML, written beside and put in its place as a whole."""

import re
from collections.abc import Iterator, Mapping
from json import dumps
from pathlib import Path
from typing import Any

import msgspec

from opfor.campaign.campaign import VERSION, Campaign
from opfor.campaign.p02_who_goes import weapon
from opfor.core.disk_cache import games_folder
from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.core.packs import read_bytes
from opfor.core.toml_lines import Path as KeyPath
from opfor.core.toml_lines import key_lines, nearest_line
from opfor.core.toml_text import parse_toml
from opfor.core.write_file import write_file
from opfor.state.counters import MMC, SMC
from opfor.state.nations import Nation, load_all

SUFFIX = ".toml"
MOST_ID = 60
"""The most letters of a campaign's file name."""

HEAD = "# A campaign of opfor: docs/how-to/campaign.md. Written anew after each step.\n"

ARRAYS = ("history",)
"""What has a table for each item; other lists have a line for each."""

_ID = re.compile(r"[\w-][\w.-]{0,59}", re.ASCII)
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def campaigns_folder(games: Path | None = None) -> Path:
    """Where campaigns lie: beside the saves of games."""
    return (games or games_folder()).parent / "campaigns"


def campaign_path(folder: Path, id_: str) -> Path:
    """The file of a campaign by its id.

    Errors:
        OpforError: there is no campaign of that name.
    """
    path = folder / f"{id_}{SUFFIX}"
    if not _ID.fullmatch(id_) or not path.is_file():
        known = ", ".join(campaign_ids(folder)[:10])
        do = f"there are: {known}" if known else "begin one: opfor campaign new"
        raise OpforError(f"there is no campaign {id_[:40]!r}", do=do)
    return path


def campaign_ids(folder: Path) -> list[str]:
    """The campaigns of a folder, the one that changed last first."""
    try:
        files = [
            (path.stat().st_mtime, path.stem) for path in folder.glob(f"*{SUFFIX}")
        ]
    except OSError:
        return []
    return [id_ for _, id_ in sorted(files, reverse=True) if _ID.fullmatch(id_)]


def free_id(folder: Path, name: str) -> str:
    """An id for a new campaign that is not there yet: `iron-dogs`, `iron-dogs-2`."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[: MOST_ID - 6]
    stem, number = plain or "company", 1
    id_ = stem
    while (folder / f"{id_}{SUFFIX}").exists():
        number += 1
        id_ = f"{stem}-{number}"
    return id_


# -- writing -----------------------------------------------------------------------


def write_campaign(path: Path, campaign: Campaign) -> None:
    """Write a campaign: the whole file, or nothing.

    Errors:
        OpforError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OpforError(
            f"cannot be made ({error.strerror})", str(path.parent)
        ) from None
    write_file(path, toml_of(campaign).encode())


def toml_of(campaign: Campaign) -> str:
    """A campaign as its file has it."""
    plain: dict[str, Any] = msgspec.to_builtins(campaign)
    return HEAD + "".join(_table((), {k: v for k, v in plain.items() if v is not None}))


def _table(name: tuple[str, ...], fields: Mapping[str, Any]) -> Iterator[str]:
    """A table: its plain keys, then the tables in it."""
    below = {key: value for key, value in fields.items() if isinstance(value, dict)}
    for key, value in fields.items():
        if key not in below and key not in ARRAYS:
            yield f"{key} = {_value(value)}\n"
    for key, value in below.items():
        yield f"\n[{'.'.join((*name, key))}]\n"
        yield from _table((*name, key), value)
    for key in ARRAYS:
        for item in fields.get(key, ()):
            yield f"\n[[{key}]]\n"
            yield from (f"{name} = {_value(each)}\n" for name, each in item.items())


def _value(value: Any) -> str:
    """A value in one line; long lists of tables have an item a line."""
    match value:
        case dict():
            pairs = (f"{_key(key)} = {_value(each)}" for key, each in value.items())
            return "{ " + ", ".join(pairs) + " }" if value else "{}"
        case [dict(), *_]:
            return "[\n" + "".join(f"  {_value(each)},\n" for each in value) + "]"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
    return dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else dumps(key, ensure_ascii=False)


# -- reading -----------------------------------------------------------------------


def read_campaign(path: Path) -> Campaign:
    """The campaign of a file.

    Errors:
        OpforError: naming the file, the line and the key, what is wrong, and what to
            write.
    """
    return campaign_from(read_bytes(path), str(path))


def campaign_from(data: bytes, file: str) -> Campaign:
    """As above, of its bytes."""
    raw = parse_toml(data, file)

    def place(path: KeyPath) -> str:
        return _place(file, key_lines(data.decode()), path)

    version = raw.get("version")
    if version != VERSION:
        what = f"version: this is no campaign file of version {VERSION}"
        do = f"play it with the opfor that wrote version {version!r}"
        if version is None:
            do = "give the file of a campaign, as opfor campaign export writes it"
        raise OpforError(what, place(("version",)), do)
    try:
        campaign = msgspec.convert(raw, Campaign)
    except (msgspec.ValidationError, RecursionError) as error:
        found = misfit(error, Campaign)
        do = "put back what stood there, or take an export of before"
        raise OpforError(found.what, place(found.path), do) from None
    for path, what, do in _faults(campaign):
        raise OpforError(what, place(path), do)
    return campaign


def _place(file: str, lines: dict[KeyPath, int], path: KeyPath) -> str:
    """File, line and key."""
    line = nearest_line(lines, path)
    key = ".".join(str(step + 1) if isinstance(step, int) else step for step in path)
    return f"{file}:{line}" + (f" ({key})" if key else "") if line else file


def _faults(campaign: Campaign) -> Iterator[tuple[KeyPath, str, str]]:
    """What a form cannot know: nations, counters and numbers that there are not."""
    company = campaign.company
    try:
        nation = load_all(*map(Path, campaign.options.packs)).nation(company.nation)
    except OpforError as error:
        yield ("company", "nation"), error.what, error.do
        return
    seen: set[int] = set()
    for nth, each in enumerate(company.people):
        at: KeyPath = ("company", "people", nth)
        if each.id in seen:
            yield (*at, "id"), f"the number {each.id} is there twice", "give another"
        seen.add(each.id)
        yield from _counter_faults((*at, "counter"), each.counter, nation, each.leader)
    for nth, name in enumerate(company.weapons):
        try:
            weapon(name, nation)
        except OpforError as error:
            yield ("company", "weapons", nth), error.what, error.do
    battle = campaign.battle
    if battle and (campaign.plan is None or not _ID.fullmatch(battle.game)):
        yield ("battle",), "this is no game that is being played", "leave it out"
    if battle and not set(battle.sent.people) <= {0, *seen}:
        yield ("battle", "sent", "people"), "it names people who are not there", ""


def _counter_faults(
    at: KeyPath, name: str, nation: Nation, leader: bool
) -> Iterator[tuple[KeyPath, str, str]]:
    try:
        kind = nation.counter(name)
    except OpforError as error:
        yield at, error.what, error.do
        return
    squad = isinstance(kind, MMC) and kind.size == "squad"
    if not (isinstance(kind, SMC) if leader else squad):
        what = "leader" if leader else "squad"
        yield (
            at,
            f"{name!r} is no {nation.id} {what}",
            "write the name it is printed with",
        )
