"""What a violation tells the model: what would be accepted, and never a value that was sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .values import compact, quote

_LONGEST = 120


def expected(keyword: str, value: Any) -> str:
    """The message of a keyword whose value says all that is to be said."""
    number = _short(value)
    words = {
        "const": f"must be {number}", "minimum": f"must be at least {number}", "maximum": f"must be at most {number}",
        "exclusiveMinimum": f"must be greater than {number}", "exclusiveMaximum": f"must be less than {number}",
        "multipleOf": f"must be a multiple of {number}", "minLength": f"must have at least {number} characters",
        "maxLength": f"must have at most {number} characters", "pattern": f"must match the pattern {number}",
        "minItems": f"must have at least {number} items", "maxItems": f"must have at most {number} items",
        "uniqueItems": "must not have two equal items", "minProperties": f"must have at least {number} members",
        "maxProperties": f"must have at most {number} members", "format": f"must have the format {number}",
        "minContains": f"must have at least {number} items as contains describes them",
        "maxContains": f"must have at most {number} items as contains describes them",
        "contains": "must have an item as contains describes it", "items": "has more items than are accepted",
        "unevaluatedItems": "has more items than are accepted", "not": "must not be what the schema excludes",
        "anyOf": "must satisfy one of the alternatives", "oneOf": "must satisfy exactly one of the alternatives",
        "false": "must not be given: nothing is accepted here",
    }  # fmt: skip
    if keyword == "type":
        return f"must be of type {value if isinstance(value, str) else ' or '.join(map(str, value))}"
    if keyword == "enum":
        return f"must be one of {', '.join(map(_short, value[:20]))}{' …' if len(value) > 20 else ''}"
    return words.get(keyword, f"does not satisfy {keyword}")


def named(keyword: str, name: str, known: Iterable[str]) -> str:
    """The message of a keyword whose violation is about a name."""
    shown = quote(name[:_LONGEST])
    if keyword == "required":
        return f"the property {shown} is missing"
    if keyword == "dependentRequired":
        return f"the property {shown} is missing: another that was given needs it"
    if keyword == "propertyNames":
        return f"the name {shown} is not accepted"
    near = nearest(name, known)
    return f"the property {shown} is not known: " + (f"did you mean {quote(near)}?" if near else "leave it out")


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that is most like another, or "" if none is."""
    if len(name) > 100:
        return ""
    folded = _fold(name)
    best, least = "", 1 + len(name) // 3
    for candidate in list(known)[:200]:
        if len(candidate) > 100:
            continue
        if _fold(candidate) == folded:
            return candidate
        if (distance := _edits(name.lower(), candidate.lower())) < least:
            best, least = candidate, distance
    return best


def _fold(name: str) -> str:
    return name.lower().translate({ord(c): None for c in "_- ."})


def _edits(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        diagonal, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            diagonal, row[j + 1] = row[j + 1], min(diagonal + (x != y), row[j] + 1, row[j + 1] + 1)
    return row[-1]


def _short(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return "the value that the schema gives"
    text = compact(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
