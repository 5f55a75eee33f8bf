"""What parameters are declared with, beside Python's own types and pydantic's Field.

| Annotation | JSON |
|---|---|
| ``int`` | integer without bounds |
| ``Int8`` … ``UInt64`` | integer with the bounds of that width |
| ``float``, ``Float32`` | number, bound to the nearest value |
| ``Number`` | number that keeps its digits |
| ``bytes`` | base64 text |
| ``DateTime``, ``datetime`` | date-time; the first keeps nanoseconds |
| ``Duration`` | integer nanoseconds |
| ``Any``, ``RawJSON`` | anything; the second is the text as it was sent |
| ``list[T]``, ``dict[str, T]``, ``dict[Int64, T]``, ``T | None`` | array, object, object with integer names, nullable |
| ``Annotated[list[T], Length(n)]`` | array of exactly n |
| ``Literal["a", "b"]`` | enum |
| a ``pydantic.BaseModel`` | closed object |
| ``Annotated[A | B, Variants("kind", a=A, b=B)]`` | union by discriminator, which is consumed |
| a class with ``from_text`` or ``from_json`` | text, or anything, that the class reads itself |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Protocol, Self, runtime_checkable

from .lexical import DateTime
from .values import ABSENT, Number, is_instance


@dataclass(frozen=True)
class Bits:
    """The width of an integer."""

    bits: int
    signed: bool = True

    @property
    def bounds(self) -> tuple[int, int]:
        if self.signed:
            return -(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1
        return 0, (1 << self.bits) - 1


@dataclass(frozen=True)
class Single:
    """A float of 32 bits."""


@dataclass(frozen=True)
class Length:
    """The one length that a list has."""

    length: int


@dataclass(frozen=True)
class Inject:
    """A parameter whose value the framework owns (rules 18 to 21).

    ``key`` is the parameter's name if it is empty. An ``opaque`` value is in no schema and is
    checked by its type alone.
    """

    source: str
    key: str = ""
    opaque: bool = False


class Variants:
    """The variants of a union, in order, by the value of the discriminator."""

    def __init__(self, discriminator: str, /, **variants: type) -> None:
        self.discriminator, self.variants = discriminator, variants


class Duration(int):
    """Whole nanoseconds, 64 bits."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return is_instance(cls)


class RawJSON(str):
    """JSON text as it was sent."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return is_instance(cls)


@runtime_checkable
class FromText(Protocol):
    """A type that reads itself from a text. Any exception means that it cannot."""

    @classmethod
    def from_text(cls, text: str) -> Self: ...


@runtime_checkable
class FromJSON(Protocol):
    """A type that reads itself from JSON text. Any exception means that it cannot."""

    @classmethod
    def from_json(cls, text: str) -> Self: ...


Int8, Int16, Int32, Int64 = (Annotated[int, Bits(n)] for n in (8, 16, 32, 64))
UInt8, UInt16, UInt32, UInt64 = (Annotated[int, Bits(n, signed=False)] for n in (8, 16, 32, 64))
Float32 = Annotated[float, Single()]

__all__ = [
    "ABSENT", "Bits", "DateTime", "Duration", "Float32", "FromJSON", "FromText", "Inject", "Int8", "Int16", "Int32", "Int64",
    "Length", "Number", "RawJSON", "Single", "UInt8", "UInt16", "UInt32", "UInt64", "Variants",
]  # fmt: skip
