"""What a seat of a world is told in words: answers to typed texts, and its log."""

from __future__ import annotations

from avalon_ai._state import View
from avalon_ai.errors import AvalonError
from avalon_ai.games.base import Game
from twin_worlds import World


def answer(game: Game, text: str, shown: View) -> str:
    """What a typed text brings: moves or the message of its error."""
    try:
        return str(game.read(text, shown))
    except AvalonError as error:
        return f"{type(error).__name__}: {error}"


def log(world: World, seat: int) -> list[str]:
    """The sentences of the seat's log."""
    state, sentences = world.game.start(world.deal), []
    for event in world.events:
        sentences.append(world.game.describe(state.mask(event, seat), state.view(seat)))
        state.apply(event)
    return sentences
