"""Contrastive training with torch: translations, headings and glosses beside what they belong to, and
pieces of a paragraph beside the rest of it, which are cut out anew at each step."""
from collections import namedtuple

import numpy as np
import torch
import torch.nn.functional as F

from all_text import SCIENCE
from pairs import REPEAT_POWER

DEVICE = "cuda"
BATCH = 8192
SCALE = 20.0
RATE = 1e-3
WARM_STEPS = 100
RATE_FLOOR = 0.03
# Each piece is left out of a text so often, so that no single one carries it.
DROP_SHARE = 0.1
# Others that are nearer than this to the right one say the same, and are no wrong answers.
SAME_FROM = 0.95
# The share of batches of paragraphs; of these those of one source, and those of neighbours in it.
PARAGRAPH_SHARE = 0.3
ONE_SOURCE_SHARE = 0.35
NEIGHBOUR_SHARE = 0.15
RUN_LENGTH = 32
# The share of the other batches that is made of clumps: pairs that the table holds for alike.
CLUMP_SHARE = 0.3
CLUMP_SIZE = 256
CLUMPED_MAX = 600_000
CLUMP_EVERY = 1500
ONE_GROUP_SHARE = 0.3
# Words of a question cut out of a paragraph; how much of them is taken out there, and how often.
SPAN = (5, 24)
PARAGRAPH_PIECES_MIN = 24
TAKEN_OUT, TAKEN_OUT_SHARE = 0.8, 0.85
# How often it is looked at that what is kept is ranked as before.
KEEP_EVERY, KEEP_BATCH = 2, 4096
KEEP_SPAN, KEEP_PIECES_MIN = (4, 16), 16
# What holds the table: how much it counts to rank paragraphs of these languages as before, and how
# strongly rows (all, or each by its own number) are drawn back to where they began, by the rate.
Holding = namedtuple("Holding", "languages weight pull")
PARAGRAPH_POWER = 0.6
GROUP_MIN, SOURCE_MIN = 1024, 200


def runs(starts, sizes):
    """The places of all runs, one after the other, and where each begins among them."""
    offsets = torch.cumsum(sizes, 0) - sizes
    places = torch.arange(int(sizes.sum()), device=sizes.device)
    return places + torch.repeat_interleave(starts - offsets, sizes), offsets


class Texts:
    """Texts as pieces; each text once. On the GPU both as they stand and counted."""

    def __init__(self, pieces, limit):
        self.pieces, self.limit, self.places, self.lists = pieces, limit, {}, []
        self.size = len(pieces.vocabulary)

    def place(self, text):
        found = self.places.get(text)
        if found is None:
            found = self.places[text] = len(self.lists)
            self.lists.append(self.pieces.of_text(text, self.limit))
        return found

    def to_gpu(self):
        sizes = np.fromiter((len(ids) for ids in self.lists), np.int64, len(self.lists))
        flat = np.fromiter((i for ids in self.lists for i in ids), np.int64, sizes.sum())
        self.sizes, self.flat = (torch.tensor(x, device=DEVICE) for x in (sizes, flat))
        self.starts = torch.cumsum(self.sizes, 0) - self.sizes
        owners = torch.repeat_interleave(torch.arange(len(sizes), device=DEVICE), self.sizes)
        keys, counts = torch.unique(owners * self.size + self.flat, return_counts=True)
        self.words, self.counts = keys % self.size, counts.float()
        self.weights = self.counts**REPEAT_POWER
        self.kinds = torch.bincount(keys // self.size, minlength=len(sizes))
        self.kind_starts = torch.cumsum(self.kinds, 0) - self.kinds

    def sums(self, which, rows, drop=DROP_SHARE):
        places, offsets = runs(self.kind_starts[which], self.kinds[which])
        weights = self.weights[places]
        if drop:
            weights = weights * (torch.rand(len(places), device=DEVICE) > drop)
        return F.embedding_bag(
            self.words[places], rows, offsets, mode="sum", per_sample_weights=weights
        )

    def spans(self, which, span):
        """A run of pieces of each text, at most half of it: (pieces, offsets)"""
        sizes, (low, high) = self.sizes[which], span
        length = torch.randint(low, high + 1, (len(which),), device=DEVICE)
        length = length.minimum((sizes // 2).clamp(min=2))
        start = (torch.rand(len(which), device=DEVICE) * (sizes - length + 1)).long()
        places, offsets = runs(self.starts[which] + start, length)
        return self.flat[places], offsets


class Draw:
    """Which pairs and paragraphs stand in a batch."""

    def __init__(self, texts, drawn, paragraphs, shares, kept_languages):
        gpu = lambda rows: torch.tensor(np.array(list(rows)), device=DEVICE)
        self.texts, self.shares = texts, shares
        self.a = gpu(texts.place(one.pair.a) for one in drawn)
        self.b = gpu(texts.place(one.pair.b) for one in drawn)
        self.paragraphs = gpu(texts.place(one.text) for one in paragraphs)
        texts.to_gpu()
        topics, groups, sources = {"": 0}, {}, {}
        number = lambda known, name: known.setdefault(name, len(known))
        self.topic = gpu(number(topics, one.pair.topic) for one in drawn)
        self.group = gpu(
            number(groups, (one.part, one.pair.source, one.pair.language, one.pair.kind))
            for one in drawn
        )
        self.source = gpu(number(sources, (p.part, p.source, p.language)) for p in paragraphs)
        self._weigh_pairs(gpu(one.weight for one in drawn), gpu(one.part for one in drawn))
        self._weigh_sources(list(sources))
        self.long = texts.sizes[self.paragraphs] >= PARAGRAPH_PIECES_MIN
        kept = gpu(name[2] in kept_languages and name[0] != SCIENCE for name in sources)
        self.kept = torch.nonzero(
            kept[self.source] & (texts.sizes[self.paragraphs] >= KEEP_PIECES_MIN)
        ).flatten()
        self.clumps = None

    def _shared(self, weight, part):
        """Each part of the corpora is heard by its share, however much of it there is."""
        sums = torch.stack([weight[part == one].sum() for one in range(len(self.shares))])
        shares = torch.tensor(self.shares, device=DEVICE, dtype=weight.dtype)
        return weight * (shares / sums.clamp(min=1e-9))[part]

    def _weigh_pairs(self, weight, part):
        filled = (self.texts.sizes[self.a] > 0) & (self.texts.sizes[self.b] > 0)
        weight = weight * filled
        weight = self._shared(weight, part)
        self.weight = weight / weight.sum()
        self.cumulative = torch.cumsum(self.weight.double(), 0)
        self.counts = torch.bincount(self.group)
        odds = torch.zeros(len(self.counts), device=DEVICE, dtype=self.weight.dtype)
        self.group_odds = odds.index_add_(0, self.group, self.weight) * (self.counts >= GROUP_MIN)
        self.by_group = torch.argsort(self.group, stable=True)
        self.group_starts = torch.cumsum(self.counts, 0) - self.counts

    def _weigh_sources(self, sources):
        part = torch.tensor([source[0] for source in sources], device=DEVICE)
        self.source_counts = torch.bincount(self.source)
        odds = self.source_counts.float() ** PARAGRAPH_POWER * (self.source_counts >= SOURCE_MIN)
        self.source_odds = self._shared(odds, part)
        self.by_source = torch.argsort(self.source, stable=True)
        self.source_starts = torch.cumsum(self.source_counts, 0) - self.source_counts

    def anything(self, count):
        drawn = torch.rand(count, device=DEVICE, dtype=torch.float64)
        return torch.searchsorted(self.cumulative, drawn).clamp(max=len(self.a) - 1).unique()

    def clump(self, rows, by_a):
        """Puts pairs together that the table holds for alike: the hardest to tell apart."""
        some = self.anything(CLUMPED_MAX)
        side = (self.a if by_a else self.b)[some]
        units = torch.cat([unit(self.texts.sums(part, rows)) for part in side.split(50_000)])
        owner = nearest_means(units, max(16, len(some) // CLUMP_SIZE))
        sizes = torch.bincount(owner)
        self.clumps = some[torch.argsort(owner)], torch.cumsum(sizes, 0) - sizes, sizes

    def pairs(self):
        if (chance := torch.rand(()).item()) < CLUMP_SHARE:
            members, starts, sizes = self.clumps
            picked = torch.randperm(len(sizes), device=DEVICE)
            enough = int((torch.cumsum(sizes[picked], 0) < BATCH).sum()) + 1
            places, _ = runs(starts[picked[:enough]], sizes[picked[:enough]])
            which = members[places][:BATCH]
        elif chance < CLUMP_SHARE + ONE_GROUP_SHARE:
            group = int(torch.multinomial(self.group_odds, 1))
            start, count = int(self.group_starts[group]), int(self.counts[group])
            mine = self.by_group[start : start + count]
            if torch.rand(()).item() < ONE_SOURCE_SHARE:
                which = mine[neighbours(count)]
            else:
                which = mine[torch.randperm(count, device=DEVICE)[:BATCH]]
        else:
            which = self.anything(BATCH)
        return which[self.weight[which] > 0]

    def some_paragraphs(self):
        chance = torch.rand(()).item()
        alone = chance < ONE_SOURCE_SHARE
        source = torch.multinomial(self.source_odds, 1 if alone else BATCH, replacement=True)
        starts, counts = self.source_starts[source], self.source_counts[source]
        if chance < NEIGHBOUR_SHARE:
            places = starts + neighbours(int(counts))
        else:
            places = starts + (torch.rand(BATCH, device=DEVICE) * counts).long()
        which = self.by_source[places].unique()
        return which[self.long[which]]


def neighbours(count):
    starts = torch.randint(0, max(1, count - RUN_LENGTH), (BATCH // RUN_LENGTH, 1), device=DEVICE)
    return (starts + torch.arange(RUN_LENGTH, device=DEVICE)).flatten().clamp(max=count - 1).unique()


def unit(sums):
    return F.normalize(sums, dim=1)


def nearest_means(units, count, rounds=6):
    """k-means: which of so many means each row is nearest to."""
    means = units[torch.randperm(len(units), device=DEVICE)[:count]]
    nearest = lambda: torch.cat([(part @ means.T).argmax(1) for part in units.split(16_384)])
    for _ in range(rounds):
        means = unit(torch.zeros_like(means).index_add_(0, nearest(), units) + 1e-6 * means)
    return nearest()


def loss_of_pairs(rows, texts, draw, which):
    one, two = draw.a[which], draw.b[which]
    a, b = unit(texts.sums(one, rows)), unit(texts.sums(two, rows))
    topic = draw.topic[which]
    same = (one[:, None] == one) | (two[:, None] == two)
    same |= (topic[:, None] == topic) & (topic > 0)
    return symmetric_loss(a, b, same)


def loss_of_paragraphs(rows, texts, which):
    cut, offsets = texts.spans(which, SPAN)
    kept = (torch.rand(len(cut), device=DEVICE) > DROP_SHARE).float()
    asked = F.embedding_bag(cut, rows, offsets, mode="sum", per_sample_weights=kept)
    whole = F.embedding_bag(cut, rows, offsets, mode="sum")
    taken = (torch.rand(len(which), 1, device=DEVICE) < TAKEN_OUT_SHARE).float() * TAKEN_OUT
    rest = texts.sums(which, rows) - taken * whole
    same = torch.zeros(len(which), len(which), dtype=torch.bool, device=DEVICE)
    return symmetric_loss(unit(asked), unit(rest), same)


def symmetric_loss(a, b, same):
    with torch.no_grad():
        same = same | (b @ b.T > SAME_FROM) | (a @ a.T > SAME_FROM)
        same.fill_diagonal_(False)
    scores = (a @ b.T * SCALE).masked_fill(same, -1e4)
    own = torch.arange(len(a), device=DEVICE)
    return (F.cross_entropy(scores, own) + F.cross_entropy(scores.T, own)) / 2


def loss_of_keeping(rows, before, texts, draw):
    """How far the order of paragraphs for a question is from what it was before."""
    some = torch.randint(0, len(draw.kept), (KEEP_BATCH,), device=DEVICE)
    which = draw.paragraphs[draw.kept[some].unique()]
    cut, offsets = texts.spans(which, KEEP_SPAN)

    def scores(table):
        asked = F.embedding_bag(cut, table, offsets, mode="sum")
        return unit(asked) @ unit(texts.sums(which, table, 0)).T * SCALE

    with torch.no_grad():
        wanted = F.softmax(scores(before), 1)
    return -(wanted * F.log_softmax(scores(rows), 1)).sum(1).mean()


def train(start, texts, draw, steps, seed, holding, say=print, product=None, product_share=0):
    """Rows that begin with `start` (numpy, 32-bit float) and are returned likewise. `product`: what
    a share of the steps takes for its loss, which others take from the vectors alone."""
    torch.manual_seed(seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    before = torch.tensor(start, device=DEVICE)
    rows = before.clone().requires_grad_(True)
    descent = torch.optim.Adam([rows], lr=RATE, betas=(0.9, 0.99), eps=1e-10)
    losses = []
    pull = torch.as_tensor(holding.pull, device=DEVICE, dtype=rows.dtype)
    clump_every = min(CLUMP_EVERY, steps // 2 + 1)
    for step in range(steps):
        if step % clump_every == 0:
            with torch.no_grad():
                draw.clump(rows, step // clump_every % 2 == 1)
        of_paragraphs = torch.rand(()).item() < PARAGRAPH_SHARE
        if torch.rand(()).item() < product_share:
            loss = product.of_paragraphs(rows) if of_paragraphs else product.of_pairs(rows)
        elif of_paragraphs:
            loss = loss_of_paragraphs(rows, texts, draw.paragraphs[draw.some_paragraphs()])
        else:
            loss = loss_of_pairs(rows, texts, draw, draw.pairs())
        losses.append(loss.detach())
        if step % KEEP_EVERY == 0:
            loss = loss + holding.weight * loss_of_keeping(rows, before, texts, draw)
        rate = RATE * min(1, (step + 1) / WARM_STEPS) * max(RATE_FLOOR, 1 - step / steps)
        descent.param_groups[0]["lr"] = rate
        descent.zero_grad(set_to_none=True)
        loss.backward()
        descent.step()
        with torch.no_grad():
            rows.lerp_(before, pull * rate)
        if (step + 1) % 500 == 0:
            say(f"step {step + 1}/{steps}  loss {torch.stack(losses[-500:]).mean():.3f}")
    return rows.detach().cpu().numpy()
