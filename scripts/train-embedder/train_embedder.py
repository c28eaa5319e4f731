"""Trains the static embedding model from the corpora; README.md says how and what came out."""
import argparse
import gzip
import json
import time
from pathlib import Path

import numpy as np

from corpus import LICENCES, Pair, read_pairs, read_texts, split
from descend import train
from export import without_common, write_model
from judge import held_out_sets, judge
from pairs import PIECES_MAX, PairSet, matrix
from parallel import PIVOT, aligned_groups, lexicon, same_lines, sentence_groups
from start import start_rows
from text import Pieces, words
from variants import varied
from vocabulary import choose_vocabulary, count_words

# What is held out of each source, to choose and to judge.
HELD_SHARES = {"openstax": 0.12, "gesetze": 0.05, "digitalgov": 0.05, "osguide": 0.15, "php": 0.03}
HELD_SHARES |= {"anatomy-physiology": 0.08, "university-physics-bundle": 0.08, "world-history": 0.08}
HELD_SHARES |= {"elife-articles": 0.06}
PASSAGES = "osguide"
LINES = "php"
LEXICON_PASSAGE_WORDS_MAX = 60
# Every so many-th passage that is long enough shows what all have in common.
PASSAGE_STEP = 8
PASSAGE_CHARS_MIN = 200
# Pairs of these languages with any other are drawn.
HUBS = {"en", "de"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, help="folder with text.* and pairs.* files")
    parser.add_argument("model", type=Path, help="folder to write the model to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1300)
    parser.add_argument("--rows", type=int, default=58000)
    parser.add_argument("--dimensions", type=int, default=512)
    parser.add_argument("--bits", type=int, choices=(4, 8), default=4)
    parser.add_argument("--cutoff", type=float, default=0.18)
    parser.add_argument("--held-out", type=Path, help="folder to write what is held out to")
    return parser.parse_args()


def parallel_pairs(passages, lines, rng):
    found = []
    for number, group in enumerate(passages):
        for one in sorted(group):
            for two in sorted(group):
                if one != two and HUBS & {one, two}:
                    pair = Pair(PASSAGES, "all", "parallel", group[one], group[two])
                    found.append(pair._replace(topic=f"passage {number}"))
    for group in sentence_groups(passages):
        one, two = sorted(group, key=lambda language: language == PIVOT)
        found.append(Pair(PASSAGES, "all", "parallel", group[one], group[two]))
    rng.shuffle(found)
    for group in lines:
        one, two = sorted(group, key=lambda language: language == PIVOT)
        found.append(Pair(LINES, "all", "parallel", group[one], group[two]))
    return found


def lexicons_of(passages, lines):
    sentences = sentence_groups(passages)
    short = [group for group in passages if len(words(group[PIVOT])) <= LEXICON_PASSAGE_WORDS_MAX]
    languages = sorted({language for group in passages for language in group} - {PIVOT})
    return {
        language: lexicon(
            [group for group in sentences + short + lines if language in group], language
        )
        for language in languages
    }


def some_passages(texts, pieces):
    long = [text.text for text in texts if len(text.text) >= PASSAGE_CHARS_MIN][::PASSAGE_STEP]
    return matrix([pieces.of_text(text, PIECES_MAX) for text in long], len(pieces.vocabulary))


def write_judged(folder, name, queries, documents, right):
    """As a judged set, in the layout that scripts/eval reads."""
    place = folder / name.replace(" ", "-")
    place.mkdir(parents=True, exist_ok=True)
    with gzip.open(place / "corpus.jsonl.gz", "wt", encoding="utf8") as file:
        for i, text in enumerate(documents):
            file.write(json.dumps({"_id": str(i), "text": text}) + "\n")
    with open(place / "queries.jsonl", "w", encoding="utf8") as file:
        for i, text in enumerate(queries):
            file.write(json.dumps({"_id": f"q{i}", "text": text}) + "\n")
    with open(place / "qrels.tsv", "w", encoding="utf8") as file:
        file.write("query-id\tcorpus-id\tscore\n")
        for i, document in enumerate(right):
            file.write(f"q{i}\t{document}\t1\n")


def main():
    given = arguments()
    started = time.time()
    say = lambda what: print(f"[{time.time() - started:5.0f} s] {what}", flush=True)
    rng = np.random.default_rng(given.seed)
    texts, pairs = read_texts(given.corpora), read_pairs(given.corpora)
    say(f"read {len(texts)} texts, {len(pairs)} pairs (licences {', '.join(LICENCES)})")

    passages, lines = aligned_groups(texts, PASSAGES), same_lines(pairs, LINES)
    cut, line_cut = (
        int(len(groups) * HELD_SHARES[source])
        for groups, source in ((passages, PASSAGES), (lines, LINES))
    )
    texts, _ = split(texts, HELD_SHARES)
    pairs, held_pairs = split(pairs, HELD_SHARES)
    sets = held_out_sets(held_pairs, passages[:cut], pairs)
    passages, lines = passages[cut:], lines[line_cut:]
    if given.held_out:
        for name, judged in sets.items():
            write_judged(given.held_out, name, *judged)

    counts = count_words(texts, pairs)
    pieces = Pieces(choose_vocabulary(counts, given.rows))
    lexicons = lexicons_of(passages, lines)
    known = {language: len(found) for language, found in lexicons.items()}
    say(f"{len(pieces.vocabulary)} pieces of {len(counts)} words; words known in others: {known}")
    rows, _ = start_rows(pieces, texts, given.dimensions, rng)
    say("start: " + figures(judge(sets, pieces, rows)))
    drawn = PairSet(pairs + parallel_pairs(passages, lines, rng), pieces)
    say(f"{len(drawn.group)} pairs in {len(drawn.names)} groups")
    train(rows, drawn, given.steps, rng, varied(pieces, lexicons, rng), say)
    say("trained: " + figures(judge(sets, pieces, rows)))
    rows = without_common(rows, some_passages(texts, pieces))
    say("common direction taken out: " + figures(judge(sets, pieces, rows)))
    name = given.model.name
    written = write_model(given.model, pieces.vocabulary, rows, name, given.bits, given.cutoff)
    say("written: " + figures(judge(sets, pieces, written)))


def figures(judged):
    return "  ".join(f"{name} {value:.3f}" for name, value in judged.items())


if __name__ == "__main__":
    main()
