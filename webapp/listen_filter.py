"""Hold off new connections while a server stops, so that none is accepted by the system and then reset.

The system accepts connections on behalf of a listening socket. Closing that socket resets those which came
since the last look at it. On Linux a filter on the socket first drops new requests to connect: the client
asks again a second later, and is then refused, or served by the next process.
"""

import sys
from contextlib import suppress
from ctypes import addressof, create_string_buffer
from socket import SOL_SOCKET
from struct import pack
from typing import Any

SO_ATTACH_FILTER, SO_DETACH_FILTER = 26, 27  # Linux; Python has no names for them
FLAGS, SYN, ACK = 13, 0x02, 0x10  # where a TCP header has its flags; two of them
DROPPED, WHOLE = 0, 0xFFFFFFFF  # bytes of a packet that are let through
INSTRUCTIONS = (
    (0x30, 0, 0, FLAGS),  # load the flags
    (0x54, 0, 0, SYN | ACK),  # keep these two
    (0x15, 0, 1, SYN),  # unless SYN stands alone, skip the next
    (0x06, 0, 0, DROPPED),
    (0x06, 0, 0, WHOLE),
)
"""A program of the Berkeley Packet Filter, whose instructions are (code, jump if true, jump if false, k)."""


def hold_off_connections(listener: Any) -> None:
    """Let a listening socket take no further connections; do nothing where the system cannot."""
    program = create_string_buffer(b"".join(pack("HBBI", *each) for each in INSTRUCTIONS))
    if sys.platform == "linux":
        with suppress(OSError):
            listener.setsockopt(
                SOL_SOCKET, SO_ATTACH_FILTER, pack("HP", len(INSTRUCTIONS), addressof(program))
            )


def admit_connections(listener: Any) -> None:
    """Undo `hold_off_connections`, which outlives a worker whose socket others have as well."""
    if sys.platform == "linux":
        with suppress(OSError):
            listener.setsockopt(SOL_SOCKET, SO_DETACH_FILTER, 0)
