"""JSON values as they were written: numbers exact, members in order, texts kept.

The strict reader builds them, jsonschema judges them and binding reads them; nothing is
converted on the way. They are ordinary Python values (``dict``, ``list``, ``str``, ``bool``,
``None``) except for numbers, which are decimals that keep their token.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Any


def is_instance(cls: type) -> Any:
    """How pydantic validates a type that binding has already made."""
    from pydantic_core import core_schema

    return core_schema.is_instance_schema(cls)


class Number(Decimal):
    """A JSON number: its exact value, and the token it was written as."""

    __slots__ = ("token",)
    token: str

    def __new__(cls, token: str) -> Number:
        number = super().__new__(cls, token)
        number.token = token
        return number

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return is_instance(cls)

    @property
    def is_integral(self) -> bool:
        """Whether the value has no fraction, as 2, 2.0 and 2e3 have none."""
        return ("." not in self.token and "e" not in self.token.lower()) or is_integral(self)


class Spelled(str):
    """A text or name whose JSON spelling has escapes; ``spelling`` is with its quotes."""

    spelling: str


class Object(dict):
    """A JSON object. ``text`` is how it was written, or None if it was built."""

    __slots__ = ("_end", "_source", "_start", "node")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._source = None
        self.node = None

    @property
    def text(self) -> str | None:
        return None if self._source is None else self._source[self._start : self._end]


class Array(list):
    """A JSON array. ``text`` is how it was written, or None if it was built."""

    __slots__ = ("_end", "_source", "_start")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._source = None

    @property
    def text(self) -> str | None:
        return None if self._source is None else self._source[self._start : self._end]


class _Absent:
    """The value of a parameter that was not sent and has no default."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False

    def __copy__(self) -> _Absent:
        return self

    def __deepcopy__(self, memo: Any) -> _Absent:
        return self


# As a parameter's default it says "never required, and there is no default"; it is Any so
# that a type checker lets it stand for every type, as dataclasses.field() does.
ABSENT: Any = _Absent()

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = {code: f"\\u{code:04x}" for code in range(0x20)} | {ord(k): v for k, v in _ESCAPES.items()}


def quote(text: str) -> str:
    """A JSON string with the escapes of RFC 8785, section 3.2.2.2, and no others."""
    return f'"{text.translate(_ESCAPED)}"'


def kind(value: Any) -> str:
    """The JSON type of a value, in the words of JSON Schema."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        return "array"
    return "number"


def write(value: Any) -> str:
    """JSON text: what was read keeps its text, what was built has no white space."""
    return "".join(_pieces(value, keep=True))


def compact(value: Any) -> str:
    """JSON text without white space; numbers keep their tokens."""
    return "".join(_pieces(value, keep=False))


def _pieces(value: Any, keep: bool) -> Iterator[str]:
    if isinstance(value, str):
        yield value.spelling if keep and isinstance(value, Spelled) else quote(value)
    elif isinstance(value, dict):
        text = getattr(value, "text", None) if keep else None
        if text is not None:
            yield text
            return
        yield "{"
        for i, (name, member) in enumerate(value.items()):
            yield f"{',' if i else ''}{name.spelling if keep and isinstance(name, Spelled) else quote(name)}:"
            yield from _pieces(member, keep)
        yield "}"
    elif isinstance(value, list):
        text = getattr(value, "text", None) if keep else None
        if text is not None:
            yield text
            return
        yield "["
        for i, item in enumerate(value):
            if i:
                yield ","
            yield from _pieces(item, keep)
        yield "]"
    else:
        yield scalar_text(value)


def scalar_text(value: Any) -> str:
    """JSON text of null, a boolean or a number."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.token if isinstance(value, Number) else str(value)


def is_integral(value: Decimal | int) -> bool:
    """Whether a number has no fraction. A power of ten is not written out for it."""
    if isinstance(value, int):
        return True
    _, digits, exponent = value.as_tuple()
    if exponent >= 0 or not any(digits):
        return True
    trailing = len(digits) - len(bytes(digits).rstrip(b"\0"))
    return trailing >= -exponent


def to_integer(value: Decimal | int) -> int:
    """The value of an integral number; int() of a text would stop at 4,300 digits."""
    return int(value)


@lru_cache(maxsize=4096)
def spelling(value: Decimal | int) -> str:
    """The one spelling of a number: ECMAScript's layout over its exact digits (rule 30)."""
    sign, digits, exponent = (value if isinstance(value, Decimal) else Decimal(value)).as_tuple()
    text = "".join(map(str, digits)).lstrip("0")
    stripped = text.rstrip("0")
    if not stripped:
        return "0"
    exponent += len(text) - len(stripped)
    count, point = len(stripped), len(stripped) + exponent
    minus = "-" if sign else ""
    if count <= point <= 21:
        return minus + stripped + "0" * (point - count)
    if 0 < point <= 21:
        return f"{minus}{stripped[:point]}.{stripped[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{stripped}"
    fraction = f".{stripped[1:]}" if count > 1 else ""
    return f"{minus}{stripped[0]}{fraction}e{'+' if point > 0 else ''}{point - 1}"


def canonical(value: Any) -> str:
    """The one text that all spellings of a value share; equal values have equal texts."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        names = sorted(value, key=utf8)
        return "{" + ",".join(f"{quote(n)}:{canonical(value[n])}" for n in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if value is None or isinstance(value, bool):
        return scalar_text(value)
    return spelling(value)


def utf8(text: str) -> bytes:
    """The order of texts: that of their UTF-8 bytes."""
    return text.encode("utf-8", "surrogatepass")


def equal(a: Any, b: Any) -> bool:
    """Equality of JSON Schema core 4.2.2: 1 is 1.0 and is not true, order of members is nothing."""
    if isinstance(a, dict):
        return isinstance(b, dict) and len(a) == len(b) and all(n in b and equal(v, b[n]) for n, v in a.items())
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    return isinstance(a, str) == isinstance(b, str) and not isinstance(b, (dict, list)) and a == b


def plain(value: Any) -> Any:
    """A copy that nobody shares, as a parameter of type Any gets it."""
    if isinstance(value, dict):
        return {str(name): plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [item if type(item) is Number else plain(item) for item in value]
    return str(value) if isinstance(value, Spelled) else value


def token(name: str | int) -> str:
    """A reference token of RFC 6901 with its slash."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


def pointer(path: Any) -> str:
    """An RFC 6901 pointer of names and indexes."""
    return "".join(map(token, path))
