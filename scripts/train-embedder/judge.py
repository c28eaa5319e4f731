"""How well the table finds, on what was held out of the corpora."""
import numpy as np

from pairs import PIECES_MAX, hash_of, matrix

POOL_MAX = 6000
QUERIES_MAX = 600


def gain_at_10(queries, documents, right):
    """Mean nDCG@10 where each query has one right document."""
    scores = queries @ documents.T
    own = scores[np.arange(len(right)), right]
    place = (scores > own[:, None]).sum(1)
    return float(np.where(place < 10, 1 / np.log2(place + 2), 0).mean())


def held_out_sets(held_pairs, held_groups, others):
    """{name: (queries, documents, place of the right one)}"""
    rng, sets = np.random.default_rng(3), {}
    for source, language in sorted({(pair.source, pair.language) for pair in held_pairs}):
        mine = [pair for pair in held_pairs if (pair.source, pair.language) == (source, language)]
        for kind in ("head", "ict", "ex"):
            asked = [pair for pair in mine if pair.kind == kind]
            if len(asked) < 60:
                continue
            rng.shuffle(asked)
            pool = sorted({pair.b for pair in mine if pair.kind in (kind, "adj")})[:POOL_MAX]
            asked = asked[:QUERIES_MAX]
            pool = list(dict.fromkeys([pair.b for pair in asked] + pool))
            places = {text: i for i, text in enumerate(pool)}
            sets[f"{source} {language} {kind}"] = (
                [pair.a for pair in asked], pool, [places[pair.b] for pair in asked]
            )
    noise = [pair.b for pair in others if pair.language == "en" and pair.kind == "head"][:2000]
    for language in sorted({language for group in held_groups for language in group} - {"en"}):
        both = [group for group in held_groups if language in group and "en" in group]
        if len(both) >= 30:
            pool = [group["en"] for group in both] + noise
            asked = [group[language].split(". ")[0] for group in both]
            sets[f"{language} to en"] = (asked, pool, list(range(len(both))))
    return sets


def judge(sets, pieces, rows):
    size, figures = len(pieces.vocabulary), {}
    for name, (queries, documents, right) in sets.items():
        both = [
            unit(matrix([pieces.of_text(t, PIECES_MAX) for t in texts], size) @ rows)
            for texts in (queries, documents)
        ]
        figures[name] = gain_at_10(both[0], both[1], np.array(right))
    return figures


def unit(rows):
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)
