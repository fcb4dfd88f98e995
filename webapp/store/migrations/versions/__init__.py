"""One file per step, oldest first by its `down_revision`."""
