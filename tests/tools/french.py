"""A small French vault: what the tools' contract tests look into."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

NOTES: dict[str, str] = {
    "Projets/TVA.md": (
        "---\nstatus: bloqué\nprio: 2\nurgent: true\nresponsable: '[[Équipe/Zoé|Zoé]]'\ntags: [finance, impôts/tva]\n"
        "échéance: 2025-07-31\nupdated: 2025-07-20\ncreated: 2025-07-14\n---\n"
        "# TVA Q3\n\nLa déclaration de TVA Q3 attend les factures de Zoé.\n\n"
        "## Décision\n\nOn paie la TVA au réel dès le troisième trimestre.\n"
    ),
    "Projets/Bateau.md": (
        "---\nstatus: En cours\nprio: 10\nurgent: false\nresponsable: '[[Équipe/Léo]]'\ntags: [voile]\n"
        "ports: [Brest, Saint-Malo]\ncontent: une coque\ncreated: 2024-03-01\n---\n"
        "# Bateau\n\nLa coque est poncée, la quille attend.\n\n[décision] peindre en bleu.\n"
    ),
    "Projets/Archive/Vieux.md": "---\nstatus: fini\n---\n# Vieux projet\n\nUn projet fini avec la TVA de 2019.\n",
    "Équipe/Zoé.md": "---\naliases: [Zoé Martin]\n---\n# Zoé\n\nElle tient les comptes.\n",
    "Équipe/Léo.md": "# Léo\n\nIl construit le bateau.\n",
    "changelog.md": (
        "# Journal\n\nCe qui a changé.\n\n"
        "## 2025-07-01\n\nPremière version du rapport de TVA, relue par toute l'équipe avant l'été.\n\n"
        "## 2025-07-14\n\nCorrection du calcul de la TVA au feu d'artifice, avec les chiffres du trimestre.\n\n"
        "## 2025-08-02\n\nEnvoi du rapport aux impôts, signé par Zoé et confirmé par un accusé de réception.\n"
    ),
    "inbox/idée.md": "# Idée\n\nUne idée sur la TVA, pas encore triée.\n",
    "overview.md": "# Aperçu\n\nOù trouver la TVA et le reste.\n",
}

MODIFIED = {
    "Projets/TVA.md": datetime(2025, 7, 20, 9),
    "Projets/Bateau.md": datetime(2025, 7, 14, 23, 59, 59),
    "Projets/Archive/Vieux.md": datetime(2019, 12, 31),
    "Équipe/Zoé.md": datetime(2025, 7, 14),
    "Équipe/Léo.md": datetime(2025, 7, 15),
    "changelog.md": datetime(2025, 8, 2, 12),
    "inbox/idée.md": datetime(2025, 6, 1),
    "overview.md": datetime(2025, 1, 1),
}


def date_files(root: Path) -> None:
    """Give the notes their modification times."""
    for name, moment in MODIFIED.items():
        os.utime(root / name, (moment.timestamp(), moment.timestamp()))
