"""Words and pieces of words; src/engine/embedding/embed-static-words.ts must say the same."""
import re
import unicodedata

WORD = re.compile(r"[^\W_]+")
WORD_CHARS_MAX = 64
PIECE_CHARS_MAX = 24
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def fold(text):
    """Lower case without accents: compatibility decomposition, then no marks."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text).lower()
    return "".join(c for c in text if unicodedata.category(c)[0] != "M")


def words(text):
    return WORD.findall(fold(text))


class Pieces:
    """Greedy WordPiece: the longest known beginning, then the longest known '##' continuation."""

    def __init__(self, vocabulary):
        self.vocabulary = vocabulary
        self.ids = {piece: i for i, piece in enumerate(vocabulary)}
        self._known = {}

    def of_word(self, word):
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = self._cut(word, PIECE_CHARS_MAX)
        return found

    def inside(self, word):
        """The pieces a word would have if it were not in the vocabulary itself."""
        return self._cut(word, min(PIECE_CHARS_MAX, len(word) - 1))

    def of_text(self, text, limit):
        ids = []
        for word in words(text):
            ids += self.of_word(word)
            if len(ids) >= limit:
                break
        return ids[:limit]

    def _cut(self, word, first_max):
        if len(word) > WORD_CHARS_MAX:
            return []
        ids, start, longest = [], 0, first_max
        while start < len(word):
            end = min(len(word), start + longest)
            mark = "##" if start else ""
            while end > start and mark + word[start:end] not in self.ids:
                end -= 1
            if end == start:
                return []
            ids.append(self.ids[mark + word[start:end]])
            start, longest = end, PIECE_CHARS_MAX
        return ids
