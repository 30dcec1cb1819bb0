"""`python -m service` is `chinchon`."""

import sys

from service.cli import main

# The processes that think for bots import this module too.
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["serve"]))
