"""`python -m webapp COMMAND`: serving patches the standard library before anything else is imported."""

import sys

if "serve" in sys.argv[1:2]:
    from gevent import monkey

    monkey.patch_all()

from webapp.cli import main

if __name__ == "__main__":
    main()
