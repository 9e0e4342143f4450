"""How cost grows with the vault: ``python -m tests.benchmarks.scale --help``."""
