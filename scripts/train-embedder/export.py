"""Writes a table as src/engine/embedding/embed-static-files.ts reads it."""
import json
from pathlib import Path

import numpy as np


def quantised(rows, bits):
    """(whole numbers, scales): of 4 bits the scale with the least error is taken for each row."""
    top = 2 ** (bits - 1) - 1
    peak = np.abs(rows).max(1)
    if bits == 8:
        scales = peak / top
    else:
        best, scales = np.full(len(rows), np.inf), np.zeros(len(rows))
        for share in np.linspace(0.5, 1, 21):
            tried = peak * share / top
            numbers = np.clip(np.round(rows / (tried[:, None] + 1e-30)), -top, top)
            error = ((numbers * tried[:, None] - rows) ** 2).sum(1)
            better = error < best
            best[better], scales[better] = error[better], tried[better]
    scales = scales.astype(np.float32)
    safe = np.where(scales > 0, scales, 1)[:, None]
    numbers = np.clip(np.round(rows / safe), -top, top).astype(np.int8)
    numbers[scales == 0] = 0
    return numbers, scales


def without_common(rows, passages):
    """Rows without the direction that all passages share most: it tells none from another.
    passages: sparse rows over the vocabulary."""
    sums = passages @ rows
    units = sums / (np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9)
    _, directions = np.linalg.eigh((units.T @ units).astype(np.float64))
    common = directions[:, -1:].astype(np.float32)
    return rows - (rows @ common) @ common.T


def read_model(folder):
    """(pieces, rows) of a model of 4 bits that write_model wrote."""
    folder = Path(folder)
    about = json.loads((folder / "model.json").read_text())
    both = np.fromfile(folder / "rows.bin", np.uint8)
    halves = np.stack([both & 15, both >> 4], 1).reshape(about["rows"], about["dimensions"])
    scales = np.fromfile(folder / "scales.bin", "<f4")
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf8").split("\n")[:-1]
    return vocabulary, (halves.astype(np.float32) - 8) * scales[:, None]


def write_model(folder, vocabulary, rows, name, bits, cutoff):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    numbers, scales = quantised(rows, bits)
    if bits == 4:
        shifted = (numbers + 8).astype(np.uint8).reshape(-1)
        (shifted[0::2] | (shifted[1::2] << 4)).tofile(folder / "rows.bin")
    else:
        numbers.tofile(folder / "rows.bin")
    scales.astype("<f4").tofile(folder / "scales.bin")
    (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n", encoding="utf8")
    about = {
        "format": "kontor-static-1", "name": name, "dimensions": int(rows.shape[1]),
        "rows": len(vocabulary), "bits": bits, "cutoff": cutoff,
    }
    (folder / "model.json").write_text(json.dumps(about, indent=2) + "\n")
    return numbers.astype(np.float32) * scales[:, None]
