"""What a person types, read as the answer to an open request."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter

from opfor.core.ask import (
    Adjudicate,
    AnyRequest,
    Asked,
    Choose,
    Draw,
    Field,
    Option,
    Place,
    Roll,
)
from opfor.core.dice import read_dice
from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.rule import printed
from opfor.views.text.purposes import purpose_of


def pick(
    word: str, known: Mapping[str, str], what: str, shown: Iterable[str] = ()
) -> str:
    """The value of the one name that a word is, or begins; case is ignored.

    Hyphens and the like are ignored if nothing is called so with them: PZ4H-C is pz4hC.
    `shown` are the names to tell of in place of all of them.

    Errors:
        OpforError: no name begins so, or several do.
    """
    for fold in (str.casefold, _signs):
        begin = fold(word)
        names = {name: fold(name) for name in known}
        exact = [known[name] for name in names if names[name] == begin]
        if begin and exact:
            return exact[0]
        found = [name for name in names if begin and names[name].startswith(begin)]
        if len({known[name] for name in found}) == 1:
            return known[found[0]]
        if found:
            break
    if found:
        raise OpforError(f"{word} could be {', '.join(found)}", do="type more of it")
    do = did_you_mean(word, known) or f"known: {', '.join(shown or known) or 'none'}"
    raise OpforError(f"there is no {what} {word[:20]!r}", do=do)


def _signs(name: str) -> str:
    """The letters and digits of a name, without case."""
    return "".join(filter(str.isalnum, name.casefold()))


def read_answer(request: AnyRequest, line: str) -> object:
    """The raw answer that a line means.

    Errors:
        OpforError: it means none.
    """
    text = line.strip()
    match request:
        case Roll():
            return list(read_dice(text, request.size))
        case Draw():
            return request.validate(text.upper())
        case Choose():
            return pick_option(request.options, text)
        case Adjudicate():
            return _read_form(request.form, text)
        case Place():
            return _read_places(text)
    raise OpforError("this is answered with an order", str(request.purpose))


def pick_option(options: tuple[Option, ...], text: str) -> str:
    """The key of an option: by its number in the list, its key or its wording."""
    if text.isdecimal() and 1 <= int(text) <= len(options):
        return options[int(text) - 1].key
    return _pick_label(options, text)


def _pick_label(options: tuple[Option, ...], text: str) -> str:
    keys = {option.key: option.key for option in options}
    labels = {option.label or option.key: option.key for option in options}
    return pick(text, labels | keys, "option", labels)


def _read_form(form: tuple[Field, ...], text: str) -> dict[str, object]:
    """The fields in order, parted by commas; the first option of one left empty.

    Nothing at all is the first option of each.
    """
    parts = [part.strip() for part in text.split(",")]
    if not text and all(field.kind == "option" for field in form):
        parts = [""] * len(form)
    if len(parts) != len(form):
        names = ", ".join(field.label or field.name for field in form)
        if len(form) == 1:
            raise OpforError("one answer is wanted", do=f"for {names}")
        told = f"{len(form)} answers are wanted, parted by commas"
        raise OpforError(told, do=f"one for each of: {names}")
    pairs = zip(form, parts, strict=True)
    return {field.name: _read_field(field, part) for field, part in pairs}


def _read_field(field: Field, text: str) -> object:
    match field.kind:
        case "option":
            return pick_option(field.options, text) if text else field.options[0].key
        case "number":
            if not text.lstrip("-").isdecimal():
                raise OpforError(f"{text!r} is no number", field.label)
            return int(text)
        case "yes":
            return pick(text, {"yes": "yes", "no": "no"}, "answer") == "yes"
    return text


def _read_places(text: str) -> dict[str, str]:
    """A place for each thing from a text such as S1 Q5, S2 R6."""
    places = {}
    for part in text.split(","):
        match part.split():
            case [thing, place]:
                places[thing] = place
            case _:
                raise OpforError("name each thing and its place", do="as S1 Q5, S2 R6")
    return places


def question(asked: Asked) -> str:
    """What the player is asked, with how to answer; options on lines of their own."""
    request = asked.request
    rule = f"{printed(asked.rule)} " if asked.rule else ""
    how = ""
    purpose = purpose_of(request)
    match request:
        case Roll():
            how = _dice_wanted(request)
        case Draw(chits=chits):
            how = f": your chit, {'/'.join(chits)}"
        case Choose(options=options):
            labels = [option.label or option.key for option in options]
            lines = [f"\n  {number} {label}" for number, label in enumerate(labels, 1)]
            how = ":" + "".join(lines)
        case Place(things=things, places=places):
            how = (
                f": {', '.join(things)}; each with its place, as {things[0]} "
                f"{places[0] if places else 'Q5'}, …"
            )
        case Adjudicate(form=(Field(kind="option", options=options) as field,)):
            first, *rest = [option.label or option.key for option in options]
            initials = [label[0] for label in rest]
            if len({*initials}) < len(rest):
                initials = list(map(str, range(2, len(options) + 1)))
            ways = [" ".join(pair) for pair in zip(initials, rest, strict=True)]
            who = "" if field.name in ("result", purpose) else field.label
            named = field.name in purpose or not who
            how = f": {'' if named else who + ': '}Enter {first}, {', '.join(ways)}"
        case Adjudicate(form=form):
            how = _each(form)
    return f"{rule}{purpose}{how}"


def _each(form: tuple[Field, ...]) -> str:
    """How to answer several questions in one line; options that some share once."""
    names = [(field.label or field.name).rstrip(":") for field in form]
    listed = [tuple(o.label or o.key for o in field.options) for field in form]
    if not all(listed):
        return ": " + ", ".join(names)
    same = len({*listed}) == 1
    first = f"{listed[0][0]}, all of them" if same else "the first for each"
    groups = groupby(zip(names, listed, strict=True), key=itemgetter(1))
    lines = [
        f"\n  {'; '.join(name for name, _ in those)}\n  each: {_numbered(labels)}"
        for labels, those in groups
    ]
    return f": one answer each, parted by commas (Enter: {first}){''.join(lines)}"


def _numbered(labels: Iterable[str]) -> str:
    return ", ".join(f"{number} {label}" for number, label in enumerate(labels, 1))


def _dice_wanted(roll: Roll) -> str:
    if roll.kind == "random":
        return f": {roll.count} dice"
    return ": your DR, the coloured die first" if roll.kind == "DR" else ": your dr"
