"""Regular expressions of ``pattern`` and ``patternProperties`` (rule 11).

A pattern is parsed by the grammar of ECMA-262 with the u flag and written out again for RE2,
so that what is not ECMA-262 is refused and nothing keeps a meaning by luck: ``re`` would read
``\\d`` as Unicode, ``$`` before a line break, and take exponential time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

from .pattern_property import property_class
from .pattern_re2 import Atom, Choice, Node, Repeat, Sequence, compile_re2

MAX_LENGTH, MAX_DEPTH = 1 << 16, 200
SPACES = r"\t-\r\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}"
NOT_SPACES = (
    r"\x{0}-\x{8}\x{E}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}"
    r"\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}"
)
# The contents of a class for each class escape.
CLASSES = {
    "d": "0-9", "D": r"\x{0}-\x{2F}\x{3A}-\x{10FFFF}",
    "w": "0-9A-Z_a-z", "W": r"\x{0}-\x{2F}\x{3A}-\x{40}\x{5B}-\x{5E}\x{60}\x{7B}-\x{10FFFF}",
    "s": SPACES, "S": NOT_SPACES,
}  # fmt: skip
ANY, NOTHING = r"[\x{0}-\x{10FFFF}]", r"[^\x{0}-\x{10FFFF}]"
CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
REFUSED_GROUPS = {
    "(?=": "look-ahead", "(?!": "look-ahead", "(?<=": "look-behind", "(?<!": "look-behind",
    "(?P": "a group (?P", "(?>": "an atomic group", "(?#": "a comment", "(?|": "a branch reset",
}  # fmt: skip


class PatternError(ValueError):
    """Why a pattern is refused."""


@dataclass(frozen=True)
class Escape:
    """What a backslash stands for: a code point, or the contents of a class."""

    char: int = -1
    contents: str = ""


def compile_pattern(source: str, portable: bool = False) -> Callable[[str], bool]:
    """Return a function that says whether some part of a text matches.

    ``portable`` allows only what all languages agree on: literals, classes, ``\\d``, ``\\w``,
    anchors, groups, alternation and greedy counts up to 1,000. Raises PatternError.
    """
    return _compile(source, portable)


@lru_cache(maxsize=4096)
def _compile(source: str, portable: bool) -> Callable[[str], bool]:
    if len(source.encode("utf-8", "surrogatepass")) > MAX_LENGTH:
        raise PatternError("the pattern is longer than 65536 bytes: shorten it")
    tree = _Parser(source, portable).parse()
    try:
        return compile_re2(tree)
    except ValueError as error:
        raise PatternError(f"the pattern is too large: {error}") from None


def literal(code: int) -> str:
    """A code point as RE2 takes it inside classes and outside."""
    char = chr(code)
    return char if char.isascii() and char.isalnum() else f"\\x{{{code:X}}}"


def _span(low: int, high: int) -> str:
    """Code points low to high as contents of a class; half surrogates are in no text."""
    if 0xD800 <= low <= 0xDFFF:
        low = 0xE000
    if 0xD800 <= high <= 0xDFFF:
        high = 0xD7FF
    return "" if low > high else literal(low) if low == high else f"{literal(low)}-{literal(high)}"


class _Parser:
    def __init__(self, text: str, portable: bool) -> None:
        self.text, self.portable, self.pos, self.depth = text, portable, 0, 0

    def fail(self, what: str) -> NoReturn:
        raise PatternError(f"{what} at character {self.pos}: write a pattern of ECMA-262 that needs no backtracking")

    def only_foreign(self, what: str) -> None:
        if self.portable:
            self.fail(f"{what} is not in the portable subset")

    def peek(self, ahead: int = 0) -> str:
        return self.text[self.pos + ahead : self.pos + ahead + 1]

    def skip(self, prefix: str) -> bool:
        if self.text.startswith(prefix, self.pos):
            self.pos += len(prefix)
            return True
        return False

    def parse(self) -> Node:
        node, _ = self.disjunction()
        if self.pos < len(self.text):
            self.fail("unpaired )")
        return node

    def disjunction(self) -> tuple[Node, set[str]]:
        branches, names = [], set()
        while True:
            branch, own = self.alternative()
            branches.append(branch)
            names |= own  # two alternatives may use one name
            if not self.skip("|"):
                return (branches[0] if len(branches) == 1 else Choice(tuple(branches))), names

    def alternative(self) -> tuple[Node, set[str]]:
        parts: list[Node] = []
        names: set[str] = set()
        while self.pos < len(self.text) and self.peek() not in "|)":
            node, own = self.term()
            if names & own:
                self.fail("a group name stands twice in one alternative")
            names |= own
            parts.append(node)
        return (parts[0] if len(parts) == 1 else Sequence(tuple(parts))), names

    def term(self) -> tuple[Node, set[str]]:
        for text, re2_text in (("^", r"\A"), ("$", r"\z"), (r"\b", r"\b"), (r"\B", r"\B")):
            if self.skip(text):
                if text[0] == "\\":
                    self.only_foreign(f"the assertion {text}")
                if self.peek() and self.peek() in "*+?{":
                    self.fail("a quantifier after an assertion")
                return Atom(re2_text, single=False), set()
        node, names = self.atom()
        return self.quantified(node), names

    def atom(self) -> tuple[Node, set[str]]:
        c = self.peek()
        if c == "(":
            return self.group()
        if c == "[":
            return self.char_class(), set()
        if c == "\\":
            if self.peek(1) in "123456789k" and self.peek(1):
                self.fail("a back-reference")
            escape = self.escape()
            return Atom(self.as_class(escape.contents or _span(escape.char, escape.char))), set()
        if c == ".":
            self.only_foreign("the dot")
            self.pos += 1
            return Atom(r"[^\n\r\x{2028}\x{2029}]"), set()
        if c in "*+?":
            self.fail(f"{c} has nothing to repeat")
        if c in "{}]":
            self.fail(f"a lone {c}")
        self.pos += 1
        return Atom(literal(ord(c))), set()

    @staticmethod
    def as_class(contents: str) -> str:
        return f"[{contents}]" if contents else NOTHING

    def group(self) -> tuple[Node, set[str]]:
        for start, what in REFUSED_GROUPS.items():
            if self.text.startswith(start, self.pos):
                self.fail(what)
        own: set[str] = set()
        if self.skip("(?:"):
            pass
        elif self.skip("(?<"):
            own = {self.group_name()}
            self.only_foreign("a named group")
        elif self.skip("(?"):
            self.fail("an inline flag or an unknown group")
        else:
            self.pos += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail("groups nest deeper than 200")
        node, names = self.disjunction()
        self.depth -= 1
        if not self.skip(")"):
            self.fail("unpaired (")
        if own & names:
            self.fail("a group name stands twice in one alternative")
        return node, names | own

    def group_name(self) -> str:
        name = ""
        while not self.skip(">"):
            if self.skip(r"\u"):
                name += chr(self.unicode_escape())
            else:
                name += self.peek() or self.fail("a group name without >")
                self.pos += 1
        if not name.replace("$", "_").isidentifier():
            self.fail("a group name that is no identifier")
        return name

    def quantified(self, node: Node) -> Node:
        low, high = 0, None
        if self.skip("*"):
            pass
        elif self.skip("+"):
            low = 1
        elif self.skip("?"):
            high = 1
        elif match := re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}").match(self.text, self.pos):
            low = min(int(match[1][-4000:]), 1 << 30)
            high = low if match[2] is None else min(int(match[3][-4000:]), 1 << 30) if match[3] else None
            if high is not None and high < low:
                self.fail("a quantifier out of order")
            self.pos = match.end()
        elif self.peek() == "{":
            self.fail("a lone {")
        else:
            return node
        if self.skip("?"):
            self.only_foreign("a lazy quantifier")
        if max(low, high or 0) > 1000:
            self.only_foreign("a count over 1000")
        return Repeat(node, low, high)

    def char_class(self) -> Node:
        self.pos += 1
        negated = self.skip("^")
        if self.peek() == "]":
            self.only_foreign("an empty class")
            self.pos += 1
            return Atom(ANY if negated else NOTHING)
        contents = ""
        while not self.skip("]"):
            low = self.class_atom()
            if self.peek() != "-" or self.peek(1) == "]":
                contents += low.contents or _span(low.char, low.char)
                continue
            self.pos += 1
            high = self.class_atom()
            if low.contents or high.contents or low.char > high.char:
                self.fail("a class range with a class for an end, or out of order")
            contents += _span(low.char, high.char)
        if not contents:  # only half surrogates
            return Atom(ANY if negated else NOTHING)
        return Atom(f"[{'^' if negated else ''}{contents}]")

    def class_atom(self) -> Escape:
        c = self.peek()
        if not c:
            self.fail("unpaired [")
        if c != "\\":
            self.pos += 1
            return Escape(ord(c))
        if self.skip(r"\b"):
            self.only_foreign(r"the escape \b")
            return Escape(8)
        return self.escape()

    def escape(self) -> Escape:
        c = self.peek(1)
        self.pos += 2
        if not c:
            self.fail("a backslash that escapes nothing")
        if c in CONTROLS:
            return Escape(CONTROLS[c])
        if c in CLASSES:
            if c not in "dw":
                self.only_foreign(f"the escape \\{c}")
            return Escape(contents=CLASSES[c])
        if c in "pP":
            self.only_foreign("a property")
            return Escape(contents=self.property(c == "P"))
        if c == "c":
            letter = self.peek()
            if not (letter.isascii() and letter.isalpha()):
                self.fail(r"\c without a letter")
            self.only_foreign(r"the escape \c")
            self.pos += 1
            return Escape(ord(letter) % 32)
        if c == "0":
            if self.peek().isdigit():
                self.fail("an octal escape")
            self.only_foreign(r"the escape \0")
            return Escape(0)
        if c == "x":
            return Escape(self.hexadecimal(2))
        if c == "u":
            return Escape(self.unicode_escape())
        if c.isascii() and not c.isalnum() and c.isprintable() and c != " ":
            return Escape(ord(c))
        self.fail(f"the escape \\{c}, which ECMA-262 lacks,")

    def property(self, negated: bool) -> str:
        end = self.text.find("}", self.pos)
        if self.peek() != "{" or end < 0:
            self.fail(r"\p without a name in braces")
        expression = self.text[self.pos + 1 : end]
        self.pos = end + 1
        contents = property_class(expression, negated)
        if contents is None:
            self.fail(f"the property {expression[:40]}, which is unknown,")
        return contents

    def hexadecimal(self, count: int) -> int:
        digits = self.text[self.pos : self.pos + count]
        if not re.fullmatch(f"[0-9A-Fa-f]{{{count}}}", digits):
            self.fail("an escape that lacks hexadecimal digits")
        self.pos += count
        return int(digits, 16)

    def unicode_escape(self) -> int:
        if match := re.compile(r"\{([0-9A-Fa-f]+)\}").match(self.text, self.pos):
            code = int(match[1], 16)
            if code > 0x10FFFF:
                self.fail("a code point beyond 10FFFF")
            self.only_foreign(r"the escape \u{")
            self.pos = match.end()
            return code
        code = self.hexadecimal(4)
        if 0xD800 <= code <= 0xDBFF:
            low = re.compile(r"\\u(D[C-F][0-9A-F]{2})", re.IGNORECASE).match(self.text, self.pos)
            if low:
                self.pos = low.end()
                return 0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00
        if 0xD800 <= code <= 0xDFFF:
            self.only_foreign("a lone surrogate")
        return code
