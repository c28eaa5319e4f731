"""What refine_embedder.py learns from: pairs that shall be near one another, and paragraphs, of all
folders of corpora. What the first two steps held out is held out here, too."""
import argparse
from collections import namedtuple
from pathlib import Path

import numpy as np

import more_text
from corpus import Pair, read_pairs, read_texts, split
from extend_embedder import held_out_sets as more_held_out_sets
from judge import held_out_sets
from more_text import hold_out, read_more
from pairs import KIND_WEIGHTS, SOURCE_WEIGHTS
from parallel import aligned_groups, same_lines
from train_embedder import HELD_SHARES, LINES, PASSAGES, parallel_pairs

# part: FIRST of the corpora of the first model, MORE of many languages, or SCIENCE.
Drawn = namedtuple("Drawn", "pair weight part")
Paragraph = namedtuple("Paragraph", "text source language part")
FIRST, MORE, SCIENCE = range(3)

# Their words are cut into letters by the vocabulary: they cost room and teach little.
LEFT_OUT = {"fi", "cs", "sk", "da", "sv", "hu", "ro", "tr", "vi", "id"}
# Cut anew from paragraphs at each step.
CUT_ANEW = {"ict", "adj"}
# At most so many of a source and language, by whether the language has a script of its own.
PAIRS_MAX = {True: 30_000, False: 7_000}
TERMS_MAX = {True: 20_000, False: 6_000}
TEXTS_MAX = {True: 20_000, False: 5_000}
TEXT_CHARS_MIN = 60
SIDE_CHARS_MIN = 120


def read_all(folder, more_folder, science_folder, rng):
    """(drawn pairs, paragraphs, held-out sets by name)"""
    first_pairs, first_texts, sets = _first(folder, rng)
    pairs, texts, more_sets = _more(more_folder, rng)
    paragraphs = [Paragraph(t.text, t.source, t.language, FIRST) for t in first_texts]
    paragraphs += [Paragraph(t.text, t.source, t.language, MORE) for t in texts]
    paragraphs += _sides(pairs)
    weights = _by_language([pair.language for pair in pairs])
    drawn = [Drawn(pair, _weight(pair), FIRST) for pair in first_pairs]
    drawn += [Drawn(p, _weight(p) * w, MORE) for p, w in zip(pairs, weights)]
    if science_folder:
        pairs, texts, science_sets = _science(science_folder)
        paragraphs += [Paragraph(t.text, t.source, t.language, SCIENCE) for t in texts]
        drawn += [Drawn(pair, _weight(pair), SCIENCE) for pair in pairs]
        sets = {**sets, **science_sets}
    return drawn, paragraphs, {**sets, **more_sets}


def _science(folder):
    texts, _ = split(read_texts(folder), HELD_SHARES)
    pairs, held = split(read_pairs(folder), HELD_SHARES)
    return pairs, texts, held_out_sets(held, [], pairs)


def _first(folder, rng):
    texts, pairs = read_texts(folder), read_pairs(folder)
    passages, lines = aligned_groups(texts, PASSAGES), same_lines(pairs, LINES)
    cut = int(len(passages) * HELD_SHARES[PASSAGES])
    line_cut = int(len(lines) * HELD_SHARES[LINES])
    texts, _ = split(texts, HELD_SHARES)
    pairs, held = split(pairs, HELD_SHARES)
    sets = held_out_sets(held, passages[:cut], pairs)
    pairs += parallel_pairs(passages[cut:], lines[line_cut:], rng)
    return [pair for pair in pairs if pair.kind not in CUT_ANEW], texts, sets


def _more(folder, rng):
    scripts = set(more_text.LANGUAGES)
    names = [path.name.removeprefix("pairs.") for path in Path(folder).glob("*.gz")]
    languages = {name.split(".")[0].split("-")[0] for name in names} - LEFT_OUT
    texts, pairs = read_more(folder, sorted(languages))
    texts, held_texts = hold_out(texts)
    pairs, held_pairs = hold_out(pairs)
    sets = more_held_out_sets(held_texts, held_pairs, np.random.default_rng(1))
    own = lambda row: row.language in scripts
    most = lambda pair: (TERMS_MAX if pair.source == "omw" else PAIRS_MAX)[own(pair)]
    texts = [text for text in texts if len(text.text) >= TEXT_CHARS_MIN]
    return (
        _some(pairs, most, rng),
        _some(texts, lambda text: TEXTS_MAX[own(text)], rng),
        {name: judged for name, judged in sets.items() if len(judged[0]) >= 40},
    )


def _some(rows, most, rng):
    counts, kept = {}, []
    for place in rng.permutation(len(rows)):
        row = rows[place]
        key = (row.source, row.language)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= most(row):
            kept.append(row)
    return kept


def _sides(pairs):
    """Both sides of translations that are long enough to cut a question out of; English ones once."""
    found, seen = [], set()
    for pair in pairs:
        if pair.kind != "parallel":
            continue
        if len(pair.b) > SIDE_CHARS_MIN and pair.language in more_text.LANGUAGES:
            found.append(Paragraph(pair.b, pair.source, pair.language, MORE))
        if len(pair.a) > SIDE_CHARS_MIN and pair.a not in seen:
            seen.add(pair.a)
            found.append(Paragraph(pair.a, pair.source, "en", MORE))
    return found


def _weight(pair):
    return KIND_WEIGHTS[pair.kind] * SOURCE_WEIGHTS.get(pair.source, 1)


def _by_language(languages):
    """Languages with more pairs count more, but by the root."""
    names, counts = np.unique(languages, return_counts=True)
    shares = dict(zip(names, counts**-0.5))
    return [shares[language] for language in languages]


def with_folders(about):
    """A parser of what the steps are given that read all of them."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("corpora", type=Path, help="folder with text.* and pairs.* files")
    parser.add_argument("more", type=Path, help="folder with text and pairs of many languages")
    parser.add_argument("science", type=Path, help="folder that science_text.py wrote")
    parser.add_argument("old", type=Path, help="folder of the model to begin with")
    parser.add_argument("model", type=Path, help="folder to write the model to")
    return parser
