"""Chooses whole words and pieces of words."""
from collections import Counter

from text import PIECE_CHARS_MAX, SPECIAL, words

# Below this a word is too rare for a row of its own.
COUNT_MIN = 2
# The share of the rows that goes to pieces of words.
PIECE_SHARE = 0.12
# Latin with its extensions and Greek; src/engine/embedding/embed-static-tree.ts has the same limit.
LETTERS_END = 0x400


def count_words(texts, pairs):
    counts = Counter()
    for text in texts:
        counts.update(words(text.text))
    for pair in pairs:
        if pair.kind in ("gloss", "syn", "purpose"):
            counts.update(words(pair.a))
    return counts


def choose_vocabulary(counts, size):
    chars = sorted({c for word in counts for c in word if ord(c) < LETTERS_END})
    start = SPECIAL + chars + ["##" + c for c in chars]
    taken = set(start)
    room = size - len(start)
    whole_max = int(room * (1 - PIECE_SHARE))
    whole = [
        word
        for word, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        if count >= COUNT_MIN and 2 <= len(word) <= PIECE_CHARS_MAX and _is_covered(word)
    ][:whole_max]
    taken.update(whole)
    pieces = _pieces(counts, set(whole), room - len(whole))
    return start + whole + [piece for piece in pieces if piece not in taken]


def _is_covered(word):
    return all(ord(c) < LETTERS_END for c in word)


def _pieces(counts, whole, room):
    """Endings and beginnings that serve many kinds of words, longer ones first among equals."""
    gain = Counter()
    for word, count in counts.items():
        if len(word) > 40 or word.isdigit() or not _is_covered(word):
            continue
        weight = 1 if word in whole else 2
        for cut in range(3, len(word) - 1):
            if len(word) - cut <= 12:
                gain["##" + word[cut:]] += weight
            if cut <= 12:
                gain[word[:cut]] += weight
            for end in range(cut + 3, min(len(word) - 1, cut + 9)):
                gain["##" + word[cut:end]] += 0.3 * weight
    best = Counter()
    for piece, kinds in gain.items():
        length = len(piece.removeprefix("##"))
        if kinds >= 8 and piece not in whole:
            best[piece] = kinds * (length - 1) ** 1.5
    return [piece for piece, _ in sorted(best.items(), key=lambda one: (-one[1], one[0]))[:room]]
