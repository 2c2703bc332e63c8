"""How Alembic runs our migrations: on the connection that `schema.migrate` hands over."""

from alembic import context

from cornerwise.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
