"""What a function received, seen before it overwrites its parameters, as typed values."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from functionschema import ABSENT, DateTime, Duration, Number, RawJSON

from .models import Client, Hooked, Panicky


class Observation:
    """What became of one call's function."""

    def __init__(self) -> None:
        self.runs = 0
        self.bound: dict[str, Any] | None = None


_CURRENT: ContextVar[Observation] = ContextVar("observation")


@contextmanager
def observed() -> Iterator[Observation]:
    token = _CURRENT.set(observation := Observation())
    try:
        yield observation
    finally:
        _CURRENT.reset(token)


def received(params: dict[str, Any] | None = None, /, **named: Any) -> None:
    """Note the parameters of a call and then overwrite, in place, every list and map of them:
    what the engine shares between calls, or with the caller, shows in the next one."""
    params = named if params is None else params
    observation = _CURRENT.get(None)
    if observation is not None:
        observation.runs += 1
        observation.bound = {n.rstrip("_") if params is named else n: typed(v) for n, v in params.items()}
    for value in params.values():
        _overwrite(value)


def fields(model: BaseModel) -> dict[str, Any]:
    return {name: getattr(model, name) for name in type(model).model_fields}


def typed(value: Any) -> dict[str, Any]:
    """A native value as a typed value of the protocol."""
    if type(value) is Number:
        return {"number": value.token}
    if value is None:
        return {"null": True}
    if value is ABSENT:
        return {"absent": True}
    if isinstance(value, bool):
        return {"bool": value}
    if isinstance(value, Duration):
        return {"duration": str(int(value))}
    if isinstance(value, int):
        return {"int": f"{Decimal(value):f}"}  # str() stops at 4,300 digits
    if isinstance(value, float):
        return {"float": value.hex() if math.isfinite(value) else str(value)}
    if isinstance(value, DateTime):
        return {"datetime": value.rfc3339()}
    if isinstance(value, RawJSON):
        return {"raw": str(value)}
    if isinstance(value, Hooked):
        return {"raw": value.text}
    if isinstance(value, Panicky):
        return {"raw": ""}
    if isinstance(value, str):
        return {"string": str(value)}
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, Client):
        return {"opaque": value.name}
    if isinstance(value, list):
        return {"list": [{"number": item.token} if type(item) is Number else typed(item) for item in value]}
    if isinstance(value, dict):
        return {"map": {str(name): typed(member) for name, member in value.items()}}
    if isinstance(value, BaseModel):
        return {"model": type(value).__name__, "fields": {name: typed(member) for name, member in fields(value).items()}}
    raise TypeError(f"no typed value for {type(value).__name__}")


def _overwrite(value: Any) -> None:
    if isinstance(value, BaseModel):
        for member in fields(value).values():
            _overwrite(member)
    elif isinstance(value, dict):
        for member in value.values():
            _overwrite(member)
        value.clear()
    elif isinstance(value, list):
        if any(issubclass(t, (BaseModel, dict, list)) for t in set(map(type, value))):
            for item in value:
                _overwrite(item)
        value[:] = [None] * len(value)
