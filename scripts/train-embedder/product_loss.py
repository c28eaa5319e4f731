"""How the product ranks, as a loss: BM25, terms that are near to those of the question, and the
cosine, each as a share of the best one, in one sum. So the rows learn what words do not say: a text
that its words find anyhow teaches nothing."""
from collections import namedtuple

import torch
import torch.nn.functional as F

import on_gpu
from on_gpu import DROP_SHARE, SAME_FROM, SPAN, runs, unit

# src/engine/ranking/bm25.ts has the same.
K1, LENGTH_COST = 1.6, 0.75
# What more of a batch have than this tells none of them from another.
COMMON_SHARE = 0.1
# src/engine/hybrid/fuse.ts: 0.6 for words, of which near terms have half.
WORDS, NEAR, MEANING = 0.3, 0.3, 0.4
# src/engine/embedding/embed-static-met.ts has the same.
ALIKE_MIN = 0.5
# So many questions of a batch are asked, of their right answers, the best ones and some others.
ASKED, BEST, OTHERS = 96, 12, 64
# The best ones by about the same sum: shares of the best by words, cosines as they are.
BEST_WORDS, BEST_MEANING = 0.6, 0.75

# Pieces of all questions, whose they are, where each begins; the texts they are asked of; pieces
# that are taken out of these, by their order; and which of them are no wrong answers.
Batch = namedtuple("Batch", "pieces owners offsets texts taken same")
# Of the questions of a batch and its texts: weights of stems, and what decides them.
Words = namedtuple("Words", "questions texts idf place cost")


def owners_of(offsets, total):
    ends = torch.cat([offsets[1:], offsets.new_tensor([total])])
    places = torch.arange(len(offsets), device=offsets.device)
    return torch.repeat_interleave(places, ends - offsets)


class ProductLoss:
    """`stems`: of each piece the number of its stem. `sharpness`: by what the sum is multiplied."""

    def __init__(self, texts, draw, stems, sharpness):
        self.texts, self.draw, self.sharpness = texts, draw, sharpness
        self.stems = torch.tensor(stems, device=on_gpu.DEVICE)

    def of_pairs(self, rows):
        draw, texts = self.draw, self.texts
        which = draw.pairs()
        one, two, topic = draw.a[which], draw.b[which], draw.topic[which]
        places, offsets = runs(texts.kind_starts[one], texts.kinds[one])
        pieces = texts.words[places]
        same = (one[:, None] == one) | (two[:, None] == two)
        same |= (topic[:, None] == topic) & (topic > 0)
        owners = owners_of(offsets, len(pieces))
        return self._loss(rows, Batch(pieces, owners, offsets, two, None, same))

    def of_paragraphs(self, rows):
        """A run of words of each; of some paragraphs none of them is taken out, of others all."""
        which = self.draw.paragraphs[self.draw.some_paragraphs()]
        pieces, offsets = self.texts.spans(which, SPAN)
        owners = owners_of(offsets, len(pieces))
        shares = torch.rand(len(which), device=pieces.device)
        out = torch.rand(len(pieces), device=pieces.device) < shares[owners]
        same = torch.zeros(len(which), len(which), dtype=torch.bool, device=pieces.device)
        taken = owners[out], pieces[out]
        return self._loss(rows, Batch(pieces, owners, offsets, which, taken, same))

    def _counts(self, which, columns, width, taken):
        """How often each text has what stands in a column; -1: in none."""
        texts = self.texts
        places, _ = runs(texts.kind_starts[which], texts.kinds[which])
        rows = torch.arange(len(which), device=places.device)
        rows = torch.repeat_interleave(rows, texts.kinds[which])
        found = columns[texts.words[places]]
        known = found >= 0
        counts = torch.zeros(len(which) * width, device=places.device)
        counts.index_add_(0, (rows * width + found)[known], texts.counts[places][known])
        if taken is not None:
            owners, pieces = taken
            counts.index_add_(0, owners * width + columns[pieces], -torch.ones_like(pieces).float())
        return counts.view(len(which), width).clamp_(min=0)

    def _words(self, batch):
        stems = self.stems
        known = stems[batch.pieces].unique()
        place = torch.full((int(stems.max()) + 1,), -1, device=stems.device)
        place[known] = torch.arange(len(known), device=stems.device)
        size = len(batch.texts)
        questions = torch.zeros(size, len(known), device=stems.device, dtype=torch.float16)
        questions[batch.owners, place[stems[batch.pieces]]] = 1
        tf = self._counts(batch.texts, place[stems], len(known), batch.taken)
        having = (tf > 0).sum(0).float()
        idf = torch.log(1 + (size - having + 0.5) / (having + 0.5))
        idf = idf * (having < COMMON_SHARE * size)
        lengths = self.texts.sizes[batch.texts].float()
        cost = K1 * (1 - LENGTH_COST + LENGTH_COST * lengths / lengths.mean())
        weights = (tf / (tf + cost[:, None]) * (K1 + 1) * idf).half()
        return Words(questions, weights, idf, place, cost)

    def _vectors(self, rows, batch):
        kept = (torch.rand(len(batch.pieces), device=rows.device) > DROP_SHARE).float()
        asked = F.embedding_bag(
            batch.pieces, rows, batch.offsets, mode="sum", per_sample_weights=kept
        )
        sums = self.texts.sums(batch.texts, rows)
        if batch.taken is not None:
            owners, pieces = batch.taken
            sums = sums.index_add(0, owners, -rows[pieces])
        return unit(asked), unit(sums)

    def _loss(self, rows, batch):
        size = len(batch.texts)
        asked = torch.randperm(size, device=rows.device)[:ASKED]
        with torch.no_grad():
            words = self._words(batch)
            by_words = share((words.questions[asked] @ words.texts.T).float(), 1e-6)
        questions, texts = self._vectors(rows, batch)
        cosines = questions[asked] @ texts.T
        with torch.no_grad():
            same = batch.same[asked] | (texts[asked] @ texts.T > SAME_FROM)
            same[torch.arange(len(asked), device=rows.device), asked] = False
            likely = (BEST_WORDS * by_words + BEST_MEANING * cosines).masked_fill(same, -1)
            best = likely.topk(min(BEST, size), 1).indices.flatten()
            others = torch.randint(0, size, (OTHERS,), device=rows.device)
            answers = torch.cat([asked, best, others]).unique()
        near = self._near(rows, batch, words, asked, answers)
        scores = self.sharpness * (
            WORDS * by_words[:, answers]
            + NEAR * share(near, 1e-3)
            + MEANING * share(cosines[:, answers], 0.1)
        )
        right = torch.searchsorted(answers, asked)
        return F.cross_entropy(scores.masked_fill(same[:, answers], -1e4), right)

    def _near(self, rows, batch, words, asked, answers):
        """BM25 by how near the pieces of each answer are to those of each question."""
        size = self.texts.size
        number = torch.full((len(batch.texts),), -1, device=rows.device)
        number[asked] = torch.arange(len(asked), device=rows.device)
        mine = number[batch.owners] >= 0
        keys = (number[batch.owners[mine]] * size + batch.pieces[mine]).unique()
        owners, pieces = keys // size, keys % size
        met, columns, taken = self._met(batch, answers)
        counts = self._counts(batch.texts[answers], columns, len(met), taken)
        terms = rows[pieces]
        cosines = unit(terms) @ unit(rows[met]).T
        frequencies = ((cosines - ALIKE_MIN) / (1 - ALIKE_MIN)).clamp(min=0) @ counts.T
        norms = frequencies * (K1 + 1) / (frequencies + words.cost[answers])
        idf = words.idf[words.place[self.stems[pieces]]]
        weights = idf * terms.norm(dim=1).clamp(min=1e-6).sqrt()
        scores = torch.zeros(len(asked), len(answers), device=rows.device)
        return scores.index_add(0, owners, norms * weights[:, None])

    def _met(self, batch, answers):
        """(pieces that the answers have, the column of each, what is taken out of them)"""
        texts = self.texts
        which = batch.texts[answers]
        places, _ = runs(texts.kind_starts[which], texts.kinds[which])
        met = texts.words[places].unique()
        columns = torch.full((texts.size,), -1, device=met.device)
        columns[met] = torch.arange(len(met), device=met.device)
        if batch.taken is None:
            return met, columns, None
        number = torch.full((len(batch.texts),), -1, device=met.device)
        number[answers] = torch.arange(len(answers), device=met.device)
        owners, pieces = batch.taken
        there = number[owners] >= 0
        return met, columns, (number[owners[there]], pieces[there])


def share(scores, least):
    """As a share of the best of each question."""
    return scores / scores.max(1, keepdim=True).values.clamp(min=least)
