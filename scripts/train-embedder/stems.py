"""Which pieces are forms of one word: about as the stemmers of searches by words, for all languages
alike and by their endings alone."""
import re

import numpy as np

ENDINGS = re.compile(
    r"(?:ations?|ingly|edly|ings?|ness|ments?|ies|ied|ers?|ed|es|ly|al|ic|ive|s|e|en|y)$"
)
CHARS_MIN, LEFT_MIN = 5, 3


def stem(word):
    if len(word) < CHARS_MIN or not (word.isascii() and word.isalpha()):
        return word
    left = ENDINGS.sub("", word)
    return left if len(left) >= LEFT_MIN else word


def stems_of(vocabulary):
    """Of each piece the number of its stem; what continues a word stays as it is."""
    numbers = {}
    return np.array([numbers.setdefault(stem(piece), len(numbers)) for piece in vocabulary])
