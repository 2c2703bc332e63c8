"""The game server: rooms, clocks and computer players behind HTTP and WebSocket.

The parts, from the inside out: `messages` (what is said), `contest` (one game as the sum of its
events, pure), `clocks`; the three ports `store`, `bus`, `engines`; `rooms` (games in memory and
what happens next), `desk` and `clerk` (what people ask for); `routes` (the addresses), `app`.
"""

from cornerwise.extras import need

need("server")
