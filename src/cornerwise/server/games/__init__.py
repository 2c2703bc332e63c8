"""Games: their events, rooms, clocks, presence, computers, files and pictures."""
