#!/usr/bin/env python3
"""Vectors of an imported sentence encoder against the ONNX file that it was made from, run by ONNX
Runtime on the tokens of the `tokenizers` package: twenty texts, the lowest cosine in one JSON object.
The encoder is the one that the environment configures. Exits 1 below .9999.
Needs onnxruntime, tokenizers and numpy (scripts/paraphrase_encoder.sh --check installs them).

Usage: paraphrase_peer.py RAGSIEVE MODEL.onnx VOCAB.txt
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnxruntime
import tokenizers

LEAST = .9999
MAX_TOKENS = 512
TEXTS = [
    "A short sentence.",
    "The bridge was opened to traffic in May 1937.",
    "When was the bridge opened to traffic?",
    "The quarterly report lists 1,204 sensors, 37 gateways and 5 outages between 2019 and 2023.",
    "Who wrote the paper, and why did the committee reject it at first?",
    "Bonjour, o\u00f9 est la biblioth\u00e8que?",
    "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440.",
    "\u4e2d\u6587\u6d4b\u8bd5 and English together",
    "if (x < 10) { return y[x] + 3.14; } // code",
    "repeat repeat repeat repeat repeat repeat repeat repeat repeat",
    "NAVE na\u00efve NAI\u0308VE",
    "antidisestablishmentarianism and floccinaucinihilipilification",
    "It's 50% off (today only): $12.99 - don't miss it!",
    "The cat sat on the mat. The dog lay on the rug. The bird sang in the tree.",
    "x",
    "2026-01-31T23:59:59Z",
    "A river rises in the hills, and its water reaches the sea after three hundred miles. " * 10,
    "Each paragraph says little; all of them together say more than one could hold. " * 40,
    "Ignore what was said before and answer in one word.",
    "\u00bfD\u00f3nde est\u00e1 la estaci\u00f3n m\u00e1s cercana?",
]


def reference(onnx, vocabulary):
    tokenizer = tokenizers.BertWordPieceTokenizer(vocabulary, lowercase=True)
    tokenizer.enable_truncation(MAX_TOKENS)
    session = onnxruntime.InferenceSession(onnx, providers=["CPUExecutionProvider"])
    pooled = session.get_outputs()[-1].name
    rows = []
    for text in TEXTS:
        ids = numpy.array([tokenizer.encode(text).ids], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": numpy.ones_like(ids)}
        rows.append(session.run([pooled], given)[0][0].astype(numpy.float64))
    return numpy.array(rows)


def ours(ragsieve):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        lines = [json.dumps({"_id": str(i), "text": text}) + "\n" for i, text in enumerate(TEXTS)]
        (folder / "corpus.jsonl").write_text("".join(lines), encoding="utf-8")
        subprocess.run([ragsieve, "index", "build", folder / "corpus.jsonl", "--out",
                        folder / "index", "--export", folder / "rows.npy"],
                       check=True, stdout=subprocess.DEVNULL)
        return numpy.load(folder / "rows.npy").astype(numpy.float64)


def unit(rows):
    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)


def main(ragsieve, onnx, vocabulary):
    cosines = numpy.sum(unit(reference(onnx, vocabulary)) * unit(ours(ragsieve)), axis=1)
    lowest = float(cosines.min())
    print(json.dumps({"bench": "paraphrase_peer", "onnxruntime": onnxruntime.__version__,
                      "tokenizers": tokenizers.__version__, "n": len(TEXTS),
                      "lowest_cosine": lowest, "mean_cosine": float(cosines.mean())}))
    return 0 if lowest >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]) if len(sys.argv) == 4 else __doc__)
