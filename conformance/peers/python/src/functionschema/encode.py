"""From Python values to JSON (rule 27): results, defaults and injected values."""

from __future__ import annotations

import base64
import math
from datetime import datetime
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from .lexical import DateTime
from .reader import ReadError, read
from .shape import Shape, Walker
from .types import RawJSON
from .values import ABSENT, Array, Number, Object

_EMPTY = {"list": Array, "array": Array, "map": Object, "intmap": Object, "bytes": str}


class EncodeError(Exception):
    """A value that JSON cannot hold, or its type does not."""


def encode(value: Any, shape: Shape | None, only_set: bool = False) -> Any:
    """Return a value as a strict tree, by its shape, or by its own type where there is none.

    What is None where the type has no null is the empty value of its kind. ``only_set`` writes
    of a model the fields that were given, as a default does.
    """
    if shape is not None and shape.form == "union" and isinstance(value, BaseModel):
        return _variant(value, shape, only_set)
    if value is None:
        if shape is None or shape.nullable or shape.form in ("any", "raw"):
            return None
        if shape.form in _EMPTY:
            return _EMPTY[shape.form]()
        raise EncodeError("a value is missing")
    if isinstance(value, bool):
        return value
    if isinstance(value, RawJSON):
        try:
            return read(value.encode("utf-8", "surrogatepass"))
        except ReadError as error:
            raise EncodeError(str(error)) from None
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise EncodeError("a text has half of a surrogate pair") from None
        return str(value)
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, (int, float, Decimal)):
        return _number(value)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise EncodeError("a datetime has no offset")
        return value.rfc3339() if isinstance(value, DateTime) else DateTime.combine(value.date(), value.timetz()).rfc3339()
    if isinstance(value, BaseModel):
        return _model(value, shape, only_set)
    if isinstance(value, dict):
        items = shape.items if shape is not None else None
        return Object({_key(k): encode(v, items, only_set) for k, v in value.items() if v is not ABSENT})
    if isinstance(value, (list, tuple)):
        items = shape.items if shape is not None else None
        return Array(encode(v, items, only_set) for v in value)
    raise EncodeError(f"a value of type {type(value).__name__} cannot be written as JSON")


def _number(value: int | float | Decimal) -> Number:
    if isinstance(value, Number):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise EncodeError("JSON has no such number")
        return Number(repr(value))
    if isinstance(value, Decimal) and not value.is_finite():
        raise EncodeError("JSON has no such number")
    # Decimal writes integers of any length; str() stops at 4,300 digits.
    return Number(f"{Decimal(value):f}" if isinstance(value, int) else str(value).replace("E", "e"))


def _key(key: Any) -> str:
    if not isinstance(key, (str, int)) or isinstance(key, bool):
        raise EncodeError("the keys of a dict are texts or integers")
    return str(key)


def _model(value: BaseModel, shape: Shape | None, only_set: bool) -> Object:
    model = shape.model if shape is not None and shape.model is not None else Walker().model(type(value), "")
    members = Object()
    for param in model.fields:
        if only_set and param.python not in value.model_fields_set:
            continue
        # A field that was never set, as model_construct leaves it, is empty.
        member = value.__dict__.get(param.python)
        if member is not ABSENT:
            members[param.name] = encode(member, param.shape, only_set)
    return members


def _variant(value: BaseModel, shape: Shape, only_set: bool) -> Object:
    for name, variant in shape.variants.items():
        if type(value) is variant.python:
            return Object({shape.discriminator: name, **_model(value, variant, only_set)})
    raise EncodeError("a value is none of the union's variants")
