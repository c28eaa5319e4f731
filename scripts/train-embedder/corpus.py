"""Reads the corpora: text.<source>.<language>.<licence>.jsonl.gz holds one passage a line,
pairs.<source>.<language>.<licence>.jsonl.gz one [kind, a, b] a line. The first share of each source
is held out: never trained on, used to choose and to judge."""
import gzip
import html
import json
import re
from collections import namedtuple
from pathlib import Path

LICENCES = ("pd", "by")
ENTITY = re.compile(r"&[a-z.\-]+;")

# Pairs with the same topic, where they have one, are no wrong answers for one another.
Pair = namedtuple("Pair", "source language kind a b topic", defaults=("",))
Text = namedtuple("Text", "source language text")


def clean(text):
    return ENTITY.sub(" ", html.unescape(text))


def _rows(folder, what):
    for path in sorted(Path(folder).glob(f"{what}.*.jsonl.gz")):
        _, source, language, licence = path.name.split(".")[:4]
        if licence not in LICENCES:
            continue
        with gzip.open(path, "rt", encoding="utf8") as lines:
            yield source, language, [json.loads(line) for line in lines]


def read_texts(folder):
    return [
        Text(source, language, clean(row))
        for source, language, rows in _rows(folder, "text")
        for row in rows
    ]


def read_pairs(folder):
    return [
        Pair(source, language, kind, clean(a), clean(b))
        for source, language, rows in _rows(folder, "pairs")
        for kind, a, b in rows
    ]


def split(rows, shares):
    """(to train on, held out): of each source and language the first share is held out."""
    sizes, seen, kept, held = {}, {}, [], []
    for row in rows:
        key = (row.source, row.language)
        sizes[key] = sizes.get(key, 0) + 1
    for row in rows:
        key = (row.source, row.language)
        place = seen[key] = seen.get(key, 0) + 1
        (held if place <= sizes[key] * shares.get(row.source, 0) else kept).append(row)
    return kept, held
