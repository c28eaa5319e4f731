"""Writes a table in Hugging Face layout: config.json, tokenizer.json, tokenizer_config.json and
onnx/model_quantized.onnx, so that a library which knows nothing of ours gives the same vectors.
The ONNX file is a protocol buffer with few fields; it is put together here by hand, so that
nothing needs to be installed for it.

  python3 onnx_file.py <folder of a model> <new folder>
  python3 onnx_file.py --tiny <new folder of a model> <new folder>   # the fixture of the tests
"""
import json
import sys
from pathlib import Path

import numpy as np

from pairs import REPEAT_POWER
from text import SPECIAL, WORD_CHARS_MAX

FLOAT, INT8, INT64, INT_ATTRIBUTE = 1, 3, 7, 2


def _varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def _number(field, value):
    return _varint(field << 3) + _varint(value & (2**64 - 1))


def _bytes(field, value):
    value = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _tensor(name, array, kind):
    shape = b"".join(_number(1, size) for size in array.shape)
    return shape + _number(2, kind) + _bytes(8, name) + _bytes(9, array.tobytes())


def _node(kind, inputs, output, **numbers):
    names = b"".join(_bytes(1, name) for name in inputs) + _bytes(2, output)
    attributes = b"".join(
        _bytes(5, _bytes(1, name) + _number(3, value) + _number(20, INT_ATTRIBUTE))
        for name, value in numbers.items()
    )
    return names + _bytes(4, kind) + attributes


def _value(name, kind, sizes):
    shape = b"".join(
        _bytes(1, _number(1, size) if isinstance(size, int) else _bytes(2, size)) for size in sizes
    )
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def onnx_model(numbers, scales):
    """Each piece gives its row times a power below 0 of how often it stands there, so that the mean
    over all pieces points where our own sum does."""
    nodes = [
        _node("Gather", ["table", "input_ids"], "whole", axis=0),
        _node("Cast", ["whole"], "real", to=FLOAT),
        _node("Gather", ["scale", "input_ids"], "scales", axis=0),
        _node("Mul", ["real", "scales"], "rows"),
        _node("Unsqueeze", ["input_ids", "last"], "column"),
        _node("Unsqueeze", ["input_ids", "middle"], "line"),
        _node("Equal", ["column", "line"], "same"),
        _node("Cast", ["same"], "ones", to=FLOAT),
        _node("ReduceSum", ["ones", "last"], "counts", keepdims=1),
        _node("Pow", ["counts", "power"], "repeated"),
        _node("Mul", ["rows", "repeated"], "last_hidden_state"),
    ]
    constants = [
        _tensor("table", numbers.astype(np.int8), INT8),
        _tensor("scale", scales.astype("<f4").reshape(-1, 1), FLOAT),
        _tensor("last", np.array([2], "<i8"), INT64),
        _tensor("middle", np.array([1], "<i8"), INT64),
        _tensor("power", np.array([REPEAT_POWER - 1], "<f4"), FLOAT),
    ]
    graph = b"".join(_bytes(1, node) for node in nodes) + _bytes(2, "static")
    graph += b"".join(_bytes(5, constant) for constant in constants)
    for name in ("input_ids", "attention_mask"):
        graph += _bytes(11, _value(name, INT64, ["batch", "pieces"]))
    sizes = ["batch", "pieces", numbers.shape[1]]
    graph += _bytes(12, _value("last_hidden_state", FLOAT, sizes))
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, "") + _number(2, 13))


def write_layout(folder, vocabulary, numbers, scales):
    folder = Path(folder)
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    (folder / "onnx/model_quantized.onnx").write_bytes(onnx_model(numbers, scales))
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token", "mask_token"), SPECIAL))
    put = lambda name, what: (folder / name).write_text(json.dumps(what, ensure_ascii=False) + "\n")
    put("config.json", {
        "model_type": "bert", "architectures": ["BertModel"], "hidden_size": numbers.shape[1],
        "num_hidden_layers": 0, "num_attention_heads": 1, "vocab_size": len(vocabulary),
        "max_position_embeddings": 4096, "pad_token_id": 0,
    })
    put("tokenizer_config.json", {
        "tokenizer_class": "BertTokenizer", "model_max_length": 4096, "do_lower_case": True, **names,
    })
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    put("tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [
            {"id": i, "content": token, **flags, "special": True} for i, token in enumerate(SPECIAL)
        ],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [{"type": kind} for kind in ("NFKD", "Lowercase", "StripAccents")],
        },
        "pre_tokenizer": {
            "type": "Split", "pattern": {"Regex": "[^\\p{L}\\p{N}]+"}, "behavior": "Removed",
            "invert": False,
        },
        "post_processor": None,
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": WORD_CHARS_MAX,
            "vocab": {piece: i for i, piece in enumerate(vocabulary)},
        },
    })


def read_model(folder):
    """(vocabulary, whole numbers, scales) of a model that export.py wrote."""
    folder = Path(folder)
    about = json.loads((folder / "model.json").read_text())
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf8").rstrip("\n").split("\n")
    numbers = np.fromfile(folder / "rows.bin", np.uint8 if about["bits"] == 4 else np.int8)
    if about["bits"] == 4:
        numbers = np.stack([numbers & 15, numbers >> 4], 1).astype(np.int8) - 8
    scales = np.fromfile(folder / "scales.bin", "<f4")
    return vocabulary, numbers.reshape(about["rows"], about["dimensions"]), scales


def tiny_model(folder):
    """A few pieces with rows that mean nothing: for tests of reading and cutting."""
    from export import write_model

    letters = [chr(c) for c in range(ord("a"), ord("z") + 1)] + list("0123456789")
    known = "the cat dog sat on mat haus strasse vertrag und contract law court".split()
    pieces = ["##" + one for one in letters + ["ing", "ung", "ion"]]
    vocabulary = SPECIAL + letters + pieces + known
    rows = np.random.default_rng(5).standard_normal((len(vocabulary), 16)).astype(np.float32)
    rows[: len(SPECIAL)] = 0
    write_model(folder, vocabulary, rows, "tiny", 8, 0.2)


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["--tiny"]:
        given = given[1:]
        tiny_model(given[0])
    write_layout(given[1], *read_model(given[0]))
