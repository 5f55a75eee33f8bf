"""date-time of RFC 3339 and base64 of RFC 4648; schema and binding call the same functions."""

from __future__ import annotations

import base64
import binascii
import re
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from .values import is_instance

_DATE_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(?:(Z)|([+-])([0-9]{2}):([0-9]{2}))"
)


class DateTime(datetime):
    """A datetime that keeps nanoseconds: ``nanosecond`` is 0 to 999 below ``microsecond``."""

    nanosecond: int = 0

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return is_instance(cls)  # pydantic's own would cut it at microseconds

    def rfc3339(self) -> str:
        fraction = f"{self.microsecond:06d}{self.nanosecond:03d}".rstrip("0")
        offset = self.utcoffset() or timedelta()
        text = self.replace(microsecond=0, tzinfo=None).isoformat() + (f".{fraction}" if fraction else "")
        if not offset:
            return text + "Z"
        sign, minutes = ("-" if offset < timedelta() else "+"), abs(offset) // timedelta(minutes=1)
        return f"{text}{sign}{minutes // 60:02d}:{minutes % 60:02d}"


def date_time(text: str) -> DateTime | None:
    """Read a date-time with upper-case T and Z, no leap second, offset below 24:00 and at most
    9 digits of fraction; None if it is none. Python has no year 0."""
    match = _DATE_TIME.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.group(1, 2, 3, 4, 5, 6))
    nanos = int((match[7] or "").ljust(9, "0"))
    zone = UTC
    if match[9]:
        hours, minutes = int(match[10]), int(match[11])
        if hours > 23 or minutes > 59:
            return None
        offset = timedelta(hours=hours, minutes=minutes)
        zone = timezone(-offset if match[9] == "-" else offset)
    try:
        value = DateTime(year, month, day, hour, minute, second, nanos // 1000, zone)
    except ValueError:
        return None
    value.nanosecond = nanos % 1000
    return value


def is_date_time(text: str) -> bool:
    """date_time as an assertion, which knows the year 0 as well."""
    return date_time("2000" + text[4:] if text.startswith("0000-") else text) is not None


def base64_bytes(text: str) -> bytes | None:
    """Decode a text if and only if encoding the result gives that text back."""
    try:
        decoded = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    return decoded if base64.b64encode(decoded).decode() == text else None


def base64_standard(text: str) -> str | None:
    """The standard spelling of a text in the URL-safe alphabet or without padding; None if it is
    another text, or spelled so already."""
    bare = text.rstrip("=")
    padded = bare + "=" * (-len(bare) % 4)
    if text not in (bare, padded) or (("-" in text or "_" in text) and ("+" in text or "/" in text)):
        return None
    standard = padded.replace("-", "+").replace("_", "/")
    return standard if standard != text and base64_bytes(standard) is not None else None


BASE64_REMEDY = "must be base64 (RFC 4648 standard alphabet, with padding): + and / instead of - and _, no line breaks"
DATE_TIME_REMEDY = "must be a date-time of RFC 3339 such as 2006-01-02T15:04:05Z"


def is_date(text: str) -> bool:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date.fromisoformat("2000" + text[4:] if text.startswith("0000-") else text)
    except ValueError:
        return False
    return True
