"""Parsed patterns, and their RE2 text.

RE2 takes counts up to 1,000, of nested counts the product. For a language x, x{a+b} is
x{a}x{b} and x{0,a+b} is x{0,a}x{0,b}, so that larger counts are written in pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import re2

MAX_REPEAT, MAX_SIZE = 1000, 1 << 16


@dataclass(frozen=True)
class Atom:
    """An assertion, or one character of a set."""

    text: str
    single: bool = True
    product = 1

    @property
    def size(self) -> int:
        return 1


@dataclass(frozen=True)
class Sequence:
    parts: tuple[Node, ...]

    @cached_property
    def product(self) -> int:
        return max((p.product for p in self.parts), default=1)

    @cached_property
    def size(self) -> int:
        return sum(p.size for p in self.parts)


@dataclass(frozen=True)
class Choice(Sequence):
    pass


@dataclass(frozen=True)
class Repeat:
    part: Node
    low: int
    high: int | None

    @cached_property
    def product(self) -> int:
        per = MAX_REPEAT // self.part.product
        return self.part.product * min(max(self.low, self.high or 0, 1), per)

    @cached_property
    def size(self) -> int:
        return self.part.size * max(self.low, self.high or 0, 1)


Node = Atom | Sequence | Choice | Repeat


def compile_re2(tree: Node) -> Callable[[str], bool]:
    """Return a function that says whether some part of a text matches, in linear time."""
    run = _run(tree)
    if run is not None:
        return run
    if tree.size > MAX_SIZE:
        raise ValueError("use smaller counts, or minLength and maxLength")
    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = 64 << 20
    try:
        compiled = re2.compile(_text(tree), options=options)
    except re2.error as error:
        raise ValueError(str(error)) from None
    return lambda text: compiled.search(text) is not None


def _run(tree: Node) -> Callable[[str], bool] | None:
    """One character set with a count between the ends of the text, as ^[a-z]{1,4096}$, is
    counted: schemas bound lengths so, and the bound needs no program of that length."""
    parts = tree.parts if type(tree) is Sequence else (tree,)
    if len(parts) != 3 or parts[0] != Atom(r"\A", False) or parts[2] != Atom(r"\z", False):
        return None
    repeat = parts[1]
    if not (isinstance(repeat, Repeat) and isinstance(repeat.part, Atom) and repeat.part.single):
        return None
    if r"\p" in repeat.part.text or r"\P" in repeat.part.text:
        return None
    one = re.sub(r"\\x\{([0-9A-F]+)\}", lambda m: f"\\U{int(m[1], 16):08x}", repeat.part.text)
    whole = re.compile(f"{one}*", re.DOTALL)
    low, high = repeat.low, repeat.high
    return lambda text: low <= len(text) and (high is None or len(text) <= high) and whole.fullmatch(text) is not None


def _text(node: Node) -> str:
    if isinstance(node, Atom):
        return node.text
    if isinstance(node, Choice):
        return "(?:" + "|".join(map(_text, node.parts)) + ")"
    if isinstance(node, Sequence):
        return "".join(map(_text, node.parts)) or "(?:)"
    return _repeat(node)


def _repeat(node: Repeat) -> str:
    low, high = node.low, node.high
    if high == 0 or node.part == Sequence(()):
        return "(?:)"
    body = _text(node.part)
    operand = body if isinstance(node.part, Choice) or (isinstance(node.part, Atom) and node.part.single) else f"(?:{body})"
    per = MAX_REPEAT // node.part.product
    if max(low, high or 0) <= per:
        return operand + _counts(low, high)
    text = _times(operand, low, per)
    return text + (operand + "*" if high is None else _optional(operand, high - low, per))


def _counts(low: int, high: int | None) -> str:
    if high is None:
        return {0: "*", 1: "+"}.get(low, f"{{{low},}}")
    return f"{{{low}}}" if low == high else f"{{{low},{high}}}"


def _times(operand: str, count: int, per: int) -> str:
    whole, rest = divmod(count, per)
    return f"{operand}{{{per}}}" * whole + (f"{operand}{{{rest}}}" if rest else "")


def _optional(operand: str, count: int, per: int) -> str:
    """Up to count times. A flat sequence of x{0,per} could be divided in many ways, and the
    matcher would follow them all; nested blocks leave it one."""
    blocks, rest = divmod(count, per)

    def up_to(n: int) -> str:
        return f"{operand}{{0,{n}}}" if n else ""

    def nested(n: int) -> str:
        return ("(?:" + _times(operand, per, per)) * n + ")?" * n + up_to(per - 1)

    if blocks == 0:
        return up_to(rest)
    if rest == per - 1:
        return nested(blocks)
    return f"(?:{nested(blocks - 1)}|{_times(operand, blocks * per, per)}{up_to(rest)})"
