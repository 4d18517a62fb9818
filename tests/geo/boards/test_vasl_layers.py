"""How a board is drawn with SSR."""

from xml.etree.ElementTree import Element, SubElement

from opfor.geo.boards.vasl_layers import InPlace, Overlaid, Painting, painting


def element(tag: str, *parts: tuple[str, dict[str, str], tuple[str, ...]]) -> Element:
    """A file of metadata: rows with their fields, and the colours they name."""
    root = Element(tag)
    for name, fields, colours in parts:
        row = SubElement(root, name, fields)
        for colour in colours:
            SubElement(row, "color", {"name": colour})
    return root


RED = {"name": "Red", "red": "255", "green": "0", "blue": "0"}
BLUE = {"name": "Blue", "red": "0", "green": "0", "blue": "300"}


class TestPainting:
    """What SSR do to a picture."""

    def test_all_three(self) -> None:
        """Pictures over it, patterns and colours in place of colours."""
        board = element(
            "boardMetadata",
            (
                "overlaySSRule",
                {"name": "Light", "image": "l.gif", "x": "4", "y": "-2"},
                (),
            ),
            ("overlaySSRule", {"name": "Other", "image": "o.gif"}, ()),
            ("underlaySSRule", {"name": "Vines", "image": "v.gif"}, ("Red", "Never")),
        )
        shared = element("s", ("color", RED, ()), ("color", BLUE, ()))
        rule = SubElement(shared, "colorSSR", {"name": "Paved"})
        SubElement(rule, "colorMap", {"fromColor": "Red", "toColor": "Blue"})
        SubElement(rule, "colorMap", {"fromColor": "Red", "toColor": "Never"})
        found = painting(("Light", "Vines", "Paved"), board, shared)
        assert found == Painting(
            (Overlaid("l.gif", 4, -2),),
            (InPlace("v.gif", ((255, 0, 0),)),),
            (((255, 0, 0), (0, 0, 255)),),
        )

    def test_the_boards_own_comes_first(self) -> None:
        """A board has its own colours and rules; else those of all boards count."""
        mine = {"name": "Red", "red": "9", "green": "9", "blue": "9"}
        fields = {"name": "Vines", "image": "v.gif"}
        shared = element("s", ("color", RED, ()), ("underlaySSRule", fields, ("Red",)))
        board = element("boardMetadata", ("color", mine, ()))
        assert painting(("Vines",), board, shared).patterns[0].colours == ((9, 9, 9),)
        assert painting(("Vines",), board, None) == Painting()

    def test_hostile(self) -> None:
        """Names that lead elsewhere and numbers beyond measure are nothing."""
        board = element(
            "boardMetadata",
            ("overlaySSRule", {"name": "A", "image": "../x.gif"}, ()),
            ("overlaySSRule", {"name": "A", "image": "x.gif", "x": "9" * 50}, ()),
        )
        assert painting(("A",), board, None).overlays == (Overlaid("x.gif"),)
