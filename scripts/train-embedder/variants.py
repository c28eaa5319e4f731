"""Other ways to write the same text: words put into another language. Each way is a sparse matrix
over the vocabulary; a text times it is the text written that way."""
import numpy as np
import scipy.sparse as sp

# The share of the words known in the other language that is put into it.
TRANSLATE_SHARE = 0.5
# How often each language is chosen; None: the text stays as it is.
LANGUAGES = [None] * 6 + ["de"] * 5 + ["fr", "es", "it", "nl", "pt", "pl"]


def translations_of(pieces, lexicon):
    """Both directions of {pivot word: [(word, share)]}, as {id: [(ids, share)]}."""
    found = {}
    for word, options in lexicon.items():
        source = pieces.of_word(word)
        for other, share in options:
            target = pieces.of_word(other)
            if word == other or not source or not target:
                continue
            if len(source) == 1:
                found.setdefault(source[0], []).append((target, share))
            if len(target) == 1:
                found.setdefault(target[0], []).append((source, share))
    return found


def variant(size, translations, rng):
    rows, columns = [], []
    for i, options in translations.items():
        if rng.random() < TRANSLATE_SHARE:
            odds = np.array([share for _, share in options])
            ids = options[rng.choice(len(options), p=odds / odds.sum())][0]
            rows += [i] * len(ids)
            columns += ids
    same = np.setdiff1d(np.arange(size), rows)
    rows = np.concatenate([np.array(rows, int), same])
    columns = np.concatenate([np.array(columns, int), same])
    return sp.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=(size, size))


def varied(pieces, lexicons, rng):
    """A function that writes a batch one of the ways."""
    size = len(pieces.vocabulary)
    ways = [
        language and variant(size, translations_of(pieces, lexicons[language]), rng)
        for language in LANGUAGES
    ]

    def vary(table):
        way = ways[rng.integers(len(ways))]
        return table if way is None else table @ way

    return vary
