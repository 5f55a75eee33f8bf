"""Type-directed reading of valid arguments: what pydantic would coerce, round or take for
something else is exact before pydantic sees it (rules 22 to 26).

pydantic in lax mode reads "2" and true as integers and 1.5 as 1; in strict mode it refuses
1.0 and 1e3; bytes are the text itself; a datetime loses its nanoseconds.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Any

from pydantic import TypeAdapter, ValidationError

from . import lexical
from .derive import INT_KEY, UINT_KEY
from .pattern import compile_pattern
from .shape import Model, Shape
from .types import Duration, RawJSON
from .values import Number, is_integral, kind, plain, pointer, write
from .violation import Violation

_WANT = {
    "bool": ("boolean", "true or false"), "int": ("number", "an integer"), "duration": ("number", "an integer"),
    "float": ("number", "a number"), "number": ("number", "a number"), "string": ("string", "a string"),
    "bytes": ("string", "a string"), "datetime": ("string", "a string"), "text": ("string", "a string"),
    "list": ("array", "an array"), "array": ("array", "an array"), "map": ("object", "an object"),
    "intmap": ("object", "an object"), "model": ("object", "an object"), "union": ("object", "an object"),
}  # fmt: skip


class Fitter:
    """Reads values by their shapes and collects what does not fit. ``causes`` are the errors of
    types that read themselves: their texts are for nobody but the caller."""

    def __init__(self) -> None:
        self.faults: list[Violation] = []
        self.causes: list[BaseException] = []
        self.path: list[str | int] = []

    def fail(self, reason: str, message: str, name: str | None = None) -> None:
        self.faults.append(Violation(pointer(self.path), "", name, reason, message))

    def at(self, step: str | int, shape: Shape, value: Any) -> Any:
        self.path.append(step)
        try:
            return self.fit(shape, value)
        finally:
            self.path.pop()

    def fit(self, shape: Shape, value: Any) -> Any:
        """Return the native value, or anything after a fault."""
        form = shape.form
        if form == "any":
            return plain(value)
        if form == "raw":
            return RawJSON(write(value))
        if value is None and shape.nullable:
            return None
        if form == "json":
            return self.hook(shape.python.from_json, write(value), "model")
        want, words = _WANT[form]
        if value is None:
            return self.fail("null", f"must be {words}, not null")
        if kind(value) != want:
            return self.fail("type", f"must be {words}")
        return getattr(self, form)(shape, value)

    def bool(self, shape: Shape, value: Any) -> Any:
        return value

    def string(self, shape: Shape, value: Any) -> Any:
        return str(value)

    def number(self, shape: Shape, value: Any) -> Any:
        return value

    def int(self, shape: Shape, value: Any) -> Any:
        if not is_integral(value):
            return self.fail("type", "must be an integer")
        if shape.bits is not None:
            low, high = shape.bits.bounds
            if not low <= value <= high:
                return self.fail("range", f"must be an integer from {low} to {high}")
        return int(value)

    def duration(self, shape: Shape, value: Any) -> Any:
        nanoseconds = self.int(shape, value)
        return None if nanoseconds is None else Duration(nanoseconds)

    def float(self, shape: Shape, value: Any) -> Any:
        result = nearest_single(value) if shape.single else float(value)
        if math.isinf(result):
            return self.fail("range", f"must be a number that {32 if shape.single else 64} bits of floating point hold")
        return result

    def bytes(self, shape: Shape, value: Any) -> Any:
        decoded = lexical.base64_bytes(value)
        return self.fail("format", lexical.BASE64_REMEDY) if decoded is None else decoded

    def datetime(self, shape: Shape, value: Any) -> Any:
        moment = lexical.date_time(value)
        if moment is None:
            return self.fail("format", lexical.DATE_TIME_REMEDY)
        if moment.nanosecond and shape.python is not lexical.DateTime:
            return self.fail("range", "must have at most 6 digits of fraction")
        return moment

    def text(self, shape: Shape, value: Any) -> Any:
        return self.hook(shape.python.from_text, str(value), "format")

    def hook(self, read: Any, text: str, reason: str) -> Any:
        try:
            return read(text)
        except (Exception, SystemExit) as error:
            self.causes.append(error)
            return self.fail(reason, "is not what this parameter reads")

    def list(self, shape: Shape, value: Any) -> Any:
        return [self.at(i, shape.items, item) for i, item in enumerate(value)]

    def array(self, shape: Shape, value: Any) -> Any:
        if len(value) != shape.length:
            return self.fail("type", f"must have exactly {shape.length} items")
        return self.list(shape, value)

    def map(self, shape: Shape, value: Any) -> Any:
        return {str(name): self.at(name, shape.items, member) for name, member in value.items()}

    def intmap(self, shape: Shape, value: Any) -> Any:
        signed = shape.bits is None or shape.bits.signed
        is_key = compile_pattern(INT_KEY if signed else UINT_KEY)
        low, high = shape.bits.bounds if shape.bits is not None else (-math.inf, math.inf)
        result = {}
        for name, member in value.items():
            if not is_key(name):
                self.fail("type", "the names of this object are integers without leading zeros", str(name))
            elif not low <= (key := int(Number(name))) <= high:
                self.fail("range", f"the names of this object are integers from {low} to {high}", str(name))
            else:
                result[key] = self.at(name, shape.items, member)
        return result

    def model(self, shape: Shape, value: Any) -> Any:
        return self.fields(shape.model, value)

    def fields(self, model: Model, value: dict) -> dict:
        """The fields of a model that were given; pydantic makes the instance of them."""
        return {p.name: self.at(p.name, p.shape, value[p.name]) for p in model.fields if p.name in value}

    def union(self, shape: Shape, value: Any) -> Any:
        name = value.get(shape.discriminator)
        if not isinstance(name, str) or name not in shape.variants:
            return self.fail("model", f"must have the member {shape.discriminator} with the name of a variant")
        variant = shape.variants[name]
        before = len(self.faults)
        fields = self.fields(variant.model, value)
        return None if len(self.faults) > before else self.construct(TypeAdapter(variant.python), fields)

    def construct(self, adapter: TypeAdapter, value: Any) -> Any:
        """Let pydantic make models, and run the validators that they have."""
        try:
            return adapter.validate_python(value, strict=True)
        except ValidationError as error:
            self.causes.append(error)
            for detail in error.errors(include_url=False, include_context=False, include_input=False):
                steps = [step for step in detail["loc"] if step != "[key]"]
                self.path += steps
                self.fail("model", "is not accepted by the model of this parameter")
                del self.path[len(self.path) - len(steps) :]
            return None


def nearest_single(value: Number) -> float:
    """The float of 32 bits that is nearest to an exact number; infinite if it is beyond all."""
    rounded = float(value)
    try:
        bits = struct.unpack("<i", struct.pack("<f", rounded))[0]
    except OverflowError:
        return math.copysign(math.inf, rounded)
    if math.isinf(rounded):
        return rounded
    # Rounded twice a value may miss by one place: look at both neighbours of the first result.
    exact = Fraction(value)
    if not exact:
        return rounded
    near = [_single(b) for b in (bits, bits - 1, bits + 1) if (b < 0) == (bits < 0) and math.isfinite(_single(b))]
    return min(near, key=lambda c: (abs(exact - Fraction(c)), struct.unpack("<i", struct.pack("<f", c))[0] & 1))


def _single(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]
