"""`python -m webapp COMMAND`: serving patches the standard library before anything else is imported."""

import gc
import sys

if "serve" in sys.argv[1:2]:
    from gevent import monkey

    monkey.patch_all()
    gc.disable()  # nothing is garbage while modules are read; serve() switches it on

from webapp.cli import main

if __name__ == "__main__":
    main()
