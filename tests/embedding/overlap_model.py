"""A cross-encoder of one kilobyte: the share of a query's tokens that a passage holds, from -4 to 4.

Stands in for the published ones, whose weights are too large to keep. ``python -m tests.embedding.overlap_model``
writes the file anew; that alone needs the package ``onnx``.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from vaulttui.embedding.bundled import MODEL_FOLDER

MODEL_FILE = Path(__file__).parent / "overlap_model.onnx"
NAME = "Xenova/ms-marco-MiniLM-L-6-v2"
"""Under which fastembed takes it."""
_SPECIAL_TOKENS = 103
"""Those of the BERT vocabulary have lower numbers."""


def put_model(folder: Path) -> None:
    """Lay the model's files out as fastembed expects them, with the bundled model's tokenizer."""
    (folder / "onnx").mkdir(parents=True)
    shutil.copy(MODEL_FILE, folder / "onnx/model.onnx")
    for name in ("tokenizer.json", "tokenizer_config.json", "config.json", "special_tokens_map.json"):
        shutil.copy(MODEL_FOLDER / name, folder / name)


def write_model() -> None:
    """Make the file."""
    import onnx
    from onnx import TensorProto, helper

    def constant(name: str, kind: int, *values: float) -> onnx.TensorProto:
        shape = [len(values)] if name.startswith("axis") else []
        return helper.make_tensor(name, kind, shape, list(values))

    node = helper.make_node
    nodes = [
        node("Greater", ["input_ids", "special"], ["plain"]),
        node("Equal", ["token_type_ids", "zero"], ["first"]),
        node("Not", ["first"], ["second"]),
        node("And", ["plain", "first"], ["of_query"]),
        node("And", ["plain", "second"], ["of_passage"]),
        node("Unsqueeze", ["input_ids", "axis_2"], ["column"]),
        node("Unsqueeze", ["input_ids", "axis_1"], ["row"]),
        node("Equal", ["column", "row"], ["same"]),
        node("Unsqueeze", ["of_query", "axis_2"], ["query_column"]),
        node("Unsqueeze", ["of_passage", "axis_1"], ["passage_row"]),
        node("And", ["same", "query_column"], ["same_query"]),
        node("And", ["same_query", "passage_row"], ["held"]),
        node("Cast", ["held"], ["held_number"], to=TensorProto.FLOAT),
        node("ReduceMax", ["held_number", "axis_2"], ["found"], keepdims=0),
        node("ReduceSum", ["found", "axis_1"], ["count"], keepdims=1),
        node("Cast", ["of_query"], ["query_number"], to=TensorProto.FLOAT),
        node("ReduceSum", ["query_number", "axis_1"], ["length"], keepdims=1),
        node("Div", ["count", "length"], ["share"]),
        node("Mul", ["share", "eight"], ["stretched"]),
        node("Sub", ["stretched", "four"], ["logits"]),
    ]
    shape = ["batch", "length_of_pair"]
    names = ("input_ids", "token_type_ids", "attention_mask")
    graph = helper.make_graph(
        nodes,
        "overlap",
        [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in names],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
        [
            constant("special", TensorProto.INT64, _SPECIAL_TOKENS),
            constant("zero", TensorProto.INT64, 0),
            constant("axis_1", TensorProto.INT64, 1),
            constant("axis_2", TensorProto.INT64, 2),
            constant("eight", TensorProto.FLOAT, 8.0),
            constant("four", TensorProto.FLOAT, 4.0),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    onnx.checker.check_model(model)
    MODEL_FILE.write_bytes(model.SerializeToString())


if __name__ == "__main__":
    write_model()
