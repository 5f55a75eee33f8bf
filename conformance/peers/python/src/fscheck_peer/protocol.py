"""The protocol fsc/1: one JSON object a line, in on standard input and out on standard output."""

from __future__ import annotations

import base64
import json
import platform
import sys
import time
import traceback
from dataclasses import replace
from typing import Any, BinaryIO

from pydantic_core import PydanticSerializationError, to_json

from functionschema import Context, FunctionError, FunctionSchema, Inject, Limits, NotFound, Options, RawJSON, digest, model_text
from functionschema.errors import BINDING_ERROR, CANCELLED, INVALID_ARGUMENT

from . import plan
from .functions import FUNCTIONS
from .models import Client
from .observe import observed

PROTOCOL = 1
CAPABILITIES = [
    "bigint", "bytes", "cancellation", "cost", "datetime", "draft-07", "duration", "dynamic-ref", "fixed-array", "float32",
    "formats", "hooks", "int64", "intmap", "json-number", "limits", "models", "opaque", "panics", "raw", "recursion", "repairs",
    "text-16mib", "uint64", "unions", "values-1m", "variadic",
]  # fmt: skip
SOURCES = ("ctx", "config", "app")


class Peer:
    """Answers requests; keeps what was constructed until it is released."""

    def __init__(self) -> None:
        self._built: dict[str, tuple[FunctionSchema, _Values]] = {}
        self._last = 0

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The members of an answer beside its id."""
        commands = {
            "hello": self.hello, "construct": self.construct, "call": self.call, "digest": self.digest,
            "release": self.release, "bye": lambda _: {"result": {"outcome": "ok"}},
        }  # fmt: skip
        command = commands.get(request.get("cmd"))
        if command is None:
            return {"error": {"code": "UNKNOWN_COMMAND"}}
        try:
            return command(request)
        except FunctionError as error:
            return {"result": {"outcome": "error", "error": _error(error)}}
        except Exception as error:
            return {"internal": {"message": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}}

    def hello(self, request: dict[str, Any]) -> dict[str, Any]:
        if PROTOCOL not in request.get("protocol", ()):
            return {"error": {"code": "UNSUPPORTED_PROTOCOL"}}
        limits = Limits()
        return {
            "protocol": PROTOCOL,
            "implementation": {
                "name": "fscheck-python", "version": "1.0.0", "language": "Python", "languageVersion": platform.python_version(),
            },
            "capabilities": CAPABILITIES,
            "limits": {"maxBytes": limits.bytes, "maxDepth": limits.depth, "maxNumberDigits": limits.digits},
        }  # fmt: skip

    def construct(self, request: dict[str, Any]) -> dict[str, Any]:
        subject = request["subject"]
        values = _Values()
        function, fields = _function(subject)
        built = FunctionSchema(function, _options(subject, values), fields)
        self._last += 1
        self._built[str(self._last)] = built, values
        result = {"outcome": "ok", "handle": str(self._last), "schemaText": built.schema_text, "metadataText": built.metadata_text}
        if built.description:
            result["metadataDescription"] = built.description
        return {"result": result}

    def call(self, request: dict[str, Any]) -> dict[str, Any]:
        function, values = self._built[request["handle"]]
        arguments = _payload(request, "arguments")
        values.begin(request)
        context = Context(time.monotonic() - 1 if request.get("context") == "deadline" else None)
        if request.get("context") == "cancelled":
            context.cancel()
        result: dict[str, Any] = {"outcome": "ok"}
        status, text = "success", ""
        with observed() as observation:
            try:
                call = function.bind(context, arguments)
                result["completedText"] = call.arguments
                if call.repairs:
                    result["applied"] = [{"pointer": a.pointer, "repair": a.repair} for a in call.repairs]
                text = model_text(call.do(context))
            except FunctionError as error:
                status, text = "interrupted" if error.code == CANCELLED else "failed", error.model_text
                result |= {"outcome": "error", "error": _error(error)}
        if observation.bound is not None:
            result["bound"] = observation.bound
        result["invocations"] = observation.runs
        _keep(result, "requestAfter", arguments)
        return {"result": result | {"responseStatus": status, "responseText": text, "resolutions": values.asked}}

    def digest(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"result": {"outcome": "ok", "digest": digest(_payload(request, "arguments"))}}

    def release(self, request: dict[str, Any]) -> dict[str, Any]:
        self._built.pop(request.get("handle"), None)
        return {"result": {"outcome": "ok"}}


class _Values:
    """Where the injected values of the call under way come from."""

    def __init__(self) -> None:
        self.begin({})

    def begin(self, request: dict[str, Any]) -> None:
        self.asked: list[str] = []
        self._text = request.get("injectedText", {})
        self._opaque = request.get("injectedOpaque", {})
        self._failing = request.get("injectedFailing", {})
        self._missing = request.get("injectedMissing", ())

    def resolve(self, context: Context, key: str) -> Any:
        self.asked.append(key)
        if key in self._failing:
            raise RuntimeError(self._failing[key])
        if key in self._missing:
            raise NotFound(key)
        if key in self._opaque:
            return Client(self._opaque[key])
        if key in self._text:
            return RawJSON(self._text[key])
        raise NotFound(key)


def _function(subject: dict[str, Any]) -> tuple[Any, Any]:
    if "function" in subject:
        return FUNCTIONS[subject["function"]], None
    if "bind" in subject:
        return plan.plan(subject["bind"])
    return plan.generic(), None


def _options(subject: dict[str, Any], values: _Values) -> Options:
    schema = None
    if "schemaText" in subject or "schemaBase64" in subject:
        schema = _payload(subject, "schema")
    sources = subject.get("sources", SOURCES)
    return Options(
        name=subject.get("function", "subject"),
        schema=schema,
        injected={n: Inject(r["source"], r.get("key", ""), r.get("opaque", False)) for n, r in subject.get("inject", {}).items()},
        resolvers={source: values.resolve for source in sources} or None,
        formats=subject.get("formats", False),
        repairs=tuple(subject.get("repairs", ())),
        limits=replace(Limits(), **subject.get("limits", {})),
    )


def _payload(request: dict[str, Any], name: str) -> bytes:
    if f"{name}Base64" in request:
        return base64.b64decode(request[f"{name}Base64"])
    return request[f"{name}Text"].encode("utf-8", "surrogatepass")


def _keep(result: dict[str, Any], name: str, data: bytes) -> None:
    try:
        result[f"{name}Text"] = data.decode()
    except UnicodeDecodeError:
        result[f"{name}Base64"] = base64.b64encode(data).decode()


def _error(error: FunctionError) -> dict[str, Any]:
    violations = []
    for v in error.violations:
        shown = {"pointer": v.pointer, "keyword": v.keyword, "reason": v.reason, "message": v.message}
        shown = {k: text for k, text in shown.items() if text or k == "pointer"}
        violations.append(shown if v.name is None else shown | {"property": v.name})
    shown_error: dict[str, Any] = {"code": error.code, "text": str(error)}
    if violations or error.code in (INVALID_ARGUMENT, BINDING_ERROR):
        shown_error["violations"] = violations
    return shown_error | ({"more": error.more} if error.more else {})


def _line(answer: dict[str, Any]) -> bytes:
    try:
        return to_json(answer) + b"\n"  # quicker, but it nests no deeper than 255
    except PydanticSerializationError:
        return json.dumps(answer, ensure_ascii=False).encode() + b"\n"


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests until bye or the end of input. Lines end with LF and nothing else: text
    mode and splitlines() would also stop at U+2028."""
    peer = Peer()
    while line := source.readline():
        request = json.loads(line)
        answer = {"id": request["id"], **peer.answer(request)}
        sink.write(_line(answer))
        sink.flush()
        if request.get("cmd") == "bye" or answer.get("error", {}).get("code") == "UNSUPPORTED_PROTOCOL":
            return


def main() -> None:
    """Serve standard input in a thread whose stack holds what limits of rule 9 allow: jsonschema
    goes several calls deep for each schema within a schema."""
    import threading

    sink = sys.stdout.buffer
    sys.stdout = sys.stderr  # standard output is the protocol's alone
    sys.setrecursionlimit(100_000)
    threading.stack_size(512 << 20)
    thread = threading.Thread(target=serve, args=(sys.stdin.buffer, sink))
    thread.start()
    thread.join()
