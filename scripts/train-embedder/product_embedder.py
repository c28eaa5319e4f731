"""Trains the table for what it adds to words: half of the steps rank as the product does, by words
and meaning together. README.md says how and what came out. Needs torch and a GPU."""
import time
from collections import namedtuple

import numpy as np

from all_text import read_all, with_folders
from export import read_model, without_common, write_model
from judge import judge
from on_gpu import Draw, Holding, Texts, train
from product_loss import ProductLoss
from refine_embedder import LEARNED_MAX, some_paragraphs
from science_embedder import FIXED_END, FIXED_FROM, KEEP_WEIGHT, KEPT_LANGUAGES, PULL_FIXED
from stems import stems_of
from text import Pieces
from train_embedder import figures

# How sharp the sum of the product is, which share of the steps takes it, how much of the pairs is
# of the first corpora, of those of many languages, and of science, and how strongly rows are drawn
# back.
Run = namedtuple("Run", "seed steps sharpness product_share shares pull")
SHARES, MORE_SHARES, MOST_SCIENCE = (0.5, 0.8, 3), (0.6, 0.8, 3), (0.4, 0.7, 5)
# The mean of all of them is what is kept: each by itself is a throw of dice.
RUNS = [
    Run(2, 1500, 25, 0.5, SHARES, 1.5),
    Run(3, 1500, 25, 0.5, SHARES, 1.5),
    Run(2, 2000, 25, 0.5, MOST_SCIENCE, 1.5),
    Run(2, 1500, 12, 0.5, SHARES, 1.5),
    Run(4, 1500, 12, 0.5, SHARES, 1.5),
    Run(5, 1500, 18, 0.5, SHARES, 1.5),
    Run(6, 1500, 18, 0.6, MORE_SHARES, 1.0),
    Run(7, 1500, 18, 0.5, SHARES, 1.5),
]
# So far of the way from where it began to the mean.
WAY = 0.85


def arguments():
    parser = with_folders(__doc__)
    parser.add_argument("--seed", type=int, default=5, help="of what is drawn from the corpora")
    parser.add_argument("--cutoff", type=float, default=0.15)
    return parser.parse_args()


def main():
    given = arguments()
    started = time.time()
    say = lambda what: print(f"[{time.time() - started:5.0f} s] {what}", flush=True)
    vocabulary, begin = read_model(given.old)
    drawn, paragraphs, sets = read_all(
        given.corpora, given.more, given.science, np.random.default_rng(given.seed)
    )
    pieces = Pieces(vocabulary)
    say("before: " + figures(judge(sets, pieces, begin)))
    fixed = np.array([FIXED_FROM <= ord(max(one)) < FIXED_END for one in vocabulary])
    texts, stems = Texts(pieces, LEARNED_MAX), stems_of(vocabulary)
    common = some_paragraphs(paragraphs, pieces)
    mean = np.zeros_like(begin)
    for run in RUNS:
        pull = np.where(fixed, PULL_FIXED, run.pull)[:, None]
        holding = Holding(KEPT_LANGUAGES, KEEP_WEIGHT, pull)
        draw = Draw(texts, drawn, paragraphs, run.shares, holding.languages)
        product = ProductLoss(texts, draw, stems, run.sharpness)
        rows = train(
            begin, texts, draw, run.steps, run.seed, holding, say, product, run.product_share
        )
        mean += without_common(rows, common) / len(RUNS)
        say(f"{run}: " + figures(judge(sets, pieces, rows)))
    mean[fixed] = begin[fixed]
    rows = begin + (mean - begin) * np.float32(WAY)
    name = given.model.name
    written = write_model(given.model, vocabulary, rows, name, 4, given.cutoff)
    say("written: " + figures(judge(sets, pieces, written)))


if __name__ == "__main__":
    main()
