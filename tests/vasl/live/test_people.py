"""What the server tells of people, as VASSAL's own server writes it."""

from typing import Any

from opfor.vasl.live.people import Person
from opfor.vasl.live.wire import line_of, properties, read_properties, words

REG = (
    "REG\tpw-Alice.1795363101795\tVASL/Main Room\taway=false|crc=6b3b286d"
    "|CombinedCrc=6b3b286d|moduleVersion=6.6.8|profile=|ip=|name=Alice|client=1.2.3"
    "|looking=false|id=pw-Alice.1795363101795"
)


def alice() -> Person:
    """A player who has registered."""
    nobody: Any = None
    person = Person(1, nobody)
    kind, id_, path, info = words(REG)
    assert kind == "REG"
    person.register(id_, path, info)
    return person


class TestTranscript:
    """Lines of a real session."""

    def test_entry(self) -> None:
        """To herself she stands by her id, with a backslash before each `=`."""
        person = alice()
        entry = person.entry(person)
        path, info = entry.split("=", 1)
        assert path == "VASL/Main Room/pw-Alice.1795363101795"
        assert "|name\\=Alice" in info
        assert "client\\=1.2.3" in info
        assert info.endswith("|id\\=pw-Alice.1795363101795|ip\\=127.0.0.1")

    def test_others(self) -> None:
        """To others she has an alias."""
        person, other = alice(), alice()
        assert "pw-Alice" not in person.entry(other)
        assert person.entry(other).startswith("VASL/Main Room/player1.1=")
        assert person.same_as(other)

    def test_room(self) -> None:
        """A room's owner stands within a property."""
        room = properties({"Solo": properties({"owner": "bot.1"})})
        assert line_of("ROOM_INFO", room) == "ROOM_INFO\tSolo=owner\\=bot.1"
        told = read_properties("Solo=owner\\=a.1\\|locked\\=true")
        assert told == {"Solo": "owner=a.1|locked=true"}

    def test_forward(self) -> None:
        """A message within a message keeps its tabs."""
        line = "FWD\tVASL/opfor/~x\tLOG\\\tM/1\\\tx"
        assert words(line) == ["FWD", "VASL/opfor/~x", "LOG\tM/1\tx"]
