#!/usr/bin/env python3
"""Makes the BERT folder that `ragsieve models import` takes (config.json, model.safetensors, vocab.txt)
from an ONNX file of a sentence encoder as PyTorch exports it: the initialisers by their names, the
weights of products by the name of the node that uses them, turned back to output x input. Sizes,
heads and epsilon are read from the graph. Standard library only; the vocabulary comes beside it.

Usage: onnx_bert.py MODEL.onnx VOCAB.txt FOLDER
"""

import array
import json
import math
import pathlib
import shutil
import struct
import sys

FLOAT = 1  # TensorProto.DataType
LARGEST = 1 << 30  # bytes of an ONNX file
# Field numbers of onnx.proto.
MODEL_GRAPH, GRAPH_NODE, GRAPH_INITIALIZER = 7, 1, 5
NODE_INPUT, NODE_OUTPUT, NODE_NAME, NODE_OP, NODE_ATTRIBUTE = 1, 2, 3, 4, 5
ATTRIBUTE_NAME, ATTRIBUTE_FLOAT, ATTRIBUTE_TENSOR = 1, 2, 5
TENSOR_DIMS, TENSOR_TYPE, TENSOR_FLOATS, TENSOR_NAME, TENSOR_RAW = 1, 2, 4, 8, 9
ROOT = "auto_model"  # what stands above the encoder in names


class BadModel(Exception):
    """What the file lacks or cannot be."""


def varint(data, at):
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
    raise BadModel("a number is cut off")


def fields(data):
    """(field number, value) of a message: numbers, or the bytes of the rest as a view."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        else:
            size, at = (8, at) if kind == 1 else (4, at) if kind == 5 else varint(data, at)
            if kind not in (1, 2, 5) or at + size > len(data):
                raise BadModel("a field is cut off or of an unknown kind")
            value = data[at:at + size]
            at += size
        yield key >> 3, value


def of(message, number):
    return [value for field, value in message if field == number]


def text(message, number):
    return "".join(bytes(value).decode() for value in of(message, number))


def sizes(message):
    found = []
    for value in of(message, TENSOR_DIMS):
        if isinstance(value, int):
            found.append(value)
            continue
        at = 0
        while at < len(value):
            size, at = varint(value, at)
            found.append(size)
    return found


def tensor(message):
    """(shape, f32 values)."""
    name = text(message, TENSOR_NAME)
    if of(message, TENSOR_TYPE) != [FLOAT]:
        raise BadModel(f"{name}: not f32")
    values = array.array("f")
    for raw in of(message, TENSOR_RAW) + of(message, TENSOR_FLOATS):
        values.frombytes(bytes(raw))
    if sys.byteorder == "big":
        values.byteswap()
    shape = sizes(message)
    if len(values) != math.prod(shape):
        raise BadModel(f"{name}: {len(values)} values, expected {math.prod(shape)}")
    return shape, values


def turned(shape, values):
    rows, columns = shape
    across = array.array("f")
    for column in range(columns):
        across.extend(values[column::columns])
    return [columns, rows], across


class Graph:
    """Nodes and initialisers of an ONNX file."""

    def __init__(self, data):
        graphs = of(list(fields(memoryview(data))), MODEL_GRAPH)
        if len(graphs) != 1:
            raise BadModel("holds no graph")
        graph = list(fields(graphs[0]))
        self.nodes = [list(fields(node)) for node in of(graph, GRAPH_NODE)]
        self.initializers = {}
        for message in of(graph, GRAPH_INITIALIZER):
            message = list(fields(message))
            self.initializers[text(message, TENSOR_NAME)] = message

    def of_kind(self, kind):
        return [node for node in self.nodes if text(node, NODE_OP) == kind]

    def constant(self, name):
        """The one value of the Constant whose output is `name`."""
        for node in self.of_kind("Constant"):
            if text(node, NODE_OUTPUT) == name:
                attribute = list(fields(of(node, NODE_ATTRIBUTE)[0]))
                return tensor(list(fields(of(attribute, ATTRIBUTE_TENSOR)[0])))[1][0]
        raise BadModel(f"{name}: no constant")

    def epsilon(self):
        found = set()
        for node in self.of_kind("LayerNormalization"):
            for attribute in map(list, map(fields, of(node, NODE_ATTRIBUTE))):
                if text(attribute, ATTRIBUTE_NAME) == "epsilon":
                    found.add(struct.unpack("<f", of(attribute, ATTRIBUTE_FLOAT)[0])[0])
        if len(found) != 1:
            raise BadModel(f"{len(found)} epsilons of the layer norms, expected one")
        return float(f"{found.pop():.6g}")

    def head_size(self):
        """Scores are divided by the square root of it."""
        for node in self.of_kind("Div"):
            if text(node, NODE_NAME).endswith("/attention/self/Div"):
                divisor = bytes(of(node, NODE_INPUT)[1]).decode()
                return round(self.constant(divisor) ** 2)
        raise BadModel("no attention")


def tensors_of(graph):
    """The encoder's tensors by their names in a checkpoint."""
    found = {}
    for name, message in graph.initializers.items():
        _, root, rest = name.partition(f".{ROOT}.")
        if root:
            found[rest] = tensor(message)
    for node in graph.of_kind("MatMul"):
        weights = bytes(of(node, NODE_INPUT)[1]).decode()
        _, root, rest = text(node, NODE_NAME).partition(f"/{ROOT}/")
        if root and weights in graph.initializers:
            name = rest.removesuffix("/MatMul").replace("/", ".") + ".weight"
            found[name] = turned(*tensor(graph.initializers[weights]))
    return found


def config_of(graph, tensors):
    n_layers = len([name for name in tensors if name.endswith(".intermediate.dense.weight")])
    if len(graph.of_kind("Erf")) != n_layers:
        raise BadModel("the activation is not GELU by erf")
    try:
        vocab_size, dim = tensors["embeddings.word_embeddings.weight"][0]
        return {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute",
                "hidden_size": dim, "num_hidden_layers": n_layers,
                "num_attention_heads": dim // graph.head_size(),
                "intermediate_size": tensors["encoder.layer.0.intermediate.dense.bias"][0][0],
                "max_position_embeddings": tensors["embeddings.position_embeddings.weight"][0][0],
                "vocab_size": vocab_size,
                "type_vocab_size": tensors["embeddings.token_type_embeddings.weight"][0][0],
                "layer_norm_eps": graph.epsilon()}
    except KeyError as missing:
        raise BadModel(f"{missing.args[0]} is missing") from None


def write_safetensors(tensors, path):
    header, offset = {}, 0
    for name, (shape, values) in sorted(tensors.items()):
        size = len(values) * 4
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [offset, offset + size]}
        offset += size
    head = json.dumps(header).encode()
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(head)) + head)
        for _, (_, values) in sorted(tensors.items()):
            if sys.byteorder == "big":
                values.byteswap()
            out.write(values.tobytes())


def main(model, vocabulary, folder):
    try:
        data = pathlib.Path(model).read_bytes()
        if len(data) > LARGEST:
            raise BadModel(f"over {LARGEST} bytes")
        graph = Graph(data)
        tensors = tensors_of(graph)
        config = config_of(graph, tensors)
    except (BadModel, OSError, ValueError, IndexError) as error:
        print(f"{model}: {error}", file=sys.stderr)
        return 1
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    write_safetensors(tensors, folder / "model.safetensors")
    shutil.copyfile(vocabulary, folder / "vocab.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]) if len(sys.argv) == 4 else __doc__)
