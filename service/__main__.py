"""`python -m service` is `chinchon`."""

import sys

from service.cli import main

sys.exit(main(sys.argv[1:] or ["serve"]))
