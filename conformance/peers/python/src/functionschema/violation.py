"""Violations, and their normal form (rule 12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .values import utf8


@dataclass(frozen=True)
class Violation:
    """One fault: where it is, which keyword or reason, and what would be accepted.

    ``name`` is the property it is about, "" for an empty name, None where it means nothing.
    """

    pointer: str
    keyword: str = ""
    name: str | None = None
    reason: str = ""
    message: str = ""

    @property
    def order(self) -> tuple[bytes, str, bool, bytes, str]:
        """The key of the sorted set; equal keys are one violation."""
        return utf8(self.pointer), self.keyword, self.name is not None, utf8(self.name or ""), self.reason


def normal(found: Iterable[Violation], limit: int | None = None) -> tuple[list[Violation], int]:
    """The sorted set, cut at the limit, and how many were cut."""
    distinct = {v.order: v for v in found}
    first = [distinct[key] for key in sorted(distinct)]
    if limit is None or len(first) <= limit:
        return first, 0
    return first[:limit], len(first) - limit
