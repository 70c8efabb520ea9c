"""What a person may type in The Resistance: Avalon, and the one line that refuses the rest."""

from __future__ import annotations

import random

import pytest

from avalon_ai._state import MOVE, NO_SEAT, REFEREE_EVENT
from avalon_ai.errors import InputError, LineError
from reference_resistance import LETTERS
from resistance_pair import Pair, line

ROLES = "merlin servant servant assassin minion"


def pair(*, phase: str) -> Pair:
    """A game that has come to a phase: A votes or plays a card; E holds the Lady; D shoots."""
    made = Pair(line(ROLES, lady="E"), lady=True)
    if phase == "propose":
        return made
    made.play("team AB")
    if phase == "vote":
        return made
    made.vote("ABCDE")
    if phase == "quest":
        return made
    made.play("success", "success", "fails 0").quest("BCD")
    if phase == "lady":
        return made
    made.play("lady C", "loyalty good")
    return made if phase == "claim" else made.play("say good").quest("AB")


def read(text: str, phase: str, seat: str | None = None) -> str:
    """What the text of the seat to act, or of another one, means."""
    made = pair(phase=phase)
    view = made.view(seat or made.reference.actor())
    return " ".join(made.game.text(event) for event in made.game.read(text, view))


def refusal(text: str, phase: str, seat: str | None = None) -> str:
    with pytest.raises(InputError) as caught:
        read(text, phase, seat)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "text", ["team AB", "ab", "BA", "a b", "A, B", "b and a", "A & B", "a+b", "a-b", "Team: A B.", "propose b with a"]
)
def test_forms_of_a_team(text: str) -> None:
    assert read(text, "propose") == "team AB"


@pytest.mark.parametrize(
    ("phase", "texts", "move"),
    [
        ("vote", "approve a y Yes ok + APPROVE for", "approve"),
        ("vote", "reject r n No - against", "reject"),
        ("quest", "success s Succeed + pass", "success"),
        ("claim", "good g say~good Good!", "say good"),
        ("claim", "evil e say~evil bad", "say evil"),
        ("claim", "nothing n say~nothing silent", "say nothing"),
        ("lady", "c lady~c C! visit~C look~at~C", "lady C"),
        ("shoot", "b shoot~b kill~B merlin~is~b", "shoot B"),
    ],
)
def test_forms_of_the_other_moves(phase: str, texts: str, move: str) -> None:
    for text in texts.split():
        assert read(text.replace("~", " "), phase) == move, text


@pytest.mark.parametrize(
    ("text", "phase", "said"),
    [
        ("abc", "propose", "a team for quest 1 is 2 seats, got 3: team AB or team DE"),
        ("", "propose", "a team for quest 1 is 2 seats, got none: team AB or team DE"),
        ("a a", "propose", "A stands there twice: name each seat once"),
        ("ax", "propose", "ax is no move now; expected team AB or team DE"),
        ("a x", "propose", "there is no seat X; seats are A to E"),
        ("i b", "propose", "there is no seat I; seats are A to E"),
        ("approve", "propose", "approve is no move now; expected team AB or team DE"),
        ("votes AB", "propose", "votes AB is no move now"),
        ("shoot a", "vote", "expected approve or reject, got shoot a"),
        ("team a", "vote", "expected approve or reject, got team a"),
        ("lady c", "shoot", "lady c is no move now; expected shoot A or shoot C"),
        ("maybe", "vote", "expected approve or reject, got maybe"),
        ("y n", "vote", "expected approve or reject, got y n"),
        ("", "vote", "expected approve or reject, got nothing"),
        ("fail", "quest", "a good member cannot fail a quest: success"),
        ("e", "lady", "the Lady does not go to E, who holds her: lady A or lady D"),
        ("a b", "lady", "name one seat: lady A or lady D"),
        ("lie", "claim", "expected say good or say nothing, got lie"),
        ("d", "shoot", "you cannot shoot yourself: shoot A or shoot C"),
        ("e", "shoot", "you knew E as evil from the start: shoot A or shoot C"),
    ],
)
def test_refusals_say_what_was_expected(text: str, phase: str, said: str) -> None:
    assert refusal(text, phase).startswith(said)


def test_who_held_the_lady_is_told_apart_from_who_holds_her() -> None:
    made = Pair(line("merlin percival servant servant assassin morgana minion", lady="G"), players=7, lady=True)
    made.quest("AB").quest("ABC").play("lady A", "loyalty good", "say good").quest("ABE", "E")
    with pytest.raises(InputError, match="does not go to G, who held her"):
        made.game.read("g", made.view("A"))


@pytest.mark.parametrize("phase", ["propose", "vote", "quest", "lady", "claim"])
def test_a_move_out_of_turn_is_refused_and_changes_nothing(phase: str) -> None:
    made = pair(phase=phase)
    actor = made.reference.actor()
    for seat in set("ABCDE") - {actor}:
        assert refusal("approve", phase, seat) == f"it is not your turn; {actor} is to act"
    before = made.state.to_bytes()
    for event in made.state.legal():
        for number, letter in enumerate(LETTERS[:5]):
            moved = made.game.parse(made.game.text(event), MOVE, number)
            assert made.state.allows(moved) == (letter == actor)
    assert made.state.to_bytes() == before


def test_before_the_shot_nobody_is_told_who_is_to_act() -> None:
    for seat in "ABCE":
        assert refusal("shoot a", "shoot", seat) == "it is not your turn"


def test_any_text_is_read_or_refused_with_one_line() -> None:
    chance = random.Random(5)
    games = [pair(phase=phase) for phase in ("propose", "vote", "quest", "lady", "claim", "shoot")]
    for _ in range(3000):
        made = chance.choice(games)
        text = "".join(chance.choice("abcdek yn+- ,?teamlshofil☃\t") for _ in range(chance.randrange(12)))
        view = made.view(made.reference.actor())
        said = understood(made, text)
        assert said.isprintable()
        assert said in {made.game.text(event) for event in view.legal()} or len(said.split()) > 3


def understood(made: Pair, text: str) -> str:
    """The move that a text means, or the message that refuses it."""
    try:
        (event,) = made.game.read(text, made.view(made.reference.actor()))
    except InputError as error:
        return str(error)
    return made.game.text(event)


def test_what_is_asked_names_two_moves_that_are_understood() -> None:
    for phase in ("propose", "vote", "quest", "lady", "claim", "shoot"):
        made = pair(phase=phase)
        view = made.view(made.reference.actor())
        asked = made.game.ask(view)
        assert "\n" not in asked
        shown = [made.game.text(event) for event in view.legal() if made.game.text(event) in asked]
        assert len(shown) >= min(2, len(view.legal()))
        assert "not your turn" in made.game.ask(made.view("B"))


# --- exact texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["team BA", "team AA", "team", "team ", "team AF", "team ab", "Team AB", "teamAB", "team A B", "approve ",
     "votes AB", "fails 0", "lady", "lady AB", "lady F", "shoot", "say", "say good.", "winners AB", "", " ", "pass"],
)  # fmt: skip
def test_a_record_takes_exact_moves_only(text: str) -> None:
    with pytest.raises(LineError, match="a move, as team ACD"):
        pair(phase="propose").game.parse(text, MOVE, 0)


@pytest.mark.parametrize(
    "text",
    ["votes BA", "votes F", "votes  A", "vote", "fails 6", "fails -1", "fails 1.0", "fails", "loyalty", "approve"],
)
def test_a_record_takes_exact_words_of_the_referee_only(text: str) -> None:
    with pytest.raises(LineError, match="the referee, as votes ABD"):
        pair(phase="propose").game.parse(text, REFEREE_EVENT, NO_SEAT)


def test_votes_of_nobody_are_written_without_and_read_with_a_space() -> None:
    game = pair(phase="propose").game
    event = game.parse("votes", REFEREE_EVENT, NO_SEAT)
    assert game.parse("votes ", REFEREE_EVENT, NO_SEAT) == event
    assert game.text(event) == "votes"


def test_the_referee_has_no_seat() -> None:
    with pytest.raises(LineError, match='no "seat" beside'):
        pair(phase="propose").game.parse("fails 0", REFEREE_EVENT, 0)
