"""Pairs as sparse rows over the vocabulary, ready to be drawn from."""
import zlib

import numpy as np
import scipy.sparse as sp

PIECES_MAX = 256
# src/engine/embedding/embed-static.ts has the same.
REPEAT_POWER = 0.75
# How often pairs of a kind are drawn, each against the others.
KIND_WEIGHTS = {
    "head": 3, "ict": 4, "adj": 1.5, "desc": 3, "gloss": 0.7, "ex": 0.7, "syn": 0.5, "hyper": 0.5,
    "purpose": 0.7, "parallel": 8, "term": 1.5, "cite": 2, "digest": 2,
}
SOURCE_WEIGHTS = {"gesetze": 0.6}


def matrix(lists, size):
    """One row a text: each piece weighs how often it stands there, to a power below 1."""
    lengths = np.fromiter((len(ids) for ids in lists), np.int64, len(lists))
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    flat = np.fromiter((i for ids in lists for i in ids), np.int32, offsets[-1])
    table = sp.csr_matrix((np.ones(len(flat), np.float32), flat, offsets), shape=(len(lists), size))
    table.sum_duplicates()
    table.data **= REPEAT_POWER
    return table


class PairSet:
    """a and b as rows, for each its group (source, language and kind) and weight."""

    def __init__(self, pairs, pieces):
        size = len(pieces.vocabulary)
        self.a = matrix([pieces.of_text(pair.a, PIECES_MAX) for pair in pairs], size)
        self.b = matrix([pieces.of_text(pair.b, PIECES_MAX) for pair in pairs], size)
        self.a_key = np.array([hash_of(pair.a) for pair in pairs])
        self.b_key = np.array([hash_of(pair.b) for pair in pairs])
        own = np.arange(len(pairs)) + 2**32
        topics = [hash_of(pair.topic) if pair.topic else 0 for pair in pairs]
        self.topic = np.where(np.array(topics) > 0, topics, own)
        names = [(pair.source, pair.language, pair.kind) for pair in pairs]
        self.names = sorted(set(names))
        places = {name: i for i, name in enumerate(self.names)}
        self.group = np.array([places[name] for name in names])
        weight = np.array(
            [KIND_WEIGHTS[kind] * SOURCE_WEIGHTS.get(source, 1) for source, _, kind in self.names]
        )[self.group]
        filled = (np.diff(self.a.indptr) > 0) & (np.diff(self.b.indptr) > 0)
        self.weight = weight * filled


def hash_of(text):
    return zlib.crc32(text.strip().lower().encode())
