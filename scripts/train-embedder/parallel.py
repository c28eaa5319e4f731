"""Finds passages that say the same in two languages, and from them which words do."""
import re
from collections import Counter, defaultdict

import numpy as np

from text import words

PIVOT = "en"
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])")
SKIP_COST = 0.35


def _rarity(rows):
    seen = Counter(word for row in rows for word in set(row))
    return {word: np.log(1 + len(rows) / count) for word, count in seen.items()}


def align(left, right):
    """Monotone alignment of two lists of passages: shared words (names, numbers, terms) and
    lengths decide; either side may have passages the other lacks. Returns pairs of places."""
    a, b = [words(text) for text in left], [words(text) for text in right]
    rarity = _rarity(a + b)
    rows = [{word for word in row if len(word) > 3 or word.isdigit()} for row in a]
    columns = [{word for word in row if len(word) > 3 or word.isdigit()} for row in b]
    # Sorted: a sum of floats depends on the order, and that of a set on the run.
    mass = lambda some: sum(rarity[word] for word in sorted(some)) + 1
    row_mass, column_mass = [mass(row) for row in rows], [mass(column) for column in columns]
    score = np.zeros((len(a) + 1, len(b) + 1))
    for i in range(len(a)):
        for j in range(len(b)):
            shared = mass(rows[i] & columns[j]) - 1
            alike = shared / min(row_mass[i], column_mass[j])
            ratio = abs(np.log((len(left[i]) + 20) / (len(right[j]) + 20)))
            score[i + 1, j + 1] = 0.6 + alike * 2 - ratio
    best, way = np.zeros_like(score), np.zeros(score.shape, np.int8)
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            options = []
            if i and j:
                options.append((best[i - 1, j - 1] + score[i, j], 3))
            if i:
                options.append((best[i - 1, j] - SKIP_COST * 0.1, 1))
            if j:
                options.append((best[i, j - 1] - SKIP_COST * 0.1, 2))
            if options:
                best[i, j], way[i, j] = max(options)
    pairs, i, j = [], len(a), len(b)
    while i and j:
        if way[i, j] == 3:
            if score[i, j] > SKIP_COST:
                pairs.append((i - 1, j - 1))
            i, j = i - 1, j - 1
        elif way[i, j] == 1:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def aligned_groups(texts, source):
    """[{language: passage}], one for each passage of the pivot language that others have too."""
    by_language = defaultdict(list)
    for text in texts:
        if text.source == source:
            by_language[text.language].append(text.text)
    pivot = by_language.pop(PIVOT)
    groups = [{PIVOT: text} for text in pivot]
    for language, passages in sorted(by_language.items()):
        for i, j in align(passages, pivot):
            if not _untranslated(passages[i], pivot[j]):
                groups[j][language] = passages[i]
    return [group for group in groups if len(group) > 1]


def _untranslated(passage, pivot):
    mine, theirs = set(words(passage)), set(words(pivot))
    return len(mine & theirs) > 0.6 * min(len(mine), len(theirs))


def same_lines(pairs, source):
    """Pairs of two languages in the same order whose first part is the same name."""
    by_language = defaultdict(list)
    for pair in pairs:
        if pair.source == source:
            by_language[pair.language].append(pair)
    if len(by_language) != 2:
        return []
    (one, rows), (two, others) = sorted(by_language.items())
    if len(rows) != len(others):
        return []
    return [
        {one: a.b, two: b.b} for a, b in zip(rows, others) if a.a == b.a and a.b != b.b
    ]


def sentence_groups(groups):
    """The sentences of aligned passages, where both have as many."""
    found = []
    for group in groups:
        pivot = SENTENCE.split(group[PIVOT])
        for language, passage in group.items():
            sentences = SENTENCE.split(passage)
            if language != PIVOT and 1 < len(sentences) == len(pivot):
                found += [{PIVOT: a, language: b} for a, b in zip(pivot, sentences)]
    return found


def lexicon(groups, language, rounds=8, share_min=0.25, count_min=2):
    """{pivot word: [(word, share)]} both ways agreed (IBM model 1 on aligned sentences)."""
    forth = _model(groups, PIVOT, language, rounds)
    back = _model(groups, language, PIVOT, rounds)
    found = {}
    for word, options in forth.items():
        good = []
        for other, (share, count) in options.items():
            share_back = back.get(other, {}).get(word, (0, 0))[0]
            if min(share, share_back) >= share_min and count >= count_min:
                good.append((other, share * share_back))
        if good:
            found[word] = sorted(good, key=lambda one: (-one[1], one[0]))[:2]
    return found


def _model(groups, source, target, rounds):
    """{source word: {target word: (share, expected count)}}"""
    sides = [
        (words(group[source]), words(group[target]))
        for group in groups
        if source in group and target in group
    ]
    shares = defaultdict(lambda: defaultdict(lambda: 1e-3))
    for left, right in sides:
        for word in left:
            for other in right:
                shares[word][other] += 1
    for word, options in shares.items():
        total = sum(options.values())
        for other in options:
            options[other] /= total
    counts = {}
    for _ in range(rounds):
        counts = defaultdict(lambda: defaultdict(float))
        for left, right in sides:
            for other in right:
                total = sum(shares[word][other] for word in left) + 1e-4
                for word in left:
                    counts[word][other] += shares[word][other] / total
        shares = defaultdict(lambda: defaultdict(float))
        for word, options in counts.items():
            total = sum(options.values())
            for other, count in options.items():
                if count > 1e-4:
                    shares[word][other] = count / total
    return {
        word: {other: (share, counts[word][other]) for other, share in options.items()}
        for word, options in shares.items()
    }
