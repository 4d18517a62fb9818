"""What a rolled Mission is called, and its situation in a few sentences."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from opfor.missions.chance import Chance
from opfor.missions.kinds import Plan
from opfor.missions.lay import Place
from opfor.missions.wishes import Kind
from opfor.state.mission import Mission

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
)  # fmt: skip

TITLES: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "attack": ("Take the {}", "The {} by Nightfall", "One More {}", "Into the {}"),
        "defence": ("Hold the {}", "The Last {}", "Nobody Leaves the {}"),
        "breakthrough": ("Past the {}", "The Way by the {}", "Beyond the {}"),
        "meeting": ("First to the {}", "The {} Between", "A {} for Two"),
        "waves": ("Waves at the {}", "They Come for the {}", "The {} at Dawn"),
        "raid": ("Raid on the {}", "A Visit to the {}", "Trouble at the {}"),
    }
)

SITUATIONS: Mapping[Kind, str] = MappingProxyType(
    {
        "attack": "{own} Infantry is sent forward to take {of_all}: {places}. "
        "How many {enemy} soldiers are there, and where, nobody knows.",
        "defence": "{own} Infantry has dug in to keep {of_all}: {places}. "
        "The {enemy} ENEMY attacks in groups, turn after turn.",
        "breakthrough": "{own} Infantry is to get through to the other side of the map "
        "before the way is shut; or it takes {of_all}: {places}.",
        "meeting": "Both sides are on their way to {all}: {places}. {own} Infantry has "
        "to be in {count} of them when it is over.",
        "waves": "{own} Infantry is to keep {of_all}: {places}. "
        "Wave upon wave of {enemy} Infantry comes over the open ground.",
        "raid": "{a_own} raiding party goes in to hurt the ENEMY around {places}, and "
        "must not pay too much for it.",
    }
)

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")

TOWARD: Mapping[bool, str] = MappingProxyType(
    {
        True: "The tanks can come by road.",
        False: "No road leads there: the tanks go cross-country.",
    }
)


def title(kind: Kind, first: Place, chance: Chance) -> str:
    """A title around the place that the Mission began with."""
    word = first.word.removesuffix(" building")
    named = f"{word} house" if word != first.word else word
    return chance.of(TITLES[kind]).format(named.title())


def situation(kind: Kind, mission: Mission, made: Plan, own: str, enemy: str) -> str:
    """The situation of a Mission in two sentences.

    Args:
        kind: what it is about.
        mission: the Mission, without words.
        made: its places.
        own: the name of the FRIENDLY nation.
        enemy: that of the ENEMY.
    """
    year, month = mission.date.split("-")
    aim = next((aim.vpo for aim in mission.victory if aim.vpo), 0)
    count = aim if isinstance(aim, int) else len(made.places)
    text = SITUATIONS[kind].format(
        own=_adjective(own),
        a_own=_with_article(_adjective(own)),
        enemy=_adjective(enemy),
        count=_share(count, len(made.places)).partition(" of ")[0],
        of_all=f"{_share(count, len(made.places))} places",
        all=f"{NUMBERS[len(made.places)]} places",
        places=_listed(made.places),
    )
    return f"{MONTHS[int(month) - 1]} {year}. {text}"


def _share(count: int, of: int) -> str:
    """How many of some: two of three, all three, both."""
    if count < of:
        return f"{NUMBERS[count]} of {NUMBERS[of]}"
    return "both" if of == 2 else f"all {NUMBERS[of]}"


def _adjective(name: str) -> str:
    """A nation before a noun: German, Russian Guards, German assault engineer."""
    last = name.rpartition(" ")[2]
    return name.removesuffix("s") if last.islower() else name


def _with_article(word: str) -> str:
    return f"{'An' if word[0] in 'AEIO' else 'A'} {word}"


def _listed(places: Sequence[Place]) -> str:
    """The places as one would read them out: `a, b and c`."""
    *rest, last = [f"the {place.word} in {place.label}" for place in places]
    return f"{', '.join(rest)} and {last}" if rest else last
