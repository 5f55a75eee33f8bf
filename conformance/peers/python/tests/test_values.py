"""Exact numbers: equality, integrality, multiples, and the one spelling of rule 30."""

from __future__ import annotations

import pytest

from functionschema.keywords import multiple_of
from functionschema.reader import read
from functionschema.values import Number, canonical, equal


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("1.0", "1"), ("1e0", "1"), ("-0", "0"), ("-0.0e5", "0"), ("0.1", "0.1"), ("1e21", "1e+21"), ("1e20", "1" + "0" * 20),
        ("0.000001", "0.000001"), ("0.0000001", "1e-7"), ("123e-9", "1.23e-7"), ("9007199254740993", "9007199254740993"),
        ('{"b":1,"a":[1.50]}', '{"a":[1.5],"b":1}'), ('"\\u20ac\\u001f\\/"', '"€\\u001f/"'),
    ],
)  # fmt: skip
def test_canonical(text: str, want: str) -> None:
    assert canonical(read(text.encode())) == want


@pytest.mark.parametrize(
    ("a", "b", "want"),
    [
        ("1", "1.0", True), ("1", "true", False), ("0", "false", False), ("[1.0]", "[1]", True), ('{"a":1}', '{"a":true}', False),
        ("9007199254740992", "9007199254740993", False), ('{"a":1,"b":2}', '{"b":2,"a":1}', True), ("null", "false", False),
        ('"1"', "1", False), ("[]", "{}", False),
    ],
)  # fmt: skip
def test_equal(a: str, b: str, want: bool) -> None:
    assert equal(read(a.encode()), read(b.encode())) is want
    assert (canonical(read(a.encode())) == canonical(read(b.encode()))) is want


@pytest.mark.parametrize(
    ("a", "b", "want"),
    [
        ("0.3", "0.1", True), ("19.99", "0.01", True), ("1e1000", "7", False), ("1e308", "0.5", True), ("0", "3", True),
        ("7.5", "2.5", True), ("1e-1000", "1", False), ("-9", "3", True),
    ],
)  # fmt: skip
def test_multiple_of(a: str, b: str, want: bool) -> None:
    assert multiple_of(Number(a), Number(b)) is want


@pytest.mark.parametrize(
    ("token", "want"), [("1", True), ("1.0", True), ("12.5e1", True), ("1e-1", False), ("10e-1", True), ("0e-5", True), ("1.5", False)]
)
def test_is_integral(token: str, want: bool) -> None:
    assert Number(token).is_integral is want
