"""Makes a corpus of what an article of eLife says in several ways: a sentence and the title of what it
cites, the statement of its impact and its digest beside its abstract, headings beside what stands
below them. No step of the model that ships reads it: README.md says what it was tried for."""
import argparse
import gzip
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import science_text
from science_text import HEADINGS_SAID_OFTEN, SENTENCE, files, in_parts, judged_runs, name, runs_of
from text import words

# Each file names its licence: CC BY 3.0, CC BY 4.0 or CC0.
SOURCE, COMMIT = "elifesciences/elife-articles", "6c97171"
LICENCE = re.compile(r"creativecommons\.org/(licenses/by/|publicdomain/)")
# A sentence that cites many says little of each.
CITED_MAX = 3
CHARS_MIN, CHARS_MAX = 60, 400
# Stands for a citation until the sentences are told apart.
OPEN, CLOSE = "\ue000", "\ue001"
LEFT_OUT = {
    "math", "table", "table-wrap", "disp-formula", "inline-formula", "sup", "fig", "fig-group",
    "supplementary-material", "media", "fn", "object-id", "boxed-text",
}
IN_BRACKETS = re.compile(r"[(\[][^()\[\]]*" + OPEN + r"[^()\[\]]*[)\]]")
DOI = re.compile(r"DOI: *\S*")
CITATION = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")


def said(node, cites):
    """The words of a node; `cites`: with signs where something is cited, or without it."""
    parts = [node.text or ""]
    for child in node:
        kind = name(child)
        if kind == "xref":
            if child.get("ref-type") == "bibr" and cites:
                parts.append(f"{OPEN}{child.get('rid')}{CLOSE}")
        elif kind not in LEFT_OUT:
            parts.append(said(child, cites))
        parts.append(child.tail or "")
    return "".join(parts)


def plain(text):
    text = DOI.sub("", CITATION.sub("", IN_BRACKETS.sub("", text)))
    text = re.sub(r"\([^\w()]*\)|\[[^\w\[\]]*\]", "", text)
    return re.sub(r"\s+([.,;:)])", r"\1", " ".join(text.split()))


def titles_of(root):
    found = {}
    for ref in root.iter("ref"):
        title = next(ref.iter("article-title"), None)
        if title is not None:
            found[ref.get("id")] = plain(said(title, False)).rstrip(".")
    return found


def citing(root):
    """(sentence, title of what it cites)"""
    titles, pairs = titles_of(root), []
    body = root.find("body")
    for paragraph in body.iter("p") if body is not None else []:
        for sentence in SENTENCE.split(said(paragraph, True)):
            cited = [titles.get(one, "") for one in CITATION.findall(sentence)]
            words = plain(sentence)
            if not 0 < len(cited) <= CITED_MAX or not CHARS_MIN <= len(words) <= CHARS_MAX:
                continue
            pairs += [("cite", words, one) for one in cited if len(one) > 25]
    return pairs


def paragraphs(node, heading, found):
    for child in node:
        kind = name(child)
        if kind == "title":
            heading = plain(said(child, False))
        elif kind == "p":
            found.append((heading, plain(said(child, True))))
        elif kind not in LEFT_OUT:
            paragraphs(child, heading, found)
    return found


def of_research(text):
    """(paragraphs with headings, pairs) of an article under CC BY or CC0; of others nothing."""
    text = re.sub(r"<!DOCTYPE[^>\[]*(\[[^\]]*\])?[^>]*>", "", text)
    if not LICENCE.search(text):
        return [], []
    try:
        root = ET.fromstring(re.sub(r"&(?!(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)\w+;", " ", text))
    except ET.ParseError:
        return [], []
    meta = root.find(".//article-meta")
    title = plain(said(meta.find(".//article-title"), False)) if meta is not None else ""
    abstracts = {one.get("abstract-type"): one for one in meta.iter("abstract")} if title else {}
    if None not in abstracts:
        return [], []
    lines = lambda one: [line for _, line in paragraphs(one, "", [])]
    abstract = in_parts(" ".join(lines(abstracts[None])))
    pairs = [("desc", title, part) for part in abstract]
    for one in meta.iter("custom-meta"):
        if (one.findtext("meta-name") or "").lower().endswith("impact statement"):
            statement = plain(said(one.find("meta-value"), False))
            pairs += [("desc", statement, part) for part in abstract]
    found = [(title, part) for part in abstract]
    if "executive-summary" in abstracts:
        digest = [line for line in lines(abstracts["executive-summary"]) if line]
        found += [(title, line) for line in digest]
        pairs += [("digest", line, part) for line in digest[-2:] for part in abstract[:1]]
    body = root.find("body")
    if body is not None:
        paragraphs(body, title, found)
    return found, pairs + citing(root)


def judged_questions(folder):
    """All runs of eight words of what is asked of the judged sets."""
    runs = set()
    for path in Path(folder).rglob("queries.jsonl"):
        for line in path.read_text(encoding="utf8").splitlines():
            runs.update(runs_of(json.loads(line)["text"]))
    return runs


def collect(folder, runs, titles):
    texts, pairs, often, left_out = {}, {}, Counter(), 0
    is_judged = lambda text: not runs.isdisjoint(runs_of(text))
    science_text.ENDINGS["research"] = ".xml"
    for text in files(folder, SOURCE, COMMIT, "research"):
        found, own = of_research(text)
        if any(kind == "desc" and " ".join(words(a)) in titles for kind, a, _ in own):
            left_out += 1
            continue
        for heading, paragraph in found:
            for part in in_parts(paragraph):
                if part in texts or is_judged(part):
                    continue
                texts[part] = True
                if heading and often[heading] < HEADINGS_SAID_OFTEN:
                    often[heading] += 1
                    own.append(("head", heading, part))
        for kind, a, b in own:
            if not (is_judged(a) or is_judged(b) or " ".join(words(b)) in titles):
                pairs[kind, a, b] = True
    return list(texts), list(pairs), left_out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("copies", type=Path, help="folder of <owner>+<name>/repo, git directories")
    parser.add_argument("judged", type=Path, help="folder of judged sets")
    parser.add_argument("corpora", type=Path, help="folder to write to")
    given = parser.parse_args()
    runs, titles = judged_runs(given.judged)
    texts, pairs, left_out = collect(given.copies, runs | judged_questions(given.judged), titles)
    for what, rows in (("text", texts), ("pairs", pairs)):
        path = given.corpora / f"{what}.elife-articles.en.by.jsonl.gz"
        with gzip.open(path, "wt", encoding="utf8") as out:
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    kinds = dict(Counter(kind for kind, _, _ in pairs))
    print(len(texts), "paragraphs", kinds, "left out", left_out, "articles")


if __name__ == "__main__":
    main()
