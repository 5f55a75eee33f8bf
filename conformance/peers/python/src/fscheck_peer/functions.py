"""The functions of the case file, as a Python programmer writes them.

Nothing here is made from the file's own declarations, so that derivation is tested and not
repeated: schemas come from annotations, descriptions from Field and docstrings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from functionschema import (
    ABSENT,
    Context,
    DateTime,
    Duration,
    Float32,
    Inject,
    Int8,
    Int16,
    Int32,
    Int64,
    Length,
    Number,
    RawJSON,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Visible,
)  # fmt: skip

from .models import Address, Blob, Client, Deep, Empties, Hooked, Leaky, Node, Panicky, Receipt, Shape, Textual, User
from .observe import fields, received


def order(
    quantity: Annotated[Int64, Field(ge=1, description="How many.")],
    ship_to: Address | None = None,
    note: str = ABSENT,
    *,
    tenant: Annotated[str, Field(min_length=3), Inject("ctx")],
) -> None:
    """Places an order."""
    received(quantity=quantity, ship_to=ship_to, note=note, tenant=tenant)


def scalars(
    i8: Int8 = ABSENT, i16: Int16 = ABSENT, i32: Int32 = ABSENT, i64: Int64 = ABSENT, i: Int64 = ABSENT,
    u8: UInt8 = ABSENT, u16: UInt16 = ABSENT, u32: UInt32 = ABSENT, u64: UInt64 = ABSENT, u: UInt64 = ABSENT,
    f32: Float32 = ABSENT, f64: float = ABSENT, yes: bool = ABSENT, text: str = ABSENT,
) -> None:  # fmt: skip
    received(
        i8=i8, i16=i16, i32=i32, i64=i64, i=i, u8=u8, u16=u16, u32=u32, u64=u64, u=u, f32=f32, f64=f64, yes=yes, text=text
    )  # fmt: skip


def special(
    when: DateTime = ABSENT, until: DateTime = ABSENT, big: int | None = ABSENT, num: Number = ABSENT, any: Any = ABSENT,
    raw: RawJSON = ABSENT,
) -> None:  # fmt: skip
    received(when=when, until=until, big=big, num=num, any=any, raw=raw)


def wait(for_: Annotated[Duration, Field(alias="for", description="How long.")]) -> None:
    received(for_=for_)


def search(
    query: Annotated[str, Field(min_length=1, max_length=64, description="Words to look for.")],
    limit: Annotated[Int32, Field(ge=1, le=100)] = 20,
    mode: Literal["fast", "exact", "any"] = "exact",
    tags: Annotated[
        list[Annotated[str, Field(pattern="^[a-z]+$")]],
        Field(min_length=1, max_length=3, json_schema_extra={"uniqueItems": True}),
    ] = ABSENT,
    loose: bool = True,
) -> None:
    """Searches."""
    received(query=query, limit=limit, mode=mode, tags=tags, loose=loose)


def ping() -> None:
    received()


def sum_(label: str, *rest: Int32) -> None:
    received(label=label, rest=list(rest))


def move(from_: Annotated[Address, Field(alias="from")], to: Address, via: list[Address] = ABSENT) -> None:
    received(from_=from_, to=to, via=via)


def route(
    plan: list[str] | None,
    grid: Annotated[list[Annotated[list[Int8], Length(2)]], Length(2)] = ABSENT,
    by_name: dict[str, Int16] = ABSENT,
    by_number: dict[Int64, str] = ABSENT,
) -> None:
    received(plan=plan, grid=grid, by_name=by_name, by_number=by_number)


def walk(root: Node) -> None:
    received(root=root)


def node(whole: Node, /) -> None:
    received(**fields(whole))


def draw(shape: Shape, more: list[Shape] = ABSENT) -> None:
    received(shape=shape, more=more)


def patch(
    name: str | None = ABSENT, count: Int64 | None = ABSENT, *, flag: bool | None, nested: Address | None = ABSENT
) -> None:  # fmt: skip
    received(name=name, count=count, flag=flag, nested=nested)


def deep(
    options: Deep = Deep(address=Address(zip="12345")), list: list[Address] = [Address(zip="11111")]  # noqa: B006
) -> None:  # fmt: skip
    received(options=options, list=list)


def upload(file: Annotated[bytes, Field(description="The file.")], thumb: bytes | None = ABSENT) -> bytes:
    """Stores a file."""
    received(file=file, thumb=thumb)
    return b"\x01\x02"


def blobs(
    list: list[bytes] = ABSENT, map: dict[str, bytes] = ABSENT, nested: dict[str, list[bytes]] = ABSENT, blob: Blob = ABSENT
) -> None:
    received(list=list, map=map, nested=nested, blob=blob)


def audit(
    action: str,
    user: Annotated[User, Inject("ctx")],
    tenant: Annotated[str, Field(min_length=3), Inject("ctx")],
    owner: Annotated[str, Inject("ctx", "tenant")],
    budget: Annotated[Int32 | None, Inject("config")],
) -> None:
    received(action=action, user=user, tenant=tenant, owner=owner, budget=budget)


def query(sql: str, client: Annotated[Client, Inject("app", opaque=True)]) -> None:
    received(sql=sql, client=client)


def plain_key(key: str, text: str) -> None:
    received(key=key, text=text)


def hidden_key(key: Annotated[str, Inject("ctx")], text: str) -> None:
    received(key=key, text=text)


def hooks(color: Textual = ABSENT, item: Hooked = ABSENT, bomb: Panicky = ABSENT) -> None:
    received(color=color, item=item, bomb=bomb)


def exact(command: str, args: list[str] = []) -> None:  # noqa: B006
    received(command=command, args=args)


def returns_text() -> str:
    received()
    return 'say "hi"\n'


def returns_bytes() -> bytes:
    received()
    return b"\xfb\xff"


def returns_nested() -> Blob:
    received()
    return Blob(name="n", data=b"\x01\x02", chunks=[b"\x00", b""], by_id={"k": b"\xff"})


def returns_empties() -> Empties:
    received()
    return Empties.model_construct(items=None, tags=None, data=None, next=None)


def returns_number() -> Receipt:
    received()
    return Receipt(id=2**53 + 1, total=Number("12.50"))


def returns_nan() -> float:
    received()
    return float("nan")


def returns_float() -> float:
    received()
    return 0.1


def returns_nothing() -> None:
    received()


def fails(card: str) -> None:
    received(card=card)
    raise ConnectionError("dial db-7.internal:5432: password s3cret-pg")


def fails_visible(card: str) -> None:
    received(card=card)
    raise RuntimeError("charge via db-7.internal") from Visible("the card was declined")


def panics(card: str) -> None:
    received(card=card)
    raise SystemExit("index out of range [7]: s3cret-stack")


def cancels(context: Context) -> str:
    received()
    context.cancel()
    return "late"


def own_context_error() -> None:
    received()
    raise asyncio.CancelledError


# Declarations that must be refused.


def bad_default_type(limit: Int32 = "ten") -> None: ...
def bad_default_constraint(limit: Annotated[Int32, Field(le=10)] = 11) -> None: ...
def bad_default_bounds(limit: Int8 = 200) -> None: ...
def bad_default_syntax(limit: list[Int32] = {1, 2}) -> None: ...  # noqa: B006, a set is no JSON
def bad_default_null(limit: Int32 = None) -> None: ...
def bad_default_nested(options: Deep = Deep.model_construct(retries=1)) -> None: ...
def bad_keyword(limit: Annotated[Int32, Field(min_length=1)]) -> None: ...
def bad_keyword_value(name: Annotated[str, Field(min_length=-1)]) -> None: ...
def bad_keyword_word(name: Annotated[str, Field(json_schema_extra={"minLenght": 1})]) -> None: ...
def bad_pattern(name: Annotated[str, Field(pattern="^(?=a)b$")]) -> None: ...
def bad_pattern_space(name: Annotated[str, Field(pattern=r"^\s+$")]) -> None: ...
def bad_type(callback: Callable[[], None]) -> None: ...
def bad_injected_default(tenant: Annotated[str, Inject("ctx")] = "x") -> None: ...
def bad_nested_inject(item: Leaky) -> None: ...


# Names are the functions' own; a hyphen stands for their underscore.
FUNCTIONS: dict[str, Callable] = {
    function.__name__.rstrip("_").replace("_", "-"): function
    for function in (
        order, scalars, special, wait, search, ping, sum_, move, route, walk, node, draw, patch, deep, upload, blobs, audit,
        query, plain_key, hidden_key, hooks, exact, returns_text, returns_bytes, returns_nested, returns_empties,
        returns_number, returns_nan, returns_float, returns_nothing, fails, fails_visible, panics, cancels,
        own_context_error, bad_default_type, bad_default_constraint, bad_default_bounds, bad_default_syntax,
        bad_default_null, bad_default_nested, bad_keyword, bad_keyword_value, bad_keyword_word, bad_pattern,
        bad_pattern_space, bad_type, bad_injected_default, bad_nested_inject,
    )
}  # fmt: skip
