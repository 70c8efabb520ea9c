"""The engine for other programs: requests and answers as lines of JSON, many searches at once.

    server = Server(print)
    server.take(b'{"id": 1, "game": "duel", "seat": "A", "deal": {...}, "events": []}')

`avalon-bot serve` puts it between stdin and stdout; docs/serve.md tells every field.
"""

from avalon_ai.engine.requests import OPTIONS as OPTIONS
from avalon_ai.engine.requests import RequestError as RequestError
from avalon_ai.engine.server import PROTOCOL as PROTOCOL
from avalon_ai.engine.server import Server as Server
from avalon_ai.engine.server import Settings as Settings
from avalon_ai.engine.server import serve as serve
