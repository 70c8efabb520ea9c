"""A program with its own loop that lets a bot of avalon_ai play the duel in it: python embed_duel.py [VISITS]"""

import sys

from avalon_ai import Match, Stream, load, make_bot


def my_move(stream: Stream) -> int:
    """The program's own player: it takes what it can, from what its seat may see."""
    texts = {stream.game.text(move): move for move in stream.view.legal()}
    attacks = [text for text in texts if "x" in text]
    return texts[min(attacks or texts)]


def main(visits: int) -> None:
    game = load("duel", crowns_to_win=4)
    bot = make_bot(f"ismcts:visits={visits}", game)
    table = Match.new(game, ["me", bot.spec], seed=7)
    bot.start(table.streams[1], 1)
    while (seat := table.advance()) is not None:
        stream = table.streams[seat]
        event = my_move(stream) if seat == 0 else bot.act(stream).event
        print("me" if seat == 0 else "bot", game.text(event))
        table.move(event)
    print(table.finish())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
