"""Contrastive training of the table: in a batch each a shall be nearest to its own b, and each b
to its own a. The gradient is worked out by hand and only rows that occur are touched."""
import time

import numpy as np
import scipy.sparse as sp

BATCH = 1024
SCALE = 20.0
# The share of batches whose pairs are all of one group, which are harder to tell apart.
ONE_GROUP_SHARE = 0.6
# Of these, the share made of runs of neighbours in a book or law, which are hardest to tell apart.
RUN_SHARE = 0.35
RUN_LENGTH = 32
RATE = 2e-3
WARM_STEPS = 50
RATE_FLOOR = 0.03


class Adam:
    """Adam over rows; a row that does not occur in a batch stays as it is."""

    def __init__(self, rows, betas=(0.9, 0.99)):
        self.rows, self.betas = rows, betas
        self.first, self.second = np.zeros_like(rows), np.zeros_like(rows)
        self.steps = np.zeros(len(rows), np.int32)

    def step(self, where, gradient, rate):
        one, two = self.betas
        self.steps[where] += 1
        steps = self.steps[where][:, None].astype(np.float32)
        first = self.first[where] * one + gradient * (1 - one)
        second = self.second[where] * two + gradient * gradient * (1 - two)
        self.first[where], self.second[where] = first, second
        first /= 1 - one**steps
        second /= 1 - two**steps
        np.sqrt(second, out=second)
        second += 1e-10
        first /= second
        self.rows[where] -= rate * first


def embed(table, rows):
    sums = table @ rows
    lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9
    return sums / lengths, lengths


def _softmax(scores):
    scores = scores - scores.max(1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(1, keepdims=True)
    return scores


def loss_and_gradients(a, b, same):
    """a, b: unit rows; same: which others are no wrong answers, for they say the same."""
    count = len(a)
    scores = (a @ b.T) * SCALE
    scores[same] = -1e4
    forth = _softmax(scores)
    back = _softmax(np.ascontiguousarray(scores.T))
    own = np.arange(count)
    loss = -np.log(forth[own, own] + 1e-9).mean() - np.log(back[own, own] + 1e-9).mean()
    forth[own, own] -= 1
    back[own, own] -= 1
    forth += back.T
    forth *= SCALE / (2 * count)
    return loss / 2, forth @ b, forth.T @ a


def through_unit(gradient, unit_rows, lengths):
    along = (gradient * unit_rows).sum(1, keepdims=True)
    return (gradient - along * unit_rows) / lengths


class Draw:
    """Which pairs stand in a batch."""

    def __init__(self, pairs, rng):
        self.pairs, self.rng = pairs, rng
        self.by_group = [
            np.flatnonzero((pairs.group == g) & (pairs.weight > 0)) for g in range(len(pairs.names))
        ]
        mass = np.array([pairs.weight[where].sum() for where in self.by_group])
        big = np.array([len(where) >= BATCH // 4 for where in self.by_group])
        self.group_odds = mass * big / (mass * big).sum()
        self.cumulative = np.cumsum(pairs.weight / pairs.weight.sum())

    def batch(self):
        if self.rng.random() < ONE_GROUP_SHARE:
            where = self.by_group[self.rng.choice(len(self.by_group), p=self.group_odds)]
            if self.rng.random() < RUN_SHARE:
                return self.runs(where)
            return self.rng.choice(where, min(BATCH, len(where)), replace=False)
        drawn = np.searchsorted(self.cumulative, self.rng.random(BATCH))
        return np.unique(np.minimum(drawn, len(self.cumulative) - 1))

    def runs(self, where):
        starts = self.rng.integers(0, max(1, len(where) - RUN_LENGTH), BATCH // RUN_LENGTH)
        places = (starts[:, None] + np.arange(RUN_LENGTH)).ravel()
        return np.unique(where[np.minimum(places, len(where) - 1)])


def train(rows, pairs, steps, rng, vary=None, say=print, fixed=0):
    """Changes `rows`, the first `fixed` ones apart. vary(table) may put other words for words."""
    draw, adam, started, losses = Draw(pairs, rng), Adam(rows), time.time(), []
    for step in range(steps):
        where = draw.batch()
        a, b = pairs.a[where], pairs.b[where]
        if vary is not None:
            a, b = vary(a), vary(b)
        same = (pairs.a_key[where][:, None] == pairs.a_key[where][None, :])
        same |= pairs.b_key[where][:, None] == pairs.b_key[where][None, :]
        same |= pairs.topic[where][:, None] == pairs.topic[where][None, :]
        np.fill_diagonal(same, False)
        a_unit, a_lengths = embed(a, rows)
        b_unit, b_lengths = embed(b, rows)
        loss, a_slope, b_slope = loss_and_gradients(a_unit, b_unit, same)
        both = sp.vstack([a, b], format="csr")
        slope = np.vstack(
            [through_unit(a_slope, a_unit, a_lengths), through_unit(b_slope, b_unit, b_lengths)]
        )
        touched, places = np.unique(both.indices, return_inverse=True)
        narrow = sp.csr_matrix((both.data, places, both.indptr), shape=(both.shape[0], len(touched)))
        rate = RATE * min(1, (step + 1) / WARM_STEPS) * max(RATE_FLOOR, 1 - step / steps)
        first = np.searchsorted(touched, fixed)
        adam.step(touched[first:], narrow[:, first:].T @ slope, rate)
        losses.append(loss)
        if (step + 1) % 100 == 0:
            seconds = time.time() - started
            say(f"step {step + 1}/{steps}  loss {np.mean(losses[-100:]):.3f}  {seconds:.0f} s")
    return rows
