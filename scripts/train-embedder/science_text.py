"""Makes the corpora of science, medicine and history from copies of public repositories: README.md
says which, NOTICE under what licence. Paragraphs, and pairs of a heading and what stands below it, a
term and what it means, a question and its answer, a title and an abstract. What shares eight words in a
row with a judged set is left out, and an article whose title stands in one as a whole."""
import argparse
import gzip
import json
import re
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

from text import words

# Repository, commit, and how it is written. Of several the newest commit that is under CC BY.
SOURCES = {
    "openstax/osbooks-anatomy-physiology": ("b0058a743bdd", "cnxml"),
    "openstax/osbooks-astronomy": ("63157f370b09", "cnxml"),
    "openstax/osbooks-chemistry-bundle": ("32c719622fbb", "cnxml"),
    "openstax/osbooks-college-physics-bundle": ("f98d7a792138", "cnxml"),
    "openstax/osbooks-introduction-philosophy": ("d7bd4f0f5205", "cnxml"),
    "openstax/osbooks-introduction-political-science": ("4391e659b98e", "cnxml"),
    "openstax/osbooks-introduction-sociology": ("d35d5f3bdac4", "cnxml"),
    "openstax/osbooks-introductory-statistics-bundle": ("50ec91749080", "cnxml"),
    "openstax/osbooks-microbiology": ("ecf34dad129d", "cnxml"),
    "openstax/osbooks-nursing-external-bundle": ("7876f90a3dbd", "cnxml"),
    "openstax/osbooks-physics": ("ff78c7a8150f", "cnxml"),
    "openstax/osbooks-psychology": ("e061043bf2f9", "cnxml"),
    "openstax/osbooks-university-physics-bundle": ("db44eb99e9aa", "cnxml"),
    "openstax/osbooks-us-history": ("046331cfcea0", "cnxml"),
    "openstax/osbooks-world-history": ("3e17beda9130", "cnxml"),
    "openstax/osbooks-fisica-universitaria-bundle": ("dcfa34b3a56b", "cnxml"),
    "philschatz/biology-book": ("cf3dc8c0d87f", "markdown"),
    "barbagroup/AeroPython": ("b87af31c9d59", "notebook"),
    "kyleniemeyer/rocket-propulsion": ("d6a098dd8a04", "notebook"),
    "greenelab/deep-review": ("44ff95a2756b", "markdown"),
    "abachaa/MedQuAD": ("577bd37b96c0", "answers"),
    "DiseaseOntology/HumanDiseaseOntology": ("9fbefd6651b7", "terms"),
    "geneontology/go-ontology": ("60d9d989c41a", "terms"),
    "PLOS/allofplos": ("07fdeed848b2", "article"),
    "UCDenver-ccp/CRAFT": ("2abe82b8bb80", "article"),
}
SPANISH = {"openstax/osbooks-fisica-universitaria-bundle"}
ENDINGS = {
    "cnxml": ".cnxml", "markdown": ".md", "notebook": ".ipynb", "answers": ".xml", "terms": ".obo",
    "article": "ml",
}
FOLDERS = {
    "greenelab/deep-review": "content/", "philschatz/biology-book": "contents/",
    "PLOS/allofplos": "allofplos/starter_corpus/", "UCDenver-ccp/CRAFT": "articles/nxml/",
    "DiseaseOntology/HumanDiseaseOntology": "src/ontology/subsets/",
    "geneontology/go-ontology": "src/ontology/imports/",
}
# Mathematics, exercises and pictures say nothing in words.
LEFT_OUT = {
    "math", "metadata", "exercise", "media", "table", "equation", "xref", "sup", "code", "ref-list",
    "footnote", "fn", "disp-formula", "inline-formula", "table-wrap", "supplementary-material", "link",
}
HEADINGS_SAID_OFTEN = 12
CHARS_MIN, WORDS_MAX, SHARED_WORDS = 80, 110, 8
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[\"“(]?[A-ZÁÉÍÓÚ¿])")
TERM = re.compile(r'^(name|def|synonym): "?((?:[^"\\\n]|\\.)*)"?', re.M)


def name(node):
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def said(node):
    parts = [node.text or ""]
    for child in node:
        parts += ["" if name(child) in LEFT_OUT else said(child), child.tail or ""]
    return " ".join("".join(parts).split())


def in_parts(text):
    """A long paragraph as several, of whole sentences."""
    part, parts = [], []
    for sentence in SENTENCE.split(text):
        if part and len(" ".join(part + [sentence]).split()) > WORDS_MAX:
            parts.append(" ".join(part))
            part = []
        part.append(sentence)
    return [one for one in parts + [" ".join(part)] if len(one) >= CHARS_MIN]


def sections(node, heading, found):
    """Paragraphs with their heading, through all depths of a document."""
    for child in node:
        kind = name(child)
        if kind == "title" or kind == "label":
            heading = said(child) if kind == "title" else heading
        elif kind in ("para", "p", "caption", "item"):
            found.append((heading, said(child)))
        elif kind not in LEFT_OUT:
            sections(child, heading, found)
    return found


def parsed(text):
    text = re.sub(r"<!DOCTYPE[^>\[]*(\[[^\]]*\])?[^>]*>", "", text)
    text = re.sub(r"&(?!(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)\w+;", " ", text)
    try:
        return ET.fromstring(text)
    except ET.ParseError:
        return None


def of_cnxml(text):
    root = parsed(text)
    if root is None:
        return [], []
    top = [child for child in root if name(child) == "title"]
    content = [child for child in root if name(child) == "content"]
    found = sections(content[0], said(top[0]) if top else "", []) if content else []
    pairs = []
    for one in root.iter():
        if name(one) == "definition":
            sides = {name(child): said(child) for child in one}
            if sides.get("term") and sides.get("meaning"):
                pairs.append(("gloss", sides["term"], sides["meaning"]))
    return found, pairs


def of_markdown(text):
    text = re.sub(r"(?s)^---.*?^---", "", text, count=1, flags=re.M)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)|\{:[^}]*\}|<[^>]+>|\[@[^\]]*\]|\$[^$\n]*\$", " ", text)
    text = re.sub(r"\[([^\]]*)\][(\[][^)\]]*[)\]]", r"\1", text)
    text = re.sub(r"[\\*_`]|\[link\]|\(\s*\)", "", text)
    heading, found, pairs = "", [], []
    for block in re.split(r"\n\s*\n", text):
        block = block.strip()
        if block.startswith("#"):
            heading = block.lstrip("# ").split("\n")[0].split(" {#")[0]
        elif "\n: " in block and len(block.split("\n: ")[0]) < 60:
            pairs.append(("gloss", *(" ".join(side.split()) for side in block.split("\n: ", 1))))
        elif block and not block.startswith(("|", "<", "{", "*", "-", "[")):
            found.append((heading, " ".join(block.split())))
    return found, pairs


def of_notebook(text):
    cells = json.loads(text)["cells"]
    written = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
    return of_markdown("\n\n".join(re.sub(r"(?s)\$\$.*?\$\$", " ", one) for one in written))


def of_answers(text):
    root = parsed(text)
    found, pairs = [], []
    for one in root.iter("QAPair") if root is not None else []:
        question = " ".join((one.findtext("Question") or "").replace("(are)", "").split())
        answer = " ".join((one.findtext("Answer") or "").split())
        for number, part in enumerate(in_parts(answer)):
            found.append(("", part))
            if number < 3:
                pairs.append(("desc", question, part))
    return found, pairs


def of_terms(text):
    pairs = []
    for entry in text.split("[Term]")[1:]:
        rows = [(kind, " ".join(re.sub(r"\\(.)", r"\1", value).split())) for kind, value in
                TERM.findall(entry)]
        named = next((value for kind, value in rows if kind == "name"), "").split(" (")[0]
        for kind, value in rows if named else []:
            if kind == "def" and len(value) > 20:
                pairs.append(("gloss", named, value))
            elif kind == "synonym" and value.lower() != named.lower():
                pairs.append(("syn", value, named))
    return [], pairs


def of_article(text):
    root = parsed(text)
    licence = re.findall(r"creativecommons\.org/(licenses/by/|publicdomain/)", text)
    if root is None or not licence:
        return [], []
    title = next((said(one) for one in root.iter() if name(one) == "article-title"), "")
    found, pairs = [], []
    for one in root.iter():
        if name(one) == "abstract":
            abstract = " ".join(part for _, part in sections(one, title, []))
            pairs += [("desc", title, part) for part in in_parts(abstract)]
            found += [(title, part) for part in in_parts(abstract)]
        elif name(one) == "body":
            sections(one, title, found)
    return found, pairs


HOW = {
    "cnxml": of_cnxml, "markdown": of_markdown, "notebook": of_notebook, "answers": of_answers,
    "terms": of_terms, "article": of_article,
}


def files(folder, repository, commit, how):
    """The texts of a copy's files at that commit."""
    place = Path(folder) / repository.replace("/", "+") / "repo"
    git = ["git", "-c", "core.quotepath=off", "-C", str(place)]
    listed = subprocess.run(
        [*git, "ls-tree", "-r", "--format=%(objectname) %(path)", commit],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    under = FOLDERS.get(repository, "")
    names = [line.split(" ", 1) for line in listed]
    names = [one for one in names if one[1].startswith(under) and one[1].endswith(ENDINGS[how])]
    read = subprocess.Popen([*git, "cat-file", "--batch"], stdin=-1, stdout=-1)
    for number, _ in names:
        read.stdin.write(f"{number}\n".encode())
        read.stdin.flush()
        head = read.stdout.readline().split()
        if head[1] != b"missing":
            yield read.stdout.read(int(head[2]) + 1).decode("utf8", "replace")
    read.stdin.close()


def judged_runs(folder):
    """All runs of eight words of the judged sets, and their titles."""
    runs, titles = set(), set()
    for path in Path(folder).rglob("corpus*.jsonl*"):
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf8") as lines:
            for line in lines:
                row = json.loads(line)
                titles.add(" ".join(words(row.get("title") or "")))
                runs.update(runs_of(row["text"]))
    for path in Path(folder).rglob("xquad.*.json.gz"):
        with gzip.open(path, "rt", encoding="utf8") as file:
            for article in json.load(file)["data"]:
                for paragraph in article["paragraphs"]:
                    runs.update(runs_of(paragraph["context"]))
    return runs, titles - {""}


def runs_of(text):
    said_words = words(text)
    return {hash(tuple(said_words[i : i + SHARED_WORDS]))
            for i in range(len(said_words) - SHARED_WORDS + 1)}


def collect(folder, repository, known, seen):
    commit, how = SOURCES[repository]
    runs, titles = known
    texts, pairs, dropped, often = [], [], 0, Counter()
    for text in files(folder, repository, commit, how):
        found, own = HOW[how](text)
        if any(kind == "desc" and " ".join(words(a)) in titles for kind, a, _ in own):
            dropped += 1
            continue
        for heading, paragraph in found:
            for part in in_parts(paragraph):
                if part in seen:
                    continue
                seen.add(part)
                if not runs.isdisjoint(runs_of(part)):
                    dropped += 1
                    continue
                texts.append(part)
                if heading and often[heading] < HEADINGS_SAID_OFTEN:
                    often[heading] += 1
                    own.append(("head", heading, part))
        pairs += [pair for pair in own if runs.isdisjoint(runs_of(pair[2]))]
    return texts, list(dict.fromkeys(pairs)), dropped


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("copies", type=Path, help="folder of <owner>+<name>/repo, git directories")
    parser.add_argument("judged", type=Path, help="folder of judged sets")
    parser.add_argument("corpora", type=Path, help="folder to write to")
    given = parser.parse_args()
    known, seen = judged_runs(given.judged), set()
    print(len(known[0]), "runs of words and", len(known[1]), "titles are judged")
    for repository in SOURCES:
        texts, pairs, dropped = collect(given.copies, repository, known, seen)
        source = repository.split("/")[1].removeprefix("osbooks-").lower().replace(".", "-")
        language = "es" if repository in SPANISH else "en"
        for what, rows in (("text", texts), ("pairs", pairs)):
            with gzip.open(
                given.corpora / f"{what}.{source}.{language}.by.jsonl.gz", "wt", encoding="utf8"
            ) as out:
                out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        kinds = dict(Counter(kind for kind, _, _ in pairs))
        print(repository, len(texts), "paragraphs", kinds, "left out", dropped, flush=True)


if __name__ == "__main__":
    main()
