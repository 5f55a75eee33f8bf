"""Has pydantic-ai read a history and write it again. wire/vercelai/pydantic_test.go runs it:

    python vercelai.py DIR

DIR/history.json is read. Written are what each call returned there (returned.json), the
history (history.out.json), the results as a stream (stream.out.sse), and what it keeps of
values of its own (own.json, and own.sse as a stream).
"""

import asyncio
import json
import pathlib
import sys

from pydantic import TypeAdapter
from pydantic_ai.messages import (
    BaseToolCallPart, BaseToolReturnPart, BinaryContent, FileUrl, FunctionToolResultEvent, NativeToolReturnPart, ToolReturnPart,
    UploadedFile,
)
from pydantic_ai.ui.vercel_ai import VercelAIAdapter, VercelAIEventStream
from pydantic_ai.ui.vercel_ai.request_types import SubmitMessage, UIMessage

from pydantic_own import OWN, trips


def describe(value):
    """What a value is, with the type that it has here."""
    if isinstance(value, BinaryContent):
        return ['file', value.kind, value.data.hex(), value.media_type, value.identifier, value.vendor_metadata]
    if isinstance(value, FileUrl):
        download = value.force_download
        return ['file', value.kind, value.url, value.media_type, value.identifier, value.vendor_metadata, download]
    if isinstance(value, UploadedFile):
        return ['file', value.kind, value.file_id, value.media_type, value.identifier, value.vendor_metadata, value.provider_name]
    if isinstance(value, dict):
        return ['object', [[name, describe(item)] for name, item in value.items()]]
    if isinstance(value, (list, tuple)):
        return ['list', [describe(item) for item in value]]
    if value is None or isinstance(value, (str, bool, int, float)):
        return ['json', value]
    return ['unknown', repr(type(value))]


async def stream_of(parts):
    request = SubmitMessage(id='chat', trigger='submit-message', messages=[])
    stream = VercelAIEventStream(run_input=request, sdk_version=6)
    text = ''
    for part in parts:
        if isinstance(part, NativeToolReturnPart):
            chunks = stream.handle_builtin_tool_return(part)
        else:
            chunks = stream.handle_function_tool_result(FunctionToolResultEvent(part))
        async for chunk in chunks:
            text += stream.encode_event(chunk)
    return text


def trip(messages):
    dumped = ui.dump_json(VercelAIAdapter.dump_messages(messages, sdk_version=6), by_alias=True)
    return VercelAIAdapter.load_messages(ui.validate_json(dumped))


ui = TypeAdapter(list[UIMessage])


def main(folder):
    (folder / 'own.json').write_text(json.dumps(trips(trip)))
    own = [ToolReturnPart('f', tool_call_id=name, **value) for name, value in OWN.items() if 'provider_name' not in value]
    (folder / 'own.sse').write_text(asyncio.run(stream_of(own)))
    messages = VercelAIAdapter.load_messages(ui.validate_json((folder / 'history.json').read_bytes()))
    parts = [part for message in messages for part in message.parts]
    returns = [part for part in parts if isinstance(part, BaseToolReturnPart)]
    calls = {part.tool_call_id for part in parts if isinstance(part, BaseToolCallPart)}
    assert calls == {part.tool_call_id for part in returns}, 'a call has no return, or a return no call'
    returned = {part.tool_call_id: [part.outcome, describe(part.content)] for part in returns}
    (folder / 'returned.json').write_text(json.dumps(returned))
    dumped = VercelAIAdapter.dump_messages(messages, sdk_version=6)
    (folder / 'history.out.json').write_bytes(ui.dump_json(dumped, by_alias=True, exclude_none=False))
    (folder / 'stream.out.sse').write_text(asyncio.run(stream_of(returns)))


main(pathlib.Path(sys.argv[1]))
