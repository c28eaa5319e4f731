"""Gives rows that are hardly used to words of new texts: the table stays as large as it is."""
from collections import Counter

import numpy as np

from text import PIECE_CHARS_MAX, SPECIAL, words

# A word of the new texts that stands there less often stays cut into pieces.
COUNT_MIN = 5
CHARS_MIN = 3
LATIN_END = 0x250


def counts_of(texts):
    counts = Counter()
    for text in texts:
        counts.update(words(text))
    return counts


def new_words(counts, pieces, most):
    """Words that are cut into pieces today, the most frequent first."""
    wanted = [
        word for word, count in counts.items()
        if count >= COUNT_MIN and CHARS_MIN <= len(word) <= PIECE_CHARS_MAX
        and not word.isdigit() and all(ord(c) < LATIN_END for c in word)
        and len(pieces.of_word(word)) > 1
    ]
    return sorted(wanted, key=lambda word: (-counts[word], word))[:most]


def exchanged(pieces, rows, used, more):
    """(vocabulary, rows, who gave): words and beginnings in Latin letters that all texts use least,
    `used` by place, give their rows to `more`, which begin as the sum of what they were cut into."""
    whole = [
        place for place, piece in enumerate(pieces.vocabulary)
        if len(piece) >= CHARS_MIN and not piece.startswith("##") and piece not in SPECIAL
        and all(ord(c) < LATIN_END for c in piece)
    ]
    whole.sort(key=lambda place: (used[place], -len(pieces.vocabulary[place])))
    begin = np.stack([rows[pieces.of_word(word)].sum(0) for word in more])
    vocabulary, rows = list(pieces.vocabulary), rows.copy()
    for place, word in zip(whole, more):
        vocabulary[place] = word
    rows[whole[: len(more)]] = begin
    return vocabulary, rows, [pieces.vocabulary[place] for place in whole[: len(more)]]
