"""Nothing is imported before it is needed, nothing goes over the network, nothing is written or shown."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import vaulttui

CREATE = """
import sys
from vaulttui.embedding import create_embedder
from vaulttui.settings import EmbeddingSettings
embedder = create_embedder(EmbeddingSettings())
print(embedder.fingerprint, embedder.dimensions, embedder.loaded)
heavy = {"fastembed", "onnxruntime", "tokenizers", "huggingface_hub", "requests", "PIL"} & sys.modules.keys()
print(sorted(heavy))
"""

AUDITED = """
import os, sys
network = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg",
           "http.client.connect", "urllib.Request")
events = []
def hook(event, arguments):
    if event in network:
        events.append((event, str(arguments)))
    elif event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        events.append((event, str(arguments[0])))
    elif event in ("os.mkdir", "tempfile.mkdtemp", "tempfile.mkstemp") and not os.path.exists(arguments[0]):
        events.append((event, str(arguments[0])))
sys.dont_write_bytecode = True
sys.addaudithook(hook)
from vaulttui.embedding import create_embedder
from vaulttui.settings import EmbeddingSettings
embedder = create_embedder(EmbeddingSettings())
vectors = embedder.embed_passages(["some bread", "more bread", "a longer text about bread and butter"])
embedder.embed_query("bread")
if os.fork() == 0:
    os._exit(0)
os.wait()
print(vectors.shape)
for event in events:
    print(event)
"""


EMBED = """
from vaulttui.embedding import create_embedder
from vaulttui.settings import EmbeddingSettings
print(create_embedder(EmbeddingSettings()).embed_query("bread").shape)
"""

LOAD = """
from vaulttui.embedding import create_embedder
from vaulttui.embedding.cross_encoder import create_cross_encoder
from vaulttui.errors import ModelUnavailableError
from vaulttui.settings import EmbeddingSettings, SearchSettings
other = EmbeddingSettings(model="BAAI/bge-small-en-v1.5", model_path="/models")
cross_encoder = SearchSettings(cross_encoder="BAAI/bge-reranker-base", cross_encoder_path="/models")
for model in (create_embedder(EmbeddingSettings()), create_embedder(other), create_cross_encoder(cross_encoder)):
    try:
        model.load()
    except ModelUnavailableError as error:
        print(error.message)
"""


def run(script: str, folder: Path, environ: dict[str, str] | None = None) -> str:
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder, env=environ)
    assert done.stderr == ""
    return done.stdout


def test_creating_an_embedder_imports_no_model_runtime(tmp_path: Path) -> None:
    identity, heavy = run(CREATE, tmp_path).splitlines()
    assert identity.endswith("384 False")
    assert heavy == "[]"


def test_embedding_opens_no_connection_writes_no_file_and_prints_nothing(tmp_path: Path) -> None:
    assert run(AUDITED, tmp_path).splitlines() == ["(3, 384)"]


def test_the_model_runtime_collects_nothing_about_its_user(tmp_path: Path) -> None:
    """It would, in native code that no hook sees, unless told not to: what it has to send lies in the home folder."""
    home, package = tmp_path / "home", Path(vaulttui.__file__).parents[1]
    home.mkdir()
    # Nothing else: it collects nothing on machines that test software, which it knows by their variables.
    environ = {"PATH": os.defpath, "HOME": str(home), "PYTHONPATH": str(package), "ORT_DISABLE_TELEMETRY": "0"}
    assert run(EMBED, tmp_path, environ) == "(384,)\n"
    assert [path.name for path in home.rglob("*")] == []


@pytest.mark.parametrize("library", ["fastembed", "onnxruntime"])
def test_a_library_that_cannot_be_imported_is_told_as_a_model_that_cannot_be_used(tmp_path: Path, library: str) -> None:
    (tmp_path / "broken" / library).mkdir(parents=True)
    refusal = "lib.so.1: cannot enable executable stack"
    (tmp_path / "broken" / library / "__init__.py").write_text(f"raise ImportError({refusal!r})")
    path = os.pathsep.join([str(tmp_path / "broken"), str(Path(vaulttui.__file__).parents[1])])
    told = run(LOAD, tmp_path, dict(os.environ) | {"PYTHONPATH": path}).splitlines()
    assert len(told) == 3
    assert {line.partition(refusal)[2] for line in told} == {
        ". Install vaulttui anew; searching by words works meanwhile."
    }


def test_the_script_that_makes_the_model_tells_the_runtime_so_before_it_imports_it() -> None:
    script = (Path(__file__).parents[2] / "scripts/build_model.py").read_text(encoding="utf-8")
    silenced, imported = script.index('["ORT_DISABLE_TELEMETRY"] = "1"'), script.index("\nimport onnxruntime")
    assert silenced < imported
