"""Gives words of science and medicine rows of their own and trains the table with texts about them;
README.md says how and what came out. Needs torch and a GPU."""
import time
from collections import Counter
from pathlib import Path

import numpy as np

from all_text import SCIENCE, read_all, with_folders
from exchange import exchanged, new_words
from export import read_model, without_common, write_model
from judge import judge
from on_gpu import Draw, Holding, Texts, train
from refine_embedder import LEARNED_MAX, some_paragraphs
from text import Pieces, words
from train_embedder import figures, write_judged

# How much of the pairs is of the first corpora, of those of many languages, and of science.
SHARES = (0.6, 1.2, 1.6)
KEPT_LANGUAGES, KEEP_WEIGHT = {"en", "de", "el", "ru", "ar", "zh"}, 3.0
# Rows as they are, new ones, and those of scripts that no text of science is written in.
PULL, PULL_NEW, PULL_FIXED = 1.5, 0.3, 900.0
# Greek, Cyrillic, Hebrew, Arabic.
FIXED_FROM, FIXED_END = 0x370, 0x700
# So far of the way from where it began to where training ended.
WAY = 0.6


def arguments():
    parser = with_folders(__doc__)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--exchange", type=int, default=10_000)
    parser.add_argument("--cutoff", type=float, default=0.16)
    parser.add_argument("--held-out", type=Path, help="folder to write what is held out to")
    return parser.parse_args()


def count_words(drawn, paragraphs):
    """(words of all texts, words of science), each text once."""
    texts = {one.text: one.part for one in paragraphs}
    for one in drawn:
        texts.setdefault(one.pair.a, one.part)
        texts.setdefault(one.pair.b, one.part)
    counts, science = Counter(), Counter()
    for text, part in texts.items():
        said = words(text)
        counts.update(said)
        if part == SCIENCE:
            science.update(said)
    return counts, science


def with_new_words(pieces, rows, drawn, paragraphs, most):
    """(pieces, rows, which of them are new)"""
    counts, science = count_words(drawn, paragraphs)
    used = np.zeros(len(rows), np.int64)
    for word, count in counts.items():
        used[pieces.of_word(word)] += count
    more = new_words(science, pieces, most)
    vocabulary, rows, _ = exchanged(pieces, rows, used, more)
    new = np.array([one != two for one, two in zip(vocabulary, pieces.vocabulary)])
    return Pieces(vocabulary), rows, new


def main():
    given = arguments()
    started = time.time()
    say = lambda what: print(f"[{time.time() - started:5.0f} s] {what}", flush=True)
    vocabulary, rows = read_model(given.old)
    drawn, paragraphs, sets = read_all(
        given.corpora, given.more, given.science, np.random.default_rng(given.seed)
    )
    if given.held_out:
        for name, judged in sets.items():
            write_judged(given.held_out, name, *judged)
    pieces = Pieces(vocabulary)
    say("before: " + figures(judge(sets, pieces, rows)))
    pieces, begin, new = with_new_words(pieces, rows, drawn, paragraphs, given.exchange)
    say(f"{new.sum()} new words: " + figures(judge(sets, pieces, begin)))
    fixed = np.array([FIXED_FROM <= ord(max(one)) < FIXED_END for one in pieces.vocabulary])
    pull = np.where(fixed, PULL_FIXED, np.where(new, PULL_NEW, PULL))[:, None]
    holding = Holding(KEPT_LANGUAGES, KEEP_WEIGHT, pull)
    texts = Texts(pieces, LEARNED_MAX)
    draw = Draw(texts, drawn, paragraphs, SHARES, holding.languages)
    rows = train(begin, texts, draw, given.steps, given.seed, holding, say)
    rows = without_common(rows, some_paragraphs(paragraphs, pieces))
    rows[fixed] = begin[fixed]
    rows = begin + (rows - begin) * np.float32(WAY)
    name = given.model.name
    written = write_model(given.model, pieces.vocabulary, rows, name, 4, given.cutoff)
    say("written: " + figures(judge(sets, pieces, written)))


if __name__ == "__main__":
    main()
