"""Reads the corpora of many languages: <language>.<source>.<licence>.txt.gz holds a paragraph a
line, pairs.<language>-en.<source>.<licence>.tsv.gz English and its translation. SOURCES.md beside
them says what they are."""
import gzip
import re
from pathlib import Path

from corpus import LICENCES, Pair, Text, clean

# Languages in scripts that the first model has no rows for.
LANGUAGES = (
    "ru", "uk", "bg", "el", "ar", "fa", "he", "hi", "th", "zh", "zht", "ja", "ko",
)
# Names and single words: they say what a word means, not how one writes.
TERM_SOURCES = {"osmtags", "cldr", "omw"}
SENTENCE = re.compile(r"(?<=[.!?؟।。！？])\s*(?=\S)")
SENTENCE_CHARS_MIN = 12
REST_CHARS_MIN = 40
HELD_SHARE = 0.04
HELD_MAX = 120


def _lines(path):
    with gzip.open(path, "rt", encoding="utf8") as lines:
        return [clean(line.rstrip("\n")) for line in lines]


def _files(folder, pattern):
    for path in sorted(Path(folder).glob(pattern)):
        if path.name.split(".")[-3] in LICENCES:
            yield path, path.name.split(".")[-4]


def read_more(folder, languages=LANGUAGES):
    """(texts, pairs of English and another language), of these languages alone."""
    texts, pairs = [], []
    for language in languages:
        for path, source in _files(folder, f"{language}.*.txt.gz"):
            texts += [Text(source, language, line) for line in _lines(path)]
        for path, source in _files(folder, f"pairs.{language}-en.*.tsv.gz"):
            kind = "term" if source in TERM_SOURCES else "parallel"
            for line in _lines(path):
                english, _, other = line.partition("\t")
                pairs.append(Pair(source, language, kind, english, other))
    return texts, pairs


def hold_out(rows):
    """(to train on, held out): the first of each source and language, word lists apart."""
    sizes, seen, kept, held = {}, {}, [], []
    for row in rows:
        key = (row.source, row.language)
        sizes[key] = sizes.get(key, 0) + 1
    for row in rows:
        key = (row.source, row.language)
        place = seen[key] = seen.get(key, 0) + 1
        share = 0 if row.source in TERM_SOURCES else HELD_SHARE
        (held if place <= min(sizes[key] * share, HELD_MAX) else kept).append(row)
    return kept, held


def sentence_pairs(rows, rng):
    """A sentence of a paragraph and the rest of it, where it has several."""
    found = []
    for row in rows:
        text = row.text if isinstance(row, Text) else row.b
        sentences = SENTENCE.split(text)
        long = [i for i, one in enumerate(sentences) if len(one) >= SENTENCE_CHARS_MIN]
        if len(sentences) < 2 or not long:
            continue
        i = int(rng.choice(long))
        rest = " ".join(sentences[:i] + sentences[i + 1 :])
        if len(rest) >= REST_CHARS_MIN:
            found.append(Pair(row.source, row.language, "ict", sentences[i], rest))
    return found
