"""Loads AG-UI histories with pydantic-ai, says what it made of them, and dumps them again.

Reads lines of JSON {"name", "messages"}; prints for each {"name", "outcome", "value",
"dump"}: the tool return as it understood it, every file an object of its class, and the
messages that it writes. What it refuses is {"name", "error"}. The last line is what it
keeps of values of its own, by their names.
"""

import base64
import json
import sys
import warnings

from ag_ui.core import Message
from pydantic import TypeAdapter
from pydantic_ai.messages import BinaryContent, FileUrl, ModelRequest, ToolReturnPart, UploadedFile, UserPromptPart
from pydantic_ai.ui.ag_ui import AGUIAdapter

from pydantic_own import trips

messages_type = TypeAdapter(list[Message])


def describe(v):
    if isinstance(v, BinaryContent):
        kind = {
            'class': type(v).__name__,
            'data': base64.b64encode(v.data).decode(),
            'media_type': v.media_type,
        }
    elif isinstance(v, FileUrl):
        kind = {'class': type(v).__name__, 'url': v.url, 'force_download': v.force_download}
    elif isinstance(v, UploadedFile):
        kind = {'class': type(v).__name__, 'file_id': v.file_id, 'provider_name': v.provider_name, 'media_type': v.media_type}
    elif isinstance(v, dict):
        return {'map': [[k, describe(x)] for k, x in v.items()]}
    elif isinstance(v, (list, tuple)):
        return {'list': [describe(x) for x in v]}
    else:
        return {type(v).__name__: v}
    return kind | {'identifier': v.identifier, 'vendor_metadata': v.vendor_metadata}


def answer(case):
    loaded = load(case['messages'])
    (part,) = [p for m in loaded for p in m.parts if isinstance(p, ToolReturnPart)]
    return {'outcome': part.outcome, 'value': describe(part.content), 'dump': dump(loaded)}


def dump(messages):
    return messages_type.dump_python(AGUIAdapter.dump_messages(messages), mode='json', by_alias=True, exclude_none=True)


def load(dumped):
    return AGUIAdapter.load_messages(messages_type.validate_python(dumped))


def part_id():
    """What it makes of a file with an identifier that is a part of a message."""
    file = BinaryContent(b'1', media_type='text/plain', identifier='report')
    (message,) = load(dump([ModelRequest(parts=[UserPromptPart(['see', file])])]))
    identifier = message.parts[0].content[1].identifier
    return {'kept': identifier == file.identifier, 'after': identifier}


warnings.simplefilter('ignore')
for line in sys.stdin:
    case = json.loads(line)
    try:
        result = answer(case)
    except Exception as e:
        result = {'error': f'{type(e).__name__}: {e}'[:2000]}
    print(json.dumps({'name': case['name']} | result), flush=True)
own = trips(lambda messages: load(dump(messages)))
print(json.dumps({'own': own | {'identifier of a part': part_id()}}), flush=True)
