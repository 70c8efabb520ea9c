"""The Resistance: Avalon on a terminal: pure functions from the raw fields of a position to text.

`fields` is what `avalon_ai._resistance.fields` gives for a View (or, for spectators and after the end, a State);
`known` says in a word what is certain about each seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from avalon_ai.games.base import seat_letter
from avalon_ai.games.resistance_codes import (
    ASSASSIN,
    CLAIMS,
    MERLIN,
    MINION,
    MORDRED,
    MORGANA,
    OBERON,
    PERCIVAL,
    ROLES,
    SERVANT,
    is_evil,
    letters,
)
from avalon_ai.games.resistance_fields import Fields, chosen_already, team_under_way
from avalon_ai.style import Style, bare, clip, fold, pad, spread

MAX_WIDTH, MAX_HEIGHT = 100, 30
PROMPT_LINES = 2  # kept free below the screen for the question and the answer
LEAST_LOG = 3
NAME_WIDTH, KNOWN_WIDTH = 10, 15
LABEL = 4 + NAME_WIDTH + KNOWN_WIDTH
CELL = 3
FEWEST_CELLS = 3
LONG_LIST = 7  # more lines stand in two columns where they fit
NOBODY = -1


def screen(fields: Fields, known: Sequence[str], style: Style, log: Sequence[str], names: Sequence[str]) -> str:
    """Draw the table, the votes of all proposals as a grid, what is known, and as much of the log as fits."""
    width, height = min(style.width, MAX_WIDTH), min(style.height, MAX_HEIGHT) - PROMPT_LINES
    lines = [_title(fields, style, width), _track(fields, style, width)]
    lines += _grid(fields, known, style, names, width)
    if height - len(lines) > LEAST_LOG:
        lines += _facts(fields, style, width)[: height - len(lines) - LEAST_LOG]
    lines += _log_lines(log, style, width, height - len(lines))
    return "\n".join(clip(line.rstrip(), width) for line in lines)


def _log_lines(log: Sequence[str], style: Style, width: int, room: int) -> list[str]:
    room = max(room, LEAST_LOG)
    rule = style.paint(style.sign("─", "-") * width, "dim")
    folded = [line for entry in log[-room:] for line in fold(entry, width, "    ")]
    return [rule, *folded[-(room - 1) :]]


# --- where the game stands ---------------------------------------------------------------------


def _title(fields: Fields, style: Style, width: int) -> str:
    dot = style.sign(" · ", " - ")
    left = style.paint("The Resistance: Avalon", "bold") + dot + doing(fields)
    rejected = fields["attempt"] + (fields["phase"] == "result" and fields["reason"] == "rejections")
    return spread(left, f"rejections {rejected} of 5", width)


def doing(fields: Fields) -> str:
    """Say what the table waits for."""
    phase, quest = fields["phase"], fields["quest"] + 1
    if phase == "propose":
        return f"{seat_letter(fields['leader'])} proposes {fields['sizes'][fields['quest']]} for quest {quest}"
    team = " ".join(letters(team_under_way(fields)))
    if phase in ("vote", "count"):
        return f"vote on {team} for quest {quest}"
    if phase in ("quest", "reveal"):
        return f"{team} on quest {quest}"
    if phase == "lady":
        return f"{seat_letter(fields['holders'][-1])} holds the Lady"
    if phase in ("loyalty", "claim"):
        return f"{seat_letter(fields['holders'][-2])} has seen {seat_letter(fields['holders'][-1])}"
    return "the shot at Merlin" if phase == "shoot" else "the end"


_OUTCOMES, _BRIEF = ("success", "failed"), ("ok", "no")


def _track(fields: Fields, style: Style, width: int) -> str:
    """Tell the five quests: size of the team, and how it went; in fewer words where there is little room."""
    lines = [
        "Quests  "
        + style.sign(" │ ", " | ").join(
            _quest_mark(fields, number, style, brief=brief) for number in range(len(fields["sizes"]))
        )
        for brief in (False, True)
    ]
    return clip(next((line for line in lines if len(bare(line)) <= width), lines[-1]), width)


def _quest_mark(fields: Fields, number: int, style: Style, *, brief: bool) -> str:
    size = f"{number + 1}: {fields['sizes'][number]}{'' if brief else ' seats'}"
    if number < len(fields["quests"]):
        _, fails, _ = fields["quests"][number]
        lost = fails >= fields["needed"][number]
        count = f" ({fails})" if fails else ""
        outcome = f"{number + 1}: {_BRIEF[lost] if brief else _OUTCOMES[lost]}{count}"
        return style.paint(outcome, "red" if lost else "blue", "bold")
    text = size + (", 2 fails" if fields["needed"][number] > 1 else "")
    return style.paint(text, "bold", "under") if number == fields["quest"] and fields["phase"] != "over" else text


# --- the grid: a row for each seat, a column for each proposal -----------------------------------


def _grid(fields: Fields, known: Sequence[str], style: Style, names: Sequence[str], width: int) -> list[str]:
    label = LABEL if width >= LABEL + CELL * 8 else LABEL - KNOWN_WIDTH + 6
    shown = fields["proposals"][-max(FEWEST_CELLS, (width - label) // CELL) :]
    lines = [_heads(shown, "quest", [str(quest + 1) for quest, *_ in shown], label, style, repeat=False)]
    lines.append(_heads(shown, "leader", [seat_letter(leader) for _, _, leader, *_ in shown], label, style))
    for seat in range(len(fields["roles"])):
        cells = "".join(_cell(fields, proposal, seat, style) for proposal in shown)
        lines.append(_label(fields, known, style, names, seat, label) + cells)
    legend = f"{style.sign('●', '#')} team + yes - no" if shown else ""
    return [*lines, _heads(shown, legend, [_outcome(fields, proposal) for proposal in shown], label, style)]


def _heads(
    shown: Sequence[object], word: str, texts: Sequence[str], label: int, style: Style, *, repeat: bool = True
) -> str:
    cells = [text if repeat or number == 0 or text != texts[number - 1] else "" for number, text in enumerate(texts)]
    line = pad(word, label - 1, ">") + " " + "".join(pad(cell, CELL) for cell in cells)
    return style.paint(line.rstrip(), "dim")


def _label(fields: Fields, known: Sequence[str], style: Style, names: Sequence[str], seat: int, width: int) -> str:
    leads = fields["leader"] == seat and fields["phase"] not in ("result", "over")
    mark = style.sign("▶", ">") if leads else " "
    lady = "L" if fields["holders"] and fields["holders"][-1] == seat else " "
    letter = style.paint(seat_letter(seat), "bold", *(["own"] if fields["viewer"] == seat else []))
    room = width - 4 - NAME_WIDTH
    word = clip(known[seat], room - 1)
    return f"{mark}{letter}{lady} {_name(names[seat])}{pad(style.paint(word, *_look(known[seat])), room)}"


def _name(name: str) -> str:
    """A bot's name without its options, in a column."""
    return pad(clip(name.partition(":")[0], NAME_WIDTH - 1), NAME_WIDTH)


def _look(word: str) -> list[str]:
    if word in ROLES:
        return ["red" if is_evil(ROLES.index(word)) else "blue"]
    return {"evil": ["red"], "good": ["blue"], "merlin/morgana": ["violet"]}.get(word, [])


def _cell(fields: Fields, proposal: tuple[int, ...], seat: int, style: Style) -> str:
    """Show whether the seat was in the team, and its vote."""
    _, _, _, team, approved = proposal
    member = style.sign("●", "#") if team >> seat & 1 else style.sign("·", ".")
    if approved == NOBODY:
        vote = "?" if chosen_already(fields) >> seat & 1 else " "
    else:
        vote = "+" if approved >> seat & 1 else "-"
    look = {"+": "green", "-": "red"}.get(vote)
    return member + (style.paint(vote, look) if look else vote) + " "


def _outcome(fields: Fields, proposal: tuple[int, ...]) -> str:
    """Say under a proposal how it ended: nothing while it is open, `no` for a rejected one, `ok` or the fails."""
    quest, *_, approved = proposal
    if approved == NOBODY:
        return ""
    if 2 * approved.bit_count() <= len(fields["roles"]):
        return "no"
    if quest >= len(fields["quests"]):
        return "go"
    fails = fields["quests"][quest][1]
    return "ok" if fails < fields["needed"][quest] else f"x{fails}"


# --- what else is known ------------------------------------------------------------------------


def _facts(fields: Fields, style: Style, width: int) -> list[str]:
    lines = fold(_roles(fields), width, "  ")
    if fields["viewer"] != NOBODY:
        lines += fold(_own_sight(fields), width, "  ")
    if fields["uses"]:
        lines += fold("Lady: " + "; ".join(_use(*use) for use in fields["uses"]), width, "  ")
    return lines


def _roles(fields: Fields) -> str:
    counts = fields["role_counts"]
    words = [
        (f"{count} " if count > 1 else "") + role + "s" * (count > 1)
        for role, count in zip(ROLES, counts, strict=True)
        if count
    ]
    good = sum(1 for count in counts[: SERVANT + 1] if count)
    return f"Roles: {', '.join(words[:good])} against {', '.join(words[good:])}"


def _own_sight(fields: Fields) -> str:
    """Say what the own role sees as the game starts, and whether it shoots."""
    role, counts = fields["roles"][fields["viewer"]], fields["role_counts"]
    if role == OBERON:
        sight = "you see nobody, and no evil seat sees you"
    elif is_evil(role):
        sight = "you see the other evil seats" + ", but not oberon" * counts[OBERON]
    elif role == MERLIN:
        sight = "you see the evil seats" + ", but not mordred" * counts[MORDRED]
    elif role == PERCIVAL and counts[MERLIN]:
        sight = "you see merlin and morgana, not which is which" if counts[MORGANA] else "you see merlin"
    else:
        sight = "you see nobody"
    shot = "; you carry the shot at Merlin" if fields["viewer"] == fields["carrier"] else ""
    article = {SERVANT: "a ", MINION: "a ", ASSASSIN: "the "}.get(role, "")
    return f"You are {article}{ROLES[role]}: {sight}{shot}"


def _use(holder: int, target: int, loyalty: int, claim: int) -> str:
    text = f"{seat_letter(holder)} saw {seat_letter(target)}"
    if loyalty:
        text += f", {CLAIMS[loyalty]}"
    if claim:
        text += f", and said {CLAIMS[claim]}"
    return text


def reveal(fields: Fields, style: Style, names: Sequence[str]) -> str:
    """Show at the end what was hidden: all roles, who carried the shot, who failed which quest."""
    lines = []
    for seat, role in enumerate(fields["roles"]):
        name = ROLES[role]
        more = ", carried the shot" if seat == fields["carrier"] and name != "assassin" else ""
        failed = [number for number, (_, _, mask) in enumerate(fields["quests"], 1) if mask >> seat & 1]
        quests = f", failed quest{'s' * (len(failed) > 1)} {', '.join(map(str, failed))}" if failed else ""
        lines.append(f"{seat_letter(seat)} {_name(names[seat])}{style.paint(name, *_look(name))}{more}{quests}")
    width = min(style.width, MAX_WIDTH)
    if len(lines) > LONG_LIST and 2 * max(len(bare(line)) for line in lines) + 2 <= width:
        half = (len(lines) + 1) // 2
        lines = [pad(one, width // 2) + two for one, two in zip_longest(lines[:half], lines[half:], fillvalue="")]
    return "\n".join(clip(line, width) for line in lines)


def roles_by_seat(fields: Fields) -> list[str]:
    """The role of each seat, for who may see them all."""
    return [ROLES[role] for role in fields["roles"]]
