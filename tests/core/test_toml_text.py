"""TOML from anywhere: what is wrong is told with file and line, in bounded time."""

import time
import tomllib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.core.toml_text import MOST_BYTES, MOST_PARTS, parse_toml

SOON = 2.0
"""Seconds; the square of 50,000 parts takes minutes."""


def test_read() -> None:
    """A plain file, dots in a text and in a decimal included."""
    note = (
        b"# One. Two. a. b. c. d. e. f. g. h. i. j. k. l. m. n. o. p. q. r. s. t. u\n"
    )
    data = note + b'a.b = "1.2.3"\nc = 1.5\n[d.e]\nf = "... and so on ............."\n'
    found = parse_toml(data, "a.toml")
    assert found["a"] == {"b": "1.2.3"}
    assert found["c"] == 1.5
    assert found["d"]["e"]["f"].startswith("...")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a = 1\nb = ", "a.toml:2: this is not TOML"),
        (b"\xff", "a.toml: this is not UTF-8 text; save it as UTF-8"),
        (b"a = " + b"[" * 50_000, "a.toml: this is not TOML"),
        (b"# a\n" + b"a." * 50_000 + b"b = 1", "a.toml:2: a key of more than 20 parts"),
        (b"[" + b"a." * 50_000 + b"b]", "a.toml:1: a key of more than 20 parts"),
        (b'"a" . ' * 50_000 + b"b = 1", "a.toml:1: a key of more than 20 parts"),
        (b'"\\u0061".' * 50_000 + b"b = 1", "a.toml:1: a key of more than 20 parts"),
        (b'"\\"".' * 50_000 + b"b = 1", "a.toml:1: a key of more than 20 parts"),
        ((b"a" * 300 + b".") * 6_000 + b"b = 1", "a key of more than 20 parts"),
        (b'"\\"' * 300_000 + b"." * 20, "this is not TOML"),
        (b"a" * 1_000_000 + b". " * 20, "this is not TOML"),
        (b"a = {" + b"a." * 50_000 + b"b = 1}", "a key of more than 20 parts"),
        (b"#" * (MOST_BYTES + 1), "a.toml: this file is too long"),
        (b"a = " + b"9" * 100_000, "a.toml: this is not TOML"),
    ],
)
def test_hostile(data: bytes, said: str) -> None:
    """Each in one line, and soon."""
    begun = time.process_time()
    with pytest.raises(OpforError) as caught:
        parse_toml(data, "a.toml")
    assert said in str(caught.value)
    assert len(str(caught.value)) < 400
    assert time.process_time() - begun < SOON


def test_parts() -> None:
    """As many parts as may be are read."""
    key = ".".join("a" * MOST_PARTS)
    assert parse_toml(f"{key} = 1".encode(), "a.toml")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
@example(b"a = 1")
@example(b"a = ")
def test_anything(data: bytes) -> None:
    """Whatever it is, it is read as it stands, or told with its file."""
    said = read_or_told(data)
    assert said.startswith("a.toml") or said == repr(tomllib.loads(data.decode()))


def read_or_told(data: bytes) -> str:
    """What is found in a file, or what is told of it."""
    try:
        return repr(parse_toml(data, "a.toml"))
    except OpforError as error:
        return str(error)
