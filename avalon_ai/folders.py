"""Where this program keeps what is the user's own."""

from __future__ import annotations

import os
from pathlib import Path


def state_folder() -> Path:
    """The user's folder for unfinished games and logs: in $XDG_STATE_HOME, else in ~/.local/state."""
    base = os.environ.get("XDG_STATE_HOME", "")
    root = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state"
    return root / "avalon-bot"
