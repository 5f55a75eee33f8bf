"""The models and the types of the case file that read themselves, as a Python programmer writes them."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, Field

from functionschema import ABSENT, Inject, Int32, Int64, Number, UInt8, Variants


class Address(BaseModel):
    zip: Annotated[str, Field(min_length=5)]
    country: str = "DE"


class Node(BaseModel):
    value: Int32
    next: Node | None = ABSENT
    children: list[Node] = ABSENT


class Circle(BaseModel):
    radius: Annotated[float, Field(gt=0)]


class Square(BaseModel):
    side: float
    label: str = "sq"


Shape = Annotated[Circle | Square, Variants("kind", circle=Circle, square=Square)]


class User(BaseModel):
    id: Int64
    roles: Annotated[list[str], Field(min_length=1)]


class Deep(BaseModel):
    address: Address
    retries: UInt8 = 3


class Empties(BaseModel):
    items: list[str]
    tags: dict[str, str]
    data: bytes
    next: Int64 | None


class Blob(BaseModel):
    name: str
    data: bytes
    chunks: list[bytes]
    by_id: dict[str, bytes]


class Receipt(BaseModel):
    id: Int64
    total: Number


class Leaky(BaseModel):
    """Injection below the top level, which is refused."""

    id: Int64
    token: Annotated[str, Inject("ctx", "token")]


class Textual(str):
    """Reads itself from # and six lower-case hexadecimal digits."""

    @classmethod
    def from_text(cls, text: str) -> Textual:
        if not re.fullmatch("#[0-9a-f]{6}", text):
            raise ValueError("s3cret-hook")
        return cls(text)


class Hooked:
    """Reads itself from an object and keeps the text."""

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def from_json(cls, text: str) -> Hooked:
        if not text.startswith("{"):
            raise ValueError("s3cret-hook")
        return cls(text)


class Panicky:
    """Blows up instead of reading itself."""

    @classmethod
    def from_json(cls, text: str) -> Panicky:
        raise SystemExit("s3cret-hook")


class Client:
    """A native object that is injected as it is."""

    def __init__(self, name: str) -> None:
        self.name = name
