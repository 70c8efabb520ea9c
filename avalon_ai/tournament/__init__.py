"""Tournaments: who meets whom, who plays, what is kept, and what came of it.

    chosen = configure("duel", ["random", "greedy"], rounds=100, seed=5)
    with Store("t1", chosen) as store:
        outcome = play(Run(chosen, store=store), workers=2)
    print(text(chosen, outcome.standings))

    >>> from avalon_ai import tournament
    >>> tournament.configure("duel", ["random", "greedy"], rounds=100, seed=5).names
    ('random', 'greedy')

Workers are processes that import the main module again: a script that calls `play` needs `if __name__ == "__main__"`.
"""

from avalon_ai.tournament.formats import FORMATS as FORMATS
from avalon_ai.tournament.runner import Outcome as Outcome
from avalon_ai.tournament.runner import Run as Run
from avalon_ai.tournament.runner import play as play
from avalon_ai.tournament.schedule import Group as Group
from avalon_ai.tournament.schedule import Schedule as Schedule
from avalon_ai.tournament.settings import Settings as Settings
from avalon_ai.tournament.settings import configure as configure
from avalon_ai.tournament.standings import Standings as Standings
from avalon_ai.tournament.store import Store as Store
from avalon_ai.tournament.tables import text as text
from avalon_ai.tournament.workers import Workers as Workers
