"""The steps from one release's tables to the next, applied by `webapp.store.schema`."""
