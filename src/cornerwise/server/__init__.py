"""The game server: rooms, clocks and computer players behind HTTP and WebSocket.

The packages build on each other: `base`, `storage`, `engines`, `people`, `page`, `puzzles`,
`thinking`, `games`, `ratings`, `tutor`, `talk`, `house`, `lobby`, `web`. docs/server.md lists every
module. To begin, read `base.messages` (what is said), `games.contest` (a game as the sum of its
events), `storage.store` (where it is kept) and `house.house` (all parts put together).
"""

from cornerwise.extras import need

need("server")
