"""Where training starts: what stands near a word (positive pointwise mutual information, reduced
by randomised SVD), mixed with the letters it is written with (hashed character n-grams), so that
rare words, and words alike in two languages, have a place of their own from the beginning."""
import zlib

import numpy as np
import scipy.sparse as sp

from text import words

WINDOW = 5
# A word that is so large a part of all words counts half as much as a rare one.
SMOOTH = 1e-4
# Against the letters a word is written with, what stands near it counts so much.
CONTEXT_SHARE = 0.5
INSIDE_WEIGHT = 0.6
# More of these are noise.
CONTEXT_DIMENSIONS = 256
NGRAMS = (3, 4, 5)


def token_stream(pieces, texts):
    """All texts as ids, with gaps of -1 that no window crosses."""
    stream = []
    for text in texts:
        for word in words(text.text):
            stream += pieces.of_word(word)
        stream += [-1] * (WINDOW + 1)
    return np.array(stream, np.int32)


def neighbours(stream, size, dimensions, rng):
    near = None
    for step in range(1, WINDOW + 1):
        left, right = stream[:-step], stream[step:]
        both = (left >= 0) & (right >= 0)
        keys, counts = np.unique(left[both].astype(np.int64) * size + right[both], return_counts=True)
        part = sp.coo_matrix(
            ((counts / step).astype(np.float32), (keys // size, keys % size)), shape=(size, size)
        ).tocsr()
        near = part if near is None else near + part
    near = (near + near.T).tocoo()
    rows, columns, data = near.row, near.col, near.data
    row_sums = np.bincount(rows, data, size) + 1e-9
    smoothed = row_sums**0.75
    pmi = np.log(
        data / data.sum() / ((row_sums / data.sum())[rows] * (smoothed / smoothed.sum())[columns])
    )
    good = pmi > 0
    table = sp.csr_matrix(
        (pmi[good].astype(np.float32), (rows[good], columns[good])), shape=(size, size)
    )
    return _svd(table, dimensions, rng)


def _svd(table, dimensions, rng):
    basis = table @ rng.standard_normal((table.shape[0], dimensions + 16)).astype(np.float32)
    for _ in range(3):
        basis, _ = np.linalg.qr(basis)
        basis = table @ (table.T @ basis)
    basis, _ = np.linalg.qr(basis)
    small = (table.T @ basis).T
    vectors, values, _ = np.linalg.svd(small @ small.T)
    values = np.sqrt(np.sqrt(values[:dimensions]))
    return (basis @ vectors)[:, :dimensions].astype(np.float32) * values.astype(np.float32)


def letters(vocabulary, dimensions, buckets=1 << 18):
    """A row for what a piece is written with: alike for words that share many n-grams."""
    rows, columns = [], []
    for i, piece in enumerate(vocabulary):
        if piece.startswith("["):
            continue
        inside = piece.startswith("##")
        word = piece[2:] if inside else "<" + piece
        grams = {word[k : k + n] for n in NGRAMS for k in range(len(word) - n + 1)} or {word}
        for gram in sorted(grams):
            rows.append(i)
            columns.append(zlib.crc32(gram.encode()) % buckets)
    table = sp.csr_matrix(
        (np.ones(len(rows), np.float32), (rows, columns)), shape=(len(vocabulary), buckets)
    )
    found = np.asarray(table.sum(0)).ravel()
    rarity = np.log(len(vocabulary) / np.maximum(found, 1)).astype(np.float32)
    rng = np.random.default_rng(7)
    signs = rng.standard_normal((buckets, dimensions)).astype(np.float32)
    return unit(table @ sp.diags(rarity) @ signs)


def unit(rows):
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)


def start_rows(pieces, texts, dimensions, rng):
    size = len(pieces.vocabulary)
    stream = token_stream(pieces, texts)
    counts = np.bincount(stream[stream >= 0], minlength=size).astype(np.float64)
    near = unit(neighbours(stream, size, min(dimensions, CONTEXT_DIMENSIONS), rng))
    context = np.pad(near, ((0, 0), (0, dimensions - near.shape[1])))
    mixed = unit(CONTEXT_SHARE * context + letters(pieces.vocabulary, dimensions))
    # A piece inside a word says less than a word.
    inside = np.array([piece.startswith("##") for piece in pieces.vocabulary])
    weight = SMOOTH / (SMOOTH + (counts + 1) / counts.sum()) * np.where(inside, INSIDE_WEIGHT, 1)
    rows = (mixed * weight[:, None]).astype(np.float32)
    rows[:5] = 0
    return rows, counts
