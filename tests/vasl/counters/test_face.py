"""How a counter looks by the pictures of the module."""

from opfor.vasl.counters.face import FacePart, face, file_of
from opfor.vasl.saves.traits import Trait
from tests.vasl.given import counter, layer


class TestFace:
    """Which pictures lie on each other."""

    def test_base_and_layers(self) -> None:
        """The counter's own picture lies lowest; what is off is not there."""
        broken = layer("broken +", images="ge/467b", value=1)
        wounded = layer("wnd +", images="wnd", value=-1)
        piece = counter("4-6-7", wounded, broken, image="ge/467")
        assert face(piece) == (FacePart("ge/467"), FacePart("ge/467b"))

    def test_turned(self) -> None:
        """What turns turns all within it, and nothing outside."""
        outside = layer("CE", images="ce", value=1)
        piece = counter("Tank", outside, Trait("rotate;6;;", "2"), image="ge/pz")
        assert face(piece) == (FacePart("ge/pz", turn=2), FacePart("ce"))

    def test_without_pictures(self) -> None:
        """A counter without a picture, or with a name that is none, shows nothing."""
        assert face(counter("Thing")) == ()
        assert face(counter("Thing", image="../../etc/passwd")) == ()


class TestFile:
    """Names of pictures as members of the module."""

    def test_endings(self) -> None:
        """GIF where the name does not say; the folder of pictures only."""
        assert file_of("ge/467") == "images/ge/467.gif"
        assert file_of("ge/467.png") == "images/ge/467.png"
        for name in (
            "",
            "../buildFile",
            "/etc/passwd",
            "a/../b",
            "a\\b",
            "x" * 9 + "\n",
        ):
            assert file_of(name) == ""
