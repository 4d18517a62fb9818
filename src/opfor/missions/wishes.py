"""What is wished of a rolled Mission; whatever is left open is drawn."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.missions.chance import DIE, Chance
from opfor.state.nations import Loaded
from opfor.state.theatres import meetings

Kind = Literal["attack", "defence", "breakthrough", "meeting", "waves", "raid"]
Length = Literal["short", "medium", "long"]
Difficulty = Literal["easy", "fair", "hard"]

AnyMonth = Annotated[str, Meta(pattern=r"\A(?:(?:19|20)\d\d-(?:0[1-9]|1[0-2]))?\Z")]
"""A month, or nothing."""

KINDS: tuple[Kind, ...] = get_args(Kind)
LENGTHS: tuple[Length, ...] = get_args(Length)
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

WIN_RATES: Mapping[Difficulty, float] = MappingProxyType(
    {"easy": 0.65, "fair": 0.5, "hard": 0.35}
)
"""How often the reference player is to win (project)."""


class Wishes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wished; empty is by chance.

    Args:
        kind: what the Mission is about.
        friendly, enemy: names of nations.
        date: its month.
        map: boards, as a Mission names them.
        boards: names of boards that one is drawn from, where no map is named.
        length: how many turns about.
        difficulty: how often the reference player is to win.
    """

    kind: Kind | None = None
    friendly: str = ""
    enemy: str = ""
    date: AnyMonth = ""
    map: str = ""
    boards: tuple[str, ...] = ()
    length: Length = "medium"
    difficulty: Difficulty = "fair"


def who_and_when(
    wishes: Wishes, loaded: Loaded, chance: Chance
) -> tuple[str, str, str]:
    """FRIENDLY nation, ENEMY nation and month, as wished or as they met.

    Sides that never met get a month in which both have tables; without one, that of
    the ENEMY nearest to what is wished (D-702).

    Errors:
        OpforError: there is no such nation, or the ENEMY has no tables in the month.
    """
    for name in filter(None, (wishes.friendly, wishes.enemy)):
        loaded.nation(name)
    if wishes.friendly and wishes.friendly == wishes.enemy:
        raise OpforError("both sides are of one nation", wishes.enemy, "name another")
    met = [
        (friendly, enemy, month)
        for month, friendly, enemy in meetings(loaded)
        if wishes.friendly in ("", friendly)
        and wishes.enemy in ("", enemy)
        and wishes.date in ("", month)
    ]
    if met and wishes.kind == "waves":
        met = [each for each in met if loaded.nation(each[1]).fact("human wave")]
    if met:
        sides = sorted({(friendly, enemy) for friendly, enemy, _ in met})
        usual = [each for each in sides if all(_is_army(loaded, name) for name in each)]
        drawn = chance.of(usual if usual and chance.below(DIE) else sides)
        return chance.of([each for each in met if each[:2] == drawn])
    return _who_never_met(wishes, loaded, chance)


def _is_army(loaded: Loaded, name: str) -> bool:
    """Whether it is a whole army, not troops of one that bear its name.

    Guards, paratroopers, assault engineers: one draw in six asks for them as well.
    """
    return not name.startswith(f"{loaded.nation(name).fact('base')}-")


def _who_never_met(
    wishes: Wishes, loaded: Loaded, chance: Chance
) -> tuple[str, str, str]:
    if not (wishes.friendly and wishes.enemy):
        asked = wishes.friendly or wishes.enemy or wishes.kind or "anybody"
        when = f" in {wishes.date}" if wishes.date else ""
        raise OpforError(
            f"nobody is known to have met {asked}{when} so",
            do="name both nations, or leave the month or the kind open",
        )
    enemy = loaded.nation(wishes.enemy)
    first, last = loaded.nation(wishes.friendly).span
    own_first, own_last = enemy.span
    common = sorted({max(first, own_first), min(last, own_last)})
    drawn = enemy.nearest_month(chance.of(common))
    return wishes.friendly, wishes.enemy, wishes.date or drawn


def read_wish(word: str, among: tuple[str, ...], option: str) -> str:
    """One of some words as somebody typed it.

    Errors:
        OpforError: it is none of them.
    """
    if word not in among:
        do = did_you_mean(word, among) or f"write one of {', '.join(among)}"
        raise OpforError(f"{word[:40]!r} is unknown", option, do)
    return word
