from typing import Final

MODE: Final[str]
