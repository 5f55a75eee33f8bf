"""Patterns are ECMA-262 with u, matched in linear time."""

from __future__ import annotations

import pytest

from functionschema.pattern import PatternError, compile_pattern


@pytest.mark.parametrize(
    ("pattern", "text", "want"),
    [
        (r"^\d+$", "٣", False), (r"^\w$", "é", False), (r"^a$", "a\n", False), (r"^\s$", "\ufeff", True), (r"^\S$", "\xa0", False),
        ("^.$", "\u2028", False), ("^.$", "😀", True), (r"^\ud83d\ude00$", "😀", True), (r"^\u{1F600}$", "😀", True), ("^[^]$", "\n", True),
        ("[]", "a", False), (r"^\cC$", "\x03", True), (r"^[\b]$", "\b", True), (r"^(?<year>[0-9]{4})$", "2024", True), (r"\p{L}", "é", True),
        (r"^\p{Script=Greek}$", "α", True), (r"^\P{Lu}$", "a", True), (r"^\p{Alphabetic}$", "ª", True), (r"^[^\p{L}\d]$", "-", True),
        (r"^[\w\-.]+$", "a-.", True), ("^(a+)+$", "a" * 40 + "!", False), ("^.{1,2048}$", "x" * 2048, True),
        ("^.{1,2048}$", "x" * 2049, False), ("^a.{1,2500}b$", "a" + "x" * 2500 + "b", True), ("^a.{1,2500}b$", "a" + "x" * 2501 + "b", False),
        ("^(?:ab){600}$", "ab" * 600, True), ("^(?:(?:ab){3}){700}$", "ab" * 2100, True), (r"\bcat\b", "a cat sat", True),
        (r"^\@\/$", "@/", True), ("", "anything", True), (r"^\ud800$", "x", False),
    ],
)  # fmt: skip
def test_matches(pattern: str, text: str, want: bool) -> None:
    assert compile_pattern(pattern)(text) is want


@pytest.mark.parametrize(
    "pattern",
    [
        "(?=a)", "(?<!a)b", r"(a)\1", r"(?<n>a)\k<n>", "(?i)a", r"a\Z", r"\A", "a**", "{", "a{2,1}", "]", "(", ")", "[b-a]", r"[\d-z]",
        r"\p{Print}", r"\p{Script=Nowhere}", r"\p", r"\u12", r"\01", "(?P<a>b)", "(?<a>b)(?<a>c)", "^*", "a{40000}b{40000}", r"\e",
    ],
)  # fmt: skip
def test_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", [".", r"\s", r"\D", r"\b", r"\p{L}", "a*?", "a{1001}", "[^]", "(?<n>a)", r"\cA", r"\u{41}", r"\ud800"]
)
def test_not_portable(pattern: str) -> None:
    compile_pattern(pattern)
    with pytest.raises(PatternError):
        compile_pattern(pattern, portable=True)


@pytest.mark.parametrize("pattern", ["^[a-z]+$", r"^\d{3}-\w*$", "(a|b)?c{2,}", r"\x41\u0041\t\.", "^$"])
def test_portable(pattern: str) -> None:
    compile_pattern(pattern, portable=True)
