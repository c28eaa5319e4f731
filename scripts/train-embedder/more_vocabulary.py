"""Chooses pieces for scripts that a vocabulary lacks: of many candidates those stay that a greedy
cut of the texts uses most."""
from collections import Counter

from text import UNSPACED, Pieces, runs

# Rows by script: (first letter, last letter), how many, and whether words are told apart.
SCRIPTS = {
    "Greek": (((0x370, 0x3FF), (0x1F00, 0x1FFF)), 3900),
    "Cyrillic": (((0x400, 0x52F),), 7000),
    "Hebrew": (((0x590, 0x5FF),), 2500),
    "Arabic": (((0x600, 0x6FF),), 4200),
    "Devanagari": (((0x900, 0x97F),), 2300),
    "Thai": (((0xE00, 0xE7F),), 1800),
    "Hangul": (((0x1100, 0x11FF),), 3200),
    "Han and kana": (((0x3005, 0x30FF), (0x3400, 0x9FFF)), 6000),
}
LENGTH_MAX = 14
# A language with more text counts more, but not in proportion.
LANGUAGE_POWER = 0.6
# A word that is used often needs a row no more often than this says.
COUNT_POWER = 0.6
LETTER_COUNT_MIN = 3
ROUNDS = 5
CANDIDATES = 8


def count_runs(texts, pairs):
    """{language: how often each run of letters stands in it}"""
    counts = {}
    for language, text in [(t.language, t.text) for t in texts] + [(p.language, p.b) for p in pairs]:
        counts.setdefault(language, Counter()).update(run for run, _ in runs(text))
    return counts


def choose_more(counts, known):
    """Pieces for each script, those of `known` left out."""
    found = []
    for ranges, size in SCRIPTS.values():
        letters = {chr(c) for first, last in ranges for c in range(first, last + 1)}
        found += _choose(_weights(counts, letters), size, known)
    return found


def without_rare(pieces, fixed, counts, left_out):
    """Places of the vocabulary without so many of the pieces after `fixed` that are used least;
    single letters stay, so that every word can be cut."""
    length = lambda place: len(pieces.vocabulary[place].removeprefix("##"))
    longer = [place for place in range(fixed, len(pieces.vocabulary)) if length(place) > 1]
    rare = set(sorted(longer, key=lambda place: (counts[place - fixed], place))[:left_out])
    return [place for place in range(len(pieces.vocabulary)) if place not in rare]


def _weights(counts, letters):
    """{run of these letters: how much it counts}"""
    weights = Counter()
    for some in counts.values():
        mine = {run: n for run, n in some.items() if letters.issuperset(run)}
        total = sum(mine.values())
        for run, n in mine.items():
            weights[run] += n**COUNT_POWER * total ** (LANGUAGE_POWER - 1)
    return weights


def _choose(weights, size, known):
    seen = Counter()
    for run in weights:
        seen.update(run)
    singles = [c for c, n in seen.most_common() if n >= LETTER_COUNT_MIN]
    is_spaced = not set(singles) & set(UNSPACED)
    always = singles + (["##" + c for c in singles] if is_spaced else [])
    chosen = _candidates(weights, size * CANDIDATES, is_spaced)
    room = size - len(always)
    for left in range(ROUNDS - 1, -1, -1):
        pieces = Pieces(always + [piece for piece in chosen if piece not in set(always)])
        uses = Counter()
        for run, weight in weights.items():
            for place in pieces.of_word(run):
                uses[pieces.vocabulary[place]] += weight
        value = Counter()
        for piece in chosen:
            value[piece] = uses[piece] * (len(piece.removeprefix("##")) - 0.5)
        chosen = [one for one, _ in value.most_common(int(room * CANDIDATES ** (left / ROUNDS)))]
    fresh = dict.fromkeys(always + sorted(chosen))
    return [piece for piece in fresh if piece not in known]


def _candidates(weights, count, is_spaced):
    value = Counter()
    for run, weight in weights.items():
        if not is_spaced:
            for start in range(len(run)):
                for end in range(start + 2, min(len(run), start + 7) + 1):
                    value[run[start:end]] += weight * (end - start - 1)
            continue
        if 2 <= len(run) <= 2 * LENGTH_MAX:
            value[run] += weight * (len(run) - 1)
        for cut in range(2, min(len(run) - 1, 2 * LENGTH_MAX)):
            if cut <= LENGTH_MAX:
                value[run[:cut]] += 0.7 * weight * (cut - 1)
            for end in range(cut + 2, min(len(run), cut + LENGTH_MAX) + 1):
                share = 0.7 if end == len(run) else 0.3
                value["##" + run[cut:end]] += share * weight * (end - cut - 1)
    return [piece for piece, _ in value.most_common(count)]
