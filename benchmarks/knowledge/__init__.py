"""What is known of these games: `python -m benchmarks.knowledge` (docs/knowledge)."""
