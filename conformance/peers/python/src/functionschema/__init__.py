"""Functions that language models call: strict arguments, one contract in every language."""

from .context import Context
from .errors import FunctionError, NotFound, Visible
from .function import Call, Foreign, FunctionSchema, Options, digest, model_text
from .reader import Limits
from .types import (
    ABSENT,
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
    Variants,
)  # fmt: skip

__all__ = [
    "ABSENT", "Call", "Context", "DateTime", "Duration", "Float32", "Foreign", "FunctionError", "FunctionSchema", "Inject", "Int8", "Int16",
    "Int32", "Int64", "Length", "Limits", "NotFound", "Number", "Options", "RawJSON", "UInt8", "UInt16", "UInt32", "UInt64",
    "Variants", "Visible", "digest", "model_text",
]  # fmt: skip
