"""The game server: rooms, clocks and computer players behind HTTP and WebSocket.

The parts build on each other, from the inside out. `messages` are what is said. `contest` is one
game as the sum of its events, and `clocks` are its time. `store`, `bus` and `engines` are the three
ports. `rooms` holds games in memory. `desk` and `clerk` do what people ask for. `routes` has the
addresses, and `app` joins all of it. docs/server.md lists every module.
"""

from cornerwise.extras import need

need("server")
