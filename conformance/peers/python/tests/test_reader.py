"""Rules 8 to 10: one strict JSON value, or the one reason that a text is none."""

from __future__ import annotations

import pytest

from functionschema.reader import Limits, ReadError, read
from functionschema.values import Number, compact, write


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("empty", b"", "syntax"),
        ("white space alone", b" \n", "syntax"),
        ("byte order mark", b"\xef\xbb\xbf{}", "syntax"),
        ("NaN, which json.loads takes", b'{"a":NaN}', "syntax"),
        ("leading zero", b"[01]", "syntax"),
        ("leading zero at the root", b"01", "syntax"),
        ("point without digits", b"[1.]", "syntax"),
        ("point at the end may go on", b"1.", "truncated"),
        ("comma before the end", b"[1,]", "syntax"),
        ("full-width digit, which \\d takes", "[１]".encode(), "syntax"),
        ("line separator is no white space", "\u2028{}".encode(), "syntax"),
        ("control character", b'"\t"', "syntax"),
        ("unknown escape", b'"\\x41"', "syntax"),
        ("word that goes on wrong", b"trux", "syntax"),
        ("word that ends early", b"tru", "truncated"),
        ("pair that ends early", b'"\\ud83d\\ud', "truncated"),
        ("half of a pair", b'"\\ud83d"', "surrogate"),
        ("low half first", b'"\\ude00\\ud83d"', "surrogate"),
        ("surrogate as bytes", b'"\xed\xa0\x80"', "utf8"),
        ("overlong", b'"\xc0\xaf"', "utf8"),
        ("two values", b"{}{}", "trailing-data"),
        ("same name after unescaping", b'{"a":1,"\\u0061":2}', "duplicate-key"),
    ],
)
def test_offence(name: str, text: bytes, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(text)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("name", "limits", "fits", "beyond"),
    [
        ("bytes", Limits(bytes=3), b"[1]", b"[12]"),
        ("depth: scalars are free", Limits(depth=1), b"[1]", b"[[]]"),
        ("values: containers count, names do not", Limits(values=3), b'{"a":1,"b":2}', b"[1,2,3]"),
        ("values of a long run of numbers", Limits(values=4), b"[1,2,3]", b"[1,2,3,4]"),
        ("digits, those of the exponent included", Limits(digits=4), b"1.2e34", b"1.23e45"),
        ("digits of an item", Limits(digits=40), b"[1," + b"1" * 40 + b",1]", b"[1," + b"1" * 41 + b",1]"),
        ("exponent, of zero too", Limits(exponent=5), b"0e-5", b"0e6"),
        ("leading zeros make no exponent larger", Limits(exponent=5), b"1e005", b"1e006"),
    ],
)
def test_limits_are_inclusive(name: str, limits: Limits, fits: bytes, beyond: bytes) -> None:
    read(fits, limits)
    with pytest.raises(ReadError):
        read(beyond, limits)


def test_depth_costs_no_stack() -> None:
    value = read(b"[" * 50_000 + b"]" * 50_000, Limits(depth=50_000))
    assert isinstance(value, list)


def test_place_of_a_duplicate() -> None:
    with pytest.raises(ReadError) as caught:
        read(b'{"a/b":[{},{"x":{"y":1,"y":2}}]}')
    assert (caught.value.pointer, caught.value.property) == ("/a~1b/1/x", "y")


def test_texts_are_kept() -> None:
    text = '{ "a\\u0062" : [1.50, "\\/", {"c" :1e3}] }'
    value = read(text.encode())
    assert write(value) == text
    assert compact(value) == '{"ab":[1.50,"/",{"c":1e3}]}'
    assert write({**value, "d": None}) == '{"a\\u0062":[1.50, "\\/", {"c" :1e3}],"d":null}'


def test_numbers_of_a_run_are_those_of_the_slow_way() -> None:
    texts = ["0", "-0", "1.0", "-12.50", "123456789012345678", "1234567890123456789", "1e3", "1E-2"]
    for separator in (",", " ,\n"):
        items = read(f"[{separator.join(texts)}]".encode())
        assert [item.token for item in items] == texts and all(type(item) is Number for item in items)


@pytest.mark.parametrize("item", ["12345678901234567890", "1e5", "1.0", '"a"', "[]", "1 "])
def test_a_long_array_takes_linear_time(item: str) -> None:
    read(f"[{','.join([item] * 50_000)}]".encode())  # minutes, if each item looked at all that follow
