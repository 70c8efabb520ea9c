"""`python -m avalon_bot` is the command `avalon-bot`."""

import sys

from avalon_bot.main import main

if __name__ == "__main__":
    sys.exit(main())
