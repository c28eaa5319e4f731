"""Trains all rows of a table together, of all languages, and keeps near to what it said before of
English and German; README.md says how and what came out. Needs torch and a GPU."""
import argparse
import time
from pathlib import Path

import numpy as np

from all_text import read_all
from export import read_model, without_common, write_model
from judge import judge
from on_gpu import Draw, Holding, Texts, train
from pairs import PIECES_MAX, matrix
from text import Pieces
from train_embedder import figures, write_judged

# Pieces of a text that are learned from.
LEARNED_MAX = 72
# Every so many-th paragraph that is long enough shows what all have in common.
PARAGRAPH_STEP = 37
COMMON_PIECES_MIN = 40
# Half of the pairs are of the first corpora.
SHARES = (1, 1)
HOLDING = Holding({"en", "de"}, 2.0, 2.0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, help="folder with text.* and pairs.* files")
    parser.add_argument("more", type=Path, help="folder with text and pairs of many languages")
    parser.add_argument("old", type=Path, help="folder of the model to begin with")
    parser.add_argument("model", type=Path, help="folder to write the model to")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--cutoff", type=float, default=0.18)
    parser.add_argument("--held-out", type=Path, help="folder to write what is held out to")
    return parser.parse_args()


def some_paragraphs(paragraphs, pieces):
    long = [pieces.of_text(one.text, PIECES_MAX) for one in paragraphs[::PARAGRAPH_STEP]]
    return matrix([ids for ids in long if len(ids) >= COMMON_PIECES_MIN], len(pieces.vocabulary))


def main():
    given = arguments()
    started = time.time()
    say = lambda what: print(f"[{time.time() - started:5.0f} s] {what}", flush=True)
    rng = np.random.default_rng(given.seed)
    vocabulary, rows = read_model(given.old)
    pieces = Pieces(vocabulary)
    drawn, paragraphs, sets = read_all(given.corpora, given.more, None, rng)
    if given.held_out:
        for name, judged in sets.items():
            write_judged(given.held_out, name, *judged)
    say(f"{len(drawn)} pairs, {len(paragraphs)} paragraphs")
    say("before: " + figures(judge(sets, pieces, rows)))
    texts = Texts(pieces, LEARNED_MAX)
    draw = Draw(texts, drawn, paragraphs, SHARES, HOLDING.languages)
    say(f"{len(texts.lists)} texts")
    rows = train(rows, texts, draw, given.steps, given.seed, HOLDING, say)
    rows = without_common(rows, some_paragraphs(paragraphs, pieces))
    name = given.model.name
    written = write_model(given.model, vocabulary, rows, name, 4, given.cutoff)
    say("written: " + figures(judge(sets, pieces, written)))


if __name__ == "__main__":
    main()
