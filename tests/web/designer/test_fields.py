"""The form: every key of a Mission is in it, filled in as its type says."""

import msgspec

from opfor.state.mission import Mission
from opfor.web.designer.fields import FieldShape, form
from opfor.web.designer.words import FOLDED, HIDDEN, HINTS, SECTIONS, SPECIAL, WORDS

FIELDS = {field.key: field for part in form() for field in part.fields}


def inside(key: str, name: str) -> FieldShape:
    """A field of a table."""
    return next(field for field in FIELDS[key].fields if field.key == name)


class TestForm:
    """The fields, worked out from the Mission itself."""

    def test_every_key(self) -> None:
        """No key of a Mission is missing but those that the page fills in itself."""
        every = {field.name for field in msgspec.structs.fields(Mission)}
        assert every - {*FIELDS} == {name.partition(".")[2] for name in HIDDEN}

    def test_kinds(self) -> None:
        """A field is filled in as its type says."""
        assert FIELDS["turns"].kind == "number"
        assert (FIELDS["turns"].low, FIELDS["turns"].high) == (1, 99)
        assert FIELDS["vpo"].kind == "places"
        assert FIELDS["placement"].options == ("a", "b", "c", "d", "e")
        assert FIELDS["heavy_cap"].options == ("none",)
        assert FIELDS["re"].kind == "number"
        assert FIELDS["area"].kind == "maybe"
        assert inside("victory", "vpo").kind == "word"
        assert inside("unit", "at").kind == "place"
        assert inside("entering", "armor").options == ("AFV", "SPG", "TD")

    def test_needed(self) -> None:
        """What has no usual value is needed; the id follows from the title."""
        needed = {key for key, field in FIELDS.items() if field.needed}
        assert needed == {"title", "map", "date", "friendly", "enemy", "fbe"}

    def test_words_are_of_keys(self) -> None:
        """No word is about a key that there is not."""
        tables = ["Mission"]
        tables += ["OB", "Area", "Entering", "VictoryCondition", "Rescue"]
        names = {key for keys in SECTIONS.values() for key in keys}
        assert names <= {*FIELDS}
        for name in (*WORDS, *HINTS, *FOLDED, *SPECIAL):
            table, dot, _ = name.partition(".")
            assert not dot or table in tables
