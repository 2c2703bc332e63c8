"""A cluster on one machine: database, broker, servers, workers and proxy, kept running.

It is for trying what docs/many.md and docs/operations.md tell of. The tests and benchmarks start
their database and broker by the same services.
"""
