"""Tests of scripts/onnx_bert.py: names, shapes and values of a tiny exported encoder, and files that
are no such encoder."""

import array
import io
import json
import pathlib
import struct
import tempfile
import unittest
from contextlib import redirect_stderr

import made_tree  # noqa: F401 (makes scripts/ importable)

import onnx_bert

DIM, HEADS, INNER, WORDS, POSITIONS = 4, 2, 6, 5, 8
LAYER = "encoder.layer.0."
PRODUCTS = {"attention.self.query": (DIM, DIM), "attention.self.key": (DIM, DIM),
            "attention.self.value": (DIM, DIM), "attention.output.dense": (DIM, DIM),
            "intermediate.dense": (DIM, INNER), "output.dense": (INNER, DIM)}


def number(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def field(key, value):
    if isinstance(value, int):
        return number(key << 3) + number(value)
    if isinstance(value, float):
        return number(key << 3 | 5) + struct.pack("<f", value)
    value = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(value)) + value


def tensor(name, shape, values, kind=1):
    sizes = field(1, b"".join(map(number, shape)))
    return sizes + field(2, kind) + field(8, name) + field(9, array.array("f", values).tobytes())


def node(kind, name, inputs=(), output="", attribute=b""):
    parts = [field(1, one) for one in inputs] + [field(2, output), field(3, name), field(4, kind)]
    return field(1, b"".join(parts) + (field(5, attribute) if attribute else b""))


def ramp(shape):
    return [float(i) for i in range(shape[0] * (shape[1] if len(shape) > 1 else 1))]


def encoder(kind=1, activation="Erf"):
    """The bytes of a one-layer encoder."""
    root = "/model/auto_model/"
    shapes = {"embeddings.word_embeddings.weight": (WORDS, DIM),
              "embeddings.position_embeddings.weight": (POSITIONS, DIM),
              "embeddings.token_type_embeddings.weight": (2, DIM),
              LAYER + "intermediate.dense.bias": (INNER,)}
    graph = b"".join(field(5, tensor("model.auto_model." + name, shape, ramp(shape), kind))
                     for name, shape in shapes.items())
    for i, (name, shape) in enumerate(PRODUCTS.items()):
        graph += field(5, tensor(f"MatMul_{i}", shape, ramp(shape)))
        graph += node("MatMul", root + (LAYER + name).replace(".", "/") + "/MatMul",
                      ["x", f"MatMul_{i}"])
    norm = field(1, "epsilon") + field(2, 1e-12)
    graph += node("LayerNormalization", root + "embeddings/LayerNorm", attribute=norm)
    root_of_head = field(1, "value") + field(5, tensor("", (), [(DIM / HEADS) ** .5]))
    graph += node("Constant", "", output="scale", attribute=root_of_head)
    graph += node("Div", root + "encoder/layer.0/attention/self/Div", ["x", "scale"])
    graph += node(activation, root + "encoder/layer.0/intermediate/act")
    return field(7, graph)


class OnnxBertTest(unittest.TestCase):

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name)
        (self.folder / "vocab.txt").write_text("[PAD]\n", encoding="utf-8")

    def convert(self, data):
        model = self.folder / "model.onnx"
        model.write_bytes(data)
        talk = io.StringIO()
        with redirect_stderr(talk):
            status = onnx_bert.main(model, self.folder / "vocab.txt", self.folder / "bert")
        self.talk = talk.getvalue()
        return status

    def tensors(self):
        data = (self.folder / "bert/model.safetensors").read_bytes()
        size = struct.unpack("<Q", data[:8])[0]
        found = {}
        for name, entry in json.loads(data[8:8 + size]).items():
            start, end = entry["data_offsets"]
            values = array.array("f")
            values.frombytes(data[8 + size + start:8 + size + end])
            found[name] = (tuple(entry["shape"]), list(values))
        return found

    def test_sizes_heads_and_epsilon_are_those_of_the_graph(self):
        self.assertEqual(self.convert(encoder()), 0, self.talk)
        config = json.loads((self.folder / "bert/config.json").read_text(encoding="utf-8"))
        self.assertEqual(config, {
            "model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute",
            "hidden_size": DIM, "num_hidden_layers": 1, "num_attention_heads": HEADS,
            "intermediate_size": INNER, "max_position_embeddings": POSITIONS,
            "vocab_size": WORDS, "type_vocab_size": 2, "layer_norm_eps": 1e-12})
        self.assertEqual((self.folder / "bert/vocab.txt").read_text(encoding="utf-8"), "[PAD]\n")

    def test_weights_of_products_are_turned_and_named_by_their_node(self):
        self.assertEqual(self.convert(encoder()), 0, self.talk)
        tensors = self.tensors()
        self.assertEqual(len(tensors), 4 + len(PRODUCTS))
        shape, values = tensors[LAYER + "intermediate.dense.weight"]
        self.assertEqual(shape, (INNER, DIM))
        self.assertEqual(values[:DIM + 1], [0, 6, 12, 18, 1])  # the first column, then the next
        shape, values = tensors["embeddings.word_embeddings.weight"]
        self.assertEqual((shape, values), ((WORDS, DIM), ramp((WORDS, DIM))))

    def test_what_is_no_such_encoder_is_told(self):
        for data, reason in [(b"", "no graph"), (encoder()[:-3], "cut off"),
                             (encoder(kind=10), "not f32"), (encoder(activation="Tanh"), "GELU"),
                             (b"\xff" * 20, "cut off"), (field(7, b""), "is missing")]:
            self.assertEqual(self.convert(data), 1, reason)
            self.assertIn(reason, self.talk)


if __name__ == "__main__":
    unittest.main()
