"""Migrations from one release's schema to the next, applied by `webapp.store.schema_migration`."""
