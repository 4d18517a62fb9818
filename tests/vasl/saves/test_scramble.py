"""The disguise of a saved game's text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.vasl.saves.scramble import Form, scramble, unscramble


class TestDisguise:
    """Both forms, and none."""

    def test_known(self) -> None:
        """The older form is key and bytes in digits, the newer one both as they are."""
        assert scramble("AB", key=0x10) == b"!VCSK105152"
        assert scramble("AB", "VOBS", 0x10) == b"VOBS\x10QR"
        assert unscramble(b"!VCSK105152") == ("AB", "VCSK", 0x10)
        assert unscramble(b"VOBS\x10QR") == ("AB", "VOBS", 0x10)
        assert unscramble(b"begin_save\x1b") == ("begin_save\x1b", "plain", 0)

    @given(
        st.binary(max_size=60), st.integers(0, 255), st.sampled_from(["VCSK", "VOBS"])
    )
    def test_round_trip(self, data: bytes, key: int, form: Form) -> None:
        """Any bytes come back, UTF-8 or not."""
        text = data.decode("utf-8", "surrogateescape")
        assert unscramble(scramble(text, form, key)) == (text, form, key)

    @pytest.mark.parametrize(
        "data", [b"", b"PK", b"!VCSK", b"!VCSK1", b"!VCSKzz", b"!VCSK10 5152", b"VOBS"]
    )
    def test_damaged(self, data: bytes) -> None:
        """Anything else is told."""
        with pytest.raises(OpforError, match="saved game"):
            unscramble(data)
