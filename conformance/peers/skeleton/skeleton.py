"""A peer of fscheck conformance to begin another language with.

It speaks the whole of docs/protocol.md and as much of the contract as the group
`numbers` asks for. What it cannot do it says, as `internal`, UNKNOWN_COMMAND or an
undeclared capability: it never guesses. docs/conformance.md says how to go on.

    fscheck conformance --group numbers --peer 'skeleton=python3 skeleton.py'
"""

import json
import sys
from fractions import Fraction

CAPABILITIES = ["int64", "uint64", "bigint", "json-number"]
BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}


class Number:
    """A number as it is spelt. It is never a float on the way."""

    def __init__(self, token):
        mantissa, _, exponent = token.lower().partition("e")
        if sum(c.isdigit() for c in token) > 1000 or len(exponent) > 9 or abs(int(exponent or 0)) > 1000:
            raise Refused("INVALID_ARGUMENT", [violation("", "parse", reason="number")])
        self.token = token
        self.value = Fraction(mantissa) * Fraction(10) ** int(exponent or 0)


class Refused(Exception):
    def __init__(self, code, violations):
        super().__init__(code)
        self.code, self.violations = code, violations


def violation(pointer, keyword=None, message="", **more):
    if keyword:
        more["keyword"] = keyword
    return {"pointer": pointer, "message": message, **more}


def read(text):
    """Reads JSON. The groups `parsing` and `limits` ask for much more."""

    def constant(name):
        raise ValueError(name)

    try:
        return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=constant)
    except ValueError as e:
        raise Refused("INVALID_ARGUMENT", [violation("", "parse", str(e), reason="syntax")]) from e


# What a schema says of a value


def is_type(name, v):
    if name == "integer":
        return isinstance(v, Number) and v.value.denominator == 1
    native = {"number": Number, "string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    return isinstance(v, native[name])


def same(a, b):
    if isinstance(a, Number) and isinstance(b, Number):
        return a.value == b.value
    return type(a) is type(b) and a == b  # the group `equality` asks for lists and objects


CHECKS = {
    "minimum": (Number, lambda v, k: v.value >= k.value),
    "maximum": (Number, lambda v, k: v.value <= k.value),
    "exclusiveMinimum": (Number, lambda v, k: v.value > k.value),
    "exclusiveMaximum": (Number, lambda v, k: v.value < k.value),
    "multipleOf": (Number, lambda v, k: (v.value / k.value).denominator == 1),
    "maxLength": (str, lambda v, k: len(v) <= k.value),
    "minItems": (list, lambda v, k: len(v) >= k.value),
}
KNOWN = {"type", "const", "properties", "required", "additionalProperties", *CHECKS}


def check_schema(schema):
    """Says what is not there yet, instead of ignoring it."""
    if isinstance(schema, dict):
        for keyword in schema:
            if keyword not in KNOWN:
                raise NotImplementedError(f"the keyword {keyword}")
        for inner in [*schema.get("properties", {}).values(), schema.get("additionalProperties")]:
            check_schema(inner)


def escape(name):
    return name.replace("~", "~0").replace("/", "~1")


def judge(schema, v, pointer=""):
    """Yields every violation."""
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(t, v) for t in types):
        yield violation(pointer, "type", "must be " + " or ".join(types))
        return
    if "const" in schema and not same(schema["const"], v):
        yield violation(pointer, "const", "is another value")
        return
    for keyword, (kind, holds) in CHECKS.items():
        if keyword in schema and isinstance(v, kind) and not holds(v, schema[keyword]):
            yield violation(pointer, keyword, "does not hold")
    if not isinstance(v, dict):
        return
    for name in schema.get("required", []):
        if name not in v:
            yield violation(pointer, "required", "is missing", property=name)
    rest = schema.get("additionalProperties", True)
    for name, member in v.items():
        inner = schema.get("properties", {}).get(name, rest)
        if inner is False:
            yield violation(pointer, "additionalProperties", "is not accepted", property=name)
        elif inner is not True:
            yield from judge(inner, member, pointer + "/" + escape(name))


# What a function receives, as typed values


def generic(v):
    if isinstance(v, Number):
        return {"number": v.token}
    if isinstance(v, dict):
        return {"map": {name: generic(member) for name, member in v.items()}}
    if isinstance(v, list):
        return {"list": [generic(item) for item in v]}
    return {"null": True} if v is None else {"bool": v} if isinstance(v, bool) else {"string": v}


def bind(kind, v, pointer, faults):
    if kind == "any":
        return generic(v)
    if kind.startswith("map:"):
        return {"map": {name: bind(kind[4:], m, f"{pointer}/{escape(name)}", faults) for name, m in v.items()}}
    if kind == "number":
        return {"number": v.token}
    try:
        return native(kind, v)
    except OverflowError:
        faults.append(violation(pointer, message="is out of range", reason="range"))


def native(kind, v):
    if kind == "float64":
        sign = -1 if v.token.startswith("-") else 1
        return {"float": (sign * float(abs(v.value))).hex()}
    n = int(v.value)
    if kind != "bigint":
        if kind not in BITS:
            raise NotImplementedError(f"the type {kind}")
        low = 0 if kind.startswith("u") else -(1 << BITS[kind] - 1)
        if not low <= n < low + (1 << BITS[kind]):
            raise OverflowError
    return {"int": str(n)}


# The commands


class Subject:
    def __init__(self, subject):
        if unknown := set(subject) - {"schemaText", "bind"}:
            raise NotImplementedError(f"subjects with {', '.join(sorted(unknown))}")
        self.text, self.plan = subject["schemaText"], subject.get("bind")
        self.schema = read(self.text)
        check_schema(self.schema)

    def receive(self, text):
        args = read(text)
        if not isinstance(args, dict):
            raise Refused("INVALID_ARGUMENT", [violation("", "type", "must be an object")])
        if found := list(judge(self.schema, args)):
            raise Refused("INVALID_ARGUMENT", found)
        if self.plan is None:
            return {name: generic(v) for name, v in args.items()}
        faults = []
        bound = {
            name: bind(kind, args[name], "/" + escape(name), faults) if name in args else {"absent": True}
            for name, kind in self.plan.items()
        }
        if faults:
            raise Refused("BINDING_ERROR", faults)
        return bound


subjects = {}


def hello(_):
    return {
        "protocol": 1,
        "implementation": {"name": "skeleton", "language": "Python", "languageVersion": sys.version.split()[0]},
        "capabilities": CAPABILITIES,
    }


def failed(e):
    text = "; ".join(f"{v['pointer']} {v['message']}" for v in e.violations)
    return {"outcome": "error", "error": {"code": e.code, "violations": e.violations, "text": text}}


def construct(q):
    handle = str(q["id"])
    subjects[handle] = subject = Subject(q["subject"])
    return {"outcome": "ok", "handle": handle, "schemaText": subject.text, "metadataText": subject.text}


def call(q):
    if "context" in q or "argumentsText" not in q:
        raise NotImplementedError("contexts, and arguments that are no UTF-8")
    text = q["argumentsText"]
    try:
        bound = subjects[q["handle"]].receive(text)
    except Refused as e:
        result = failed(e)
        return {**result, "invocations": 0, "requestAfterText": text, "responseStatus": "failed", "responseText": result["error"]["text"]}
    return {
        "outcome": "ok", "bound": bound, "completedText": text, "invocations": 1,
        "requestAfterText": text, "responseStatus": "success", "responseText": "null",
    }  # fmt: skip


def release(q):
    del subjects[q["handle"]]
    return {"outcome": "ok"}


COMMANDS = {"construct": construct, "call": call, "release": release, "bye": lambda _: {"outcome": "ok"}}


def answer(q):
    if q["cmd"] == "hello":
        return hello(q) if 1 in q["protocol"] else {"error": {"code": "UNSUPPORTED_PROTOCOL"}}
    if q["cmd"] not in COMMANDS:
        return {"error": {"code": "UNKNOWN_COMMAND"}}
    try:
        return {"result": COMMANDS[q["cmd"]](q)}
    except Exception as e:  # whatever it is, it is this peer's fault, and the next case is asked
        return {"internal": {"message": f"{type(e).__name__}: {e}"}}


def main():
    # Bytes, split at LF alone: the text layer of Python takes CR and more for an end.
    for line in sys.stdin.buffer:
        q = json.loads(line)
        text = json.dumps({"id": q["id"], **answer(q)}, allow_nan=False)
        sys.stdout.buffer.write(text.encode() + b"\n")
        sys.stdout.buffer.flush()
        if q["cmd"] == "bye":
            return


main()
