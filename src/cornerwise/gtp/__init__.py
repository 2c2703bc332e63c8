"""The Go Text Protocol in the dialect of Pentobi: docs/gtp.md says what is spoken.

`serve` offers a bot of yours to other programs; `Client` drives another program. `protocol` reads
commands and writes responses and knows no game; `session` is the game that a controller drives;
`names` holds the words of the dialect.
"""

from cornerwise.gtp.client import Client
from cornerwise.gtp.protocol import Protocol
from cornerwise.gtp.service import serve
from cornerwise.gtp.session import Session

__all__ = ["Client", "Protocol", "Session", "serve"]
