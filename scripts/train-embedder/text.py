"""Words and pieces of words; src/engine/embedding/embed-static-words.ts must say the same."""
import re
import unicodedata

# Indian scripts, Thai and Lao write vowels as marks: there they are kept.
MARKS_KEPT = ("\u0900", "\u0eff")
# Thai, Lao, kana and Han put nothing between words.
UNSPACED_RANGES = ((0x0E00, 0x0EFF), (0x3005, 0x3007), (0x3040, 0x30FF), (0x3400, 0x9FFF))
WORD_CHARS_MAX = 64
PIECE_CHARS_MAX = 24
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def _class(ranges, kinds):
    chars = (chr(code) for first, last in ranges for code in range(first, last + 1))
    return "".join(c for c in chars if unicodedata.category(c)[0] in kinds)


UNSPACED = _class(UNSPACED_RANGES, "LNM")
_KEPT = _class(((0x0900, 0x0DFF),), "M")
WORD = re.compile(f"([{UNSPACED}]+)|((?:(?![{UNSPACED}])[^\\W_]|[{_KEPT}])+)")
# The Arabic article, alone or after "and", "so", "with" and "like"; and "for the".
ARTICLE = re.compile("^(?:[وفبك]?ال|لل)(?=.{3})")


def fold(text):
    """Lower case without accents: compatibility decomposition, then no marks."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text).lower().replace("ς", "σ")
    low, high = MARKS_KEPT
    return "".join(c for c in text if low <= c <= high or unicodedata.category(c)[0] != "M")


def runs(text):
    """(run of letters, whether words in it are not told apart)"""
    for run, word in WORD.findall(fold(text)):
        if run:
            for start in range(0, len(run), WORD_CHARS_MAX):
                yield run[start : start + WORD_CHARS_MAX], True
        else:
            yield ARTICLE.sub("", word), False


def words(text):
    return [run for run, _ in runs(text)]


class Pieces:
    """Greedy WordPiece: the longest known beginning, then the longest known '##' continuation.
    Where words are not told apart each piece is a word, and a letter that none begins with is
    left out."""

    def __init__(self, vocabulary):
        self.vocabulary = vocabulary
        self.ids = {piece: i for i, piece in enumerate(vocabulary)}
        self._known = {}

    def of_word(self, word):
        found = self._known.get(word)
        if found is None:
            cut = self.of_run if word and word[0] in UNSPACED else self._cut
            found = self._known[word] = cut(word, PIECE_CHARS_MAX)
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

    def of_run(self, run, longest):
        ids, start = [], 0
        while start < len(run):
            end = min(len(run), start + longest)
            while end > start and run[start:end] not in self.ids:
                end -= 1
            if end > start:
                ids.append(self.ids[run[start:end]])
            start = max(end, start + 1)
        return ids

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
