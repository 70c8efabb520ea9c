"""`python -m avalon_bot` is the command `avalon-bot`."""

import sys

from avalon_bot.main import main

sys.exit(main())
