"""Bind plans of the case file: its closed grammar of types, as shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functionschema import types
from functionschema.function import Foreign
from functionschema.shape import Param, Shape, Walker
from functionschema.values import ABSENT

from . import models
from .observe import received

_TYPES = {
    "any": Any, "bigint": int, "bool": bool, "bytes": bytes, "datetime": types.DateTime, "duration": types.Duration,
    "float32": types.Float32, "float64": float, "int": types.Int64, "int8": types.Int8, "int16": types.Int16,
    "int32": types.Int32, "int64": types.Int64, "uint": types.UInt64, "uint8": types.UInt8, "uint16": types.UInt16,
    "uint32": types.UInt32, "uint64": types.UInt64, "number": types.Number, "raw": types.RawJSON, "string": str,
    "textual": models.Textual, "hooked": models.Hooked, "panicky": models.Panicky,
}  # fmt: skip
_ZERO = {"bool": False, "int": 0, "string": "", "float": 0.0, "bytes": b"", "duration": types.Duration(0)}
_EMPTY = {"list": list, "map": dict, "intmap": dict}


def shape(text: str) -> Shape:
    """The shape of a type such as list:nullable:int64. Raises ValueError for what no plan has."""
    prefix, _, rest = text.partition(":")
    if prefix in ("nullable", "optional"):
        inner = shape(rest)
        inner.nullable = True
        return inner
    if prefix in _EMPTY:
        made = Shape(prefix, items=shape(rest))
        made.bits = types.Bits(64) if prefix == "intmap" else None
        return made
    if prefix == "array":
        length, _, rest = rest.partition(":")
        return Shape("array", items=shape(rest), length=int(length))
    if prefix == "model":
        return Walker().shape(getattr(models, rest), "")
    if text not in _TYPES:
        raise ValueError(f"a plan cannot bind to the type {text}")
    return Walker().shape(_TYPES[text], "")


def plan(fields: dict[str, str]) -> tuple[Foreign, list[Param]]:
    """A function of these fields, every one of which may be left out."""
    params = [Param(name, shape(text), name, default=ABSENT) for name, text in fields.items()]
    zeros = {p.name: (lambda: ABSENT) if fields[p.name].startswith("optional:") else _zero(p.shape) for p in params}

    def run(_: Any, values: dict[str, Any]) -> None:
        received({name: zeros[name]() if value is ABSENT else value for name, value in values.items()})

    return Foreign(run), params


def _zero(made: Shape) -> Callable[[], Any]:
    """What a field is that was left out: rule 25 lets a bound value start from zero."""
    if made.nullable:
        return lambda: None
    return _EMPTY.get(made.form) or (lambda: _ZERO.get(made.form, ABSENT))


def generic() -> Foreign:
    """A function of the arguments as JSON has them."""
    return Foreign(lambda _, values: received(values))
