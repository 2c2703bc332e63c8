"""The game server: rooms, clocks and computer players behind HTTP and WebSocket.

The parts, from the inside out: `messages` (what is said), `match` (one game as the sum of its
events, pure), `clocks`; the three ports `store`, `bus`, `engines`; `rooms` (who is connected and
what happens next), `security`, `i18n`, `catalogue`, `app` (the addresses).
"""
