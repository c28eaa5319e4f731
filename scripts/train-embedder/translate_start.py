"""First rows of pieces that a table lacks: those that make translations equal to their English
side, by least squares (conjugate gradients), and the letters a piece is written with."""
import numpy as np
import scipy.sparse as sp

from start import letters

ROUNDS = 8
# The larger, the nearer to nothing a row stays that few pairs say something about.
CARE = 1.5
# Against what a piece means, the letters it is written with weigh so much.
LETTERS_SHARE = 0.35


def translated_rows(theirs, english, rows, fixed):
    """Least squares: theirs times the new rows shall be english times the old ones, less what
    theirs have of the old ones. Both are sparse rows over the vocabulary, a pair a row."""
    lengths = np.asarray(theirs[:, fixed:].sum(1)).ravel()
    weights = sp.diags(1 / np.maximum(lengths, 1)).tocsr()
    new = theirs[:, fixed:].tocsr()
    target = (english[:, :fixed] - theirs[:, :fixed]) @ rows[:fixed]
    back = (new.T @ weights).tocsr()
    apply = lambda x: back @ (new @ x) + CARE * x
    found = np.zeros((new.shape[1], rows.shape[1]), np.float32)
    left = (back @ target).astype(np.float32)
    way, power = left.copy(), (left * left).sum(0)
    for _ in range(ROUNDS):
        ahead = apply(way).astype(np.float32)
        step = power / ((way * ahead).sum(0) + 1e-12)
        found += step * way
        left -= step * ahead
        before, power = power, (left * left).sum(0)
        way = left + power / (before + 1e-12) * way
    return found


def with_letters(found, pieces, counts, typical):
    """Rows plus letters, of the length that words of the first table have; frequent ones less."""
    dimensions = found.shape[1]
    rarity = 1 / np.sqrt(1 + counts / (np.median(counts) + 1))
    spelt = letters(pieces, dimensions) * (typical * LETTERS_SHARE * rarity)[:, None]
    return (found + spelt).astype(np.float32)
