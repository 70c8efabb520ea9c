"""Scenes of The Riven Veil played on until a seat is asked for what a test is about."""

from __future__ import annotations

from avalon_ai._state import OVER
from veil_scenes import Scene


def until(scene: Scene, word: str, *, most: int = 200) -> Scene:
    """Play the last legal move of whoever acts (it leaves things be) until a move that begins so can be made."""
    for _ in range(most):
        if scene.state.actor() == OVER or any(text.startswith(word) for text in scene.legal()):
            break
        scene.play(scene.legal()[-1])
    return scene
