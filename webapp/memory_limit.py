"""Limit the memory of this process, so that a request that asks for more than there is fails alone.

Without the limit, the operating system ends the process, or another one, and nobody learns which request it
was. With the limit, that request gets a MemoryError.
"""

import os
from contextlib import suppress
from pathlib import Path

LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""The files with a container's limit, of either version of control groups."""


def limit_memory(megabytes: int) -> None:
    """Let this process take this much memory; 0 stands for all that the machine or its container has."""
    try:
        import resource
    except ImportError:  # not every system has limits
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = megabytes * 2**20 or machine_memory()
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(ValueError, OSError):  # a system without this limit
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def machine_memory() -> int:
    """Return the bytes of memory of this machine, or of the container if that has less."""
    found = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for file in LIMITS:
        with suppress(OSError, ValueError):  # "max" stands for no limit
            found.append(int(Path(file).read_text()))
    return min(found)
