"""The strict reader (rules 8 to 10): one JSON value, in UTF-8, within limits.

``json.loads`` lets NaN, duplicate names, half surrogates and any depth pass, so it is not used.
Open containers are kept in a list: depth costs no stack here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .values import Array, Number, Object, Spelled, pointer

_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE]([+-]?[0-9]+))?")
# A text without escapes, a number without an exponent or a bare word, and what ends it: most of
# the values of any text. Whatever else there is goes the slow way, which knows why it is wrong.
_ITEM = re.compile(
    r'(?:"([^"\\\x00-\x1f]*)"|(-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?)|(true|false|null))[ \t\n\r]*([,\]])[ \t\n\r]*'
)
# The same for numbers alone, as many as there are: embeddings are long.
_RUN = re.compile(r"[-0-9., \t\n\r]*,")
_SHORT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_BARE = {"true": True, "false": False, "null": None}
_HEX = frozenset("0123456789abcdefABCDEF")
_CONTINUES = frozenset("0123456789.eE")
_BEGINS = frozenset('{["tfn-0123456789')

_number = lru_cache(maxsize=1024)(Number)


@lru_cache(maxsize=4096)
def _short(text: str) -> Number:
    """The number that a text is, beside white space. Raises ValueError."""
    token = text.strip(" \t\n\r")
    if _SHORT.fullmatch(token) is None:
        raise ValueError
    return _number(token)


@dataclass(frozen=True)
class Limits:
    """Bounds of rule 9, all inclusive."""

    bytes: int = 16 << 20
    depth: int = 128
    values: int = 1_000_000
    digits: int = 1_000
    exponent: int = 1_000
    applications: int = 1_000_000
    violations: int = 32


class ReadError(Exception):
    """Why a text was refused. The message quotes no value."""

    def __init__(self, reason: str, message: str, place: str = "", name: str | None = None) -> None:
        super().__init__(message)
        self.reason, self.pointer, self.property = reason, place, name


def read(text: bytes, limits: Limits = Limits()) -> Any:
    """Return the one value that a text holds, or raise the one ReadError it has.

    Size is judged first, then UTF-8 of the whole text, then the first offence in reading order.
    """
    if len(text) > limits.bytes:
        raise ReadError("size", f"the text has more than {limits.bytes} bytes: send less")
    try:
        source = text.decode("utf-8")  # not utf-8-sig: a byte order mark is an offence
    except UnicodeDecodeError as error:
        raise ReadError("utf8", f"text is not UTF-8 at byte {error.start}: encode the whole text as UTF-8") from None
    return _Reader(source, limits).document()


class _Reader:
    def __init__(self, source: str, limits: Limits) -> None:
        self.source, self.limits = source, limits
        self.pos = self.tried = 0
        self.open: list[tuple[Object | Array, str | None]] = []  # with the name the last value is for

    def fail(self, reason: str, message: str, at: int | None = None) -> ReadError:
        offset = len(self.source[: self.pos if at is None else at].encode("utf-8"))
        return ReadError(reason, f"{message} (byte {offset})")

    def truncated(self) -> ReadError:
        return self.fail("truncated", "text ends too early: send the whole text", len(self.source))

    def unexpected(self, where: str) -> ReadError:
        if self.pos == len(self.source):
            return self.truncated()
        return self.fail("syntax", f"unexpected character {where}")

    def space(self) -> str:
        """Skip white space and return the character behind it, "" at the end."""
        self.pos = _SPACE.match(self.source, self.pos).end()
        return self.source[self.pos : self.pos + 1]

    def document(self) -> Any:
        if not self.space():
            raise self.fail("syntax", "no value: send one JSON value, such as {}")
        value = self.values()
        if self.space():
            raise self.fail("trailing-data", "something follows the value: send exactly one JSON value")
        return value

    def values(self) -> Any:
        """Read one value and all within it."""
        source, limits, stack = self.source, self.limits, self.open
        count, name = 0, None
        container: Object | Array | None = None
        in_object = False
        while True:
            if container is not None and not in_object:
                count += self.items(container, limits.values - count)
            c = source[self.pos : self.pos + 1]
            if not c:
                raise self.truncated()
            if count >= limits.values and c in _BEGINS:
                raise self.fail("values", f"a text has at most {limits.values} values, objects and arrays included")
            count += 1
            value: Any
            if c == '"':
                value = self.text()
            elif c in "{[":
                if len(stack) + (container is not None) + 1 > limits.depth:
                    raise self.fail("depth", f"objects and arrays may stand in one another {limits.depth} deep")
                value = Object() if c == "{" else Array()
                value._source, value._start = source, self.pos
                self.pos += 1
                c = self.space()
                if c != ("}" if isinstance(value, Object) else "]"):
                    if container is not None:
                        stack.append((container, name))
                    container, in_object = value, isinstance(value, Object)
                    if in_object:
                        name = self.name(container)
                    elif not c:
                        raise self.truncated()
                    continue
                self.pos += 1
                value._end = self.pos
            elif c in _WORDS:
                value = self.word(*_WORDS[c])
            else:
                value = self.number()
            # The value is whole: give it to its container, and close what ends behind it.
            while True:
                if container is None:
                    return value
                if in_object:
                    container[name] = value
                else:
                    container.append(value)
                c = self.space()
                if c == ",":
                    self.pos += 1
                    self.space()
                    if in_object:
                        name = self.name(container)
                    break
                if c != ("}" if in_object else "]"):
                    raise self.unexpected("behind a member or an item: a comma or the closing bracket follows")
                self.pos += 1
                container._end = self.pos
                value = container
                container, name = stack.pop() if stack else (None, None)
                in_object = isinstance(container, Object)

    def items(self, container: Array, most: int) -> int:
        """Read plain items of an array as far as another follows; return how many there were."""
        if self.limits.digits < 36:
            return 0
        source, pos, match, count = self.source, self.pos, _ITEM.match, 0
        append, number, bare = container.append, _number, _BARE
        run = _RUN.match(source, pos) if pos >= self.tried else None
        if run is not None:
            tokens = run[0].split(",")
            tokens.pop()
            try:
                numbers = list(map(_short, tokens)) if len(tokens) <= most else []
            except ValueError:
                numbers = []  # whatever it is, below is told
            self.tried = run.end()  # a run is looked at once: a long one of long numbers is none
            if numbers:
                container.extend(numbers)
                count, pos = len(numbers), _SPACE.match(source, run.end()).end()
        while count < most and (m := match(source, pos)):
            text, digits, word, end = m.groups()
            if end != ",":
                break
            append(number(digits) if digits is not None else text if text is not None else bare[word])
            pos = m.end()
            count += 1
        self.pos = pos
        return count

    def name(self, container: Object) -> str:
        """Read a name and the colon behind it."""
        start = self.pos
        if self.source[start : start + 1] != '"':
            raise self.unexpected('where a name must stand: a member is "name": value')
        name = self.text()
        if name in container:
            error = self.fail("duplicate-key", "a name stands twice in one object: give each member once", start)
            path = [n if isinstance(c, Object) else len(c) for c, n in self.open]
            raise ReadError(error.reason, str(error), pointer(path), str(name))
        if self.space() != ":":
            raise self.unexpected('where a colon must stand: a member is "name": value')
        self.pos += 1
        self.space()
        return name

    def text(self) -> str:
        """Read the string whose opening quote is at pos."""
        source, start = self.source, self.pos
        end = _PLAIN.match(source, start + 1).end()
        if source[end : end + 1] == '"':
            self.pos = end + 1
            return source[start + 1 : end]
        parts = [source[start + 1 : end]]
        self.pos = end
        while True:
            c = source[self.pos : self.pos + 1]
            if c == '"':
                self.pos += 1
                text = Spelled("".join(parts))
                text.spelling = source[start : self.pos]
                return text
            if not c:
                raise self.truncated()
            if c != "\\":
                raise self.fail("syntax", "a control character inside a string: write it as an escape")
            parts.append(self.escape())
            end = _PLAIN.match(source, self.pos).end()
            parts.append(source[self.pos : end])
            self.pos = end

    def escape(self) -> str:
        c = self.source[self.pos + 1 : self.pos + 2]
        if c in _ESCAPES and c:
            self.pos += 2
            return _ESCAPES[c]
        if c != "u":
            self.pos += 1
            raise self.unexpected("behind a backslash: it is no escape of JSON")
        start = self.pos
        code = self.hex(start + 2, lambda k, d: d in _HEX, "syntax")
        if not 0xD800 <= code <= 0xDFFF:
            self.pos = start + 6
            return chr(code)
        if code >= 0xDC00:
            raise self.fail("surrogate", "half of a surrogate pair: write both halves", start)
        expected = ("\\", "u", "dD", "cdefCDEF")
        for k in range(6):
            d = self.source[start + 6 + k : start + 7 + k]
            if not d:
                raise self.truncated()
            if d not in (expected[k] if k < 4 else _HEX):
                raise self.fail("surrogate", "half of a surrogate pair: write both halves", start)
        low = int(self.source[start + 8 : start + 12], 16)
        self.pos = start + 12
        return chr(0x10000 + ((code - 0xD800) << 10) + low - 0xDC00)

    def hex(self, start: int, accepts: Any, reason: str) -> int:
        for k in range(4):
            d = self.source[start + k : start + k + 1]
            if not d:
                raise self.truncated()
            if not accepts(k, d):
                raise self.fail(reason, "\\u takes four hexadecimal digits", start + k)
        return int(self.source[start : start + 4], 16)

    def word(self, word: str, value: Any) -> Any:
        if self.source.startswith(word, self.pos):
            self.pos += len(word)
            return value
        rest = self.source[self.pos : self.pos + len(word)]
        if word.startswith(rest):
            raise self.truncated()
        raise self.fail("syntax", "the only bare words are true, false and null; text stands in double quotes")

    def number(self) -> Number:
        source, limits = self.source, self.limits
        match = _NUMBER.match(source, self.pos)
        if match is None:
            if source.startswith("-", self.pos):
                self.pos += 1
                raise self.unexpected("inside a number: a digit must follow")
            raise self.unexpected("where a value must stand")
        end = match.end()
        after = source[end : end + 1]
        if after and after in _CONTINUES:  # 01, 1., 1e, 1e+
            self.pos = end + 1
            if after in "eE" and source[end + 1 : end + 2] in ("+", "-"):
                self.pos += 1
            if after in "0123456789":
                raise self.fail("syntax", "a number has no leading zero")
            raise self.unexpected("inside a number: a digit must follow")
        token = match[0]
        if len(token) > limits.digits and sum(map(str.isdigit, token)) > limits.digits:
            raise self.fail("number", f"a number has at most {limits.digits} digits")
        exponent = match[1]
        if exponent and len(magnitude := exponent.lstrip("+-0")) > 0:
            if len(magnitude) > 18 or int(magnitude) > limits.exponent:
                raise self.fail("number", f"an exponent lies between -{limits.exponent} and {limits.exponent}")
        self.pos = end
        return _number(token)
