"""The engine pool: jobs that take long, done in fair turns beside the event loop."""
