"""Adds rows for more scripts to a table without touching the ones it has; README.md says how."""
import argparse
import time
from pathlib import Path

import numpy as np

from descend import train
from export import read_model, write_model
from judge import judge
from more_text import hold_out, read_more, sentence_pairs
from more_vocabulary import choose_more, count_runs, without_rare
from pairs import PIECES_MAX, PairSet, matrix
from text import Pieces
from train_embedder import figures, write_judged
from translate_start import translated_rows, with_letters

# Pairs of a language with more of them count more, but not in proportion.
LANGUAGE_POWER = 0.5
# So many of the pieces that are used least are left out at the end: the model has 24 MB at most.
LEFT_OUT = 300


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, help="folder with text and pairs of many languages")
    parser.add_argument("old", type=Path, help="folder of the model to add to")
    parser.add_argument("model", type=Path, help="folder to write the model to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--cutoff", type=float, default=0.18)
    parser.add_argument("--held-out", type=Path, help="folder to write what is held out to")
    return parser.parse_args()


def held_out_sets(texts, pairs, rng):
    """{name: (queries, documents, place of the right one)} by language: asked of English, English
    asked of it, and a sentence asked of the rest of its paragraph."""
    sets = {}
    noise = list(dict.fromkeys(pair.a for pair in pairs if len(pair.a) > 40))
    for language in sorted({pair.language for pair in pairs}):
        mine = {pair.a: pair for pair in pairs if pair.language == language and len(pair.a) > 40}
        mine = {pair.b: pair for pair in mine.values()}.values()
        right = list(range(len(mine)))
        english = list(dict.fromkeys([pair.a for pair in mine] + noise))
        sets[f"{language} to en"] = ([pair.b for pair in mine], english, right)
        both = [one for one in texts if one.language == language] + list(mine)
        asked = {pair.b: pair for pair in sentence_pairs(both, rng)}.values()
        sets[f"{language} sentences"] = (
            [pair.a for pair in asked], [pair.b for pair in asked], list(range(len(asked)))
        )
    return sets


def balanced(drawn):
    """Weights of the pairs, so that languages with few of them are heard."""
    languages = np.array([language for _, language, _ in drawn.names])[drawn.group]
    for language in set(languages):
        mine = languages == language
        drawn.weight[mine] *= mine.sum() ** (LANGUAGE_POWER - 1) * 100
    return drawn


def summary(judged):
    by_kind = {}
    for name, value in judged.items():
        by_kind.setdefault(name.split(" ", 1)[1], []).append(value)
    return "  ".join(f"{kind}: mean {np.mean(some):.3f}" for kind, some in by_kind.items())


def main():
    given = arguments()
    started = time.time()
    say = lambda what: print(f"[{time.time() - started:5.0f} s] {what}", flush=True)
    rng = np.random.default_rng(given.seed)
    old, old_rows = read_model(given.old)
    texts, pairs = read_more(given.corpora)
    texts, held_texts = hold_out(texts)
    pairs, held_pairs = hold_out(pairs)
    sets = held_out_sets(held_texts, held_pairs, rng)
    if given.held_out:
        for name, judged in sets.items():
            write_judged(given.held_out, name, *judged)
    say(f"read {len(texts)} texts, {len(pairs)} pairs")

    more = choose_more(count_runs(texts, pairs), set(old))
    pieces, fixed = Pieces(old + more), len(old)
    say(f"{len(more)} more pieces")
    drawn = PairSet(pairs + sentence_pairs(texts + pairs, rng), pieces)
    drawn = balanced(drawn)
    say(f"{len(drawn.group)} pairs in {len(drawn.names)} groups")

    rows = np.vstack([old_rows, np.zeros((len(more), old_rows.shape[1]), np.float32)])
    say("before: " + summary(judge(sets, pieces, rows)))
    translated = np.flatnonzero([kind != "ict" for _, _, kind in drawn.names])
    where = np.flatnonzero(np.isin(drawn.group, translated))
    english, theirs = drawn.a[where], drawn.b[where]
    found = translated_rows(theirs, english, rows, fixed)
    counts = np.asarray(theirs[:, fixed:].sum(0)).ravel()
    typical = float(np.median(np.linalg.norm(old_rows, axis=1)))
    lengths = np.linalg.norm(found, axis=1)
    say(f"typical length {typical:.3f}; translated {np.percentile(lengths, [5, 50, 95])}")
    rows[fixed:] = found
    say("by translations: " + summary(judge(sets, pieces, rows)))
    rows[fixed:] = with_letters(found, more, counts, typical)
    say("with letters: " + summary(judge(sets, pieces, rows)))
    train(rows, drawn, given.steps, rng, None, say, fixed)
    judged = judge(sets, pieces, rows)
    say("trained: " + summary(judged) + "\n" + figures(judged))
    places = without_rare(pieces, fixed, counts, LEFT_OUT)
    pieces, rows = Pieces([pieces.vocabulary[place] for place in places]), rows[places]
    name = given.model.name
    written = write_model(given.model, pieces.vocabulary, rows, name, 4, given.cutoff)
    say("written: " + summary(judge(sets, pieces, written)))


if __name__ == "__main__":
    main()
