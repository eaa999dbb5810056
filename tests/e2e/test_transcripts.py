from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.transcript import is_match, output, steps

if TYPE_CHECKING:
    from tests.e2e.conftest import Stage

SCRIPTS = sorted(Path(__file__).parent.glob("*.script"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_product_is_as_its_transcripts_say(script: Path, stage: Stage) -> None:
    if script.stem == "permission" and os.geteuid() == 0:
        pytest.skip("root may open every file")
    for step in steps(script.read_text("utf-8")):
        actual = output(step.command, stage.folder, stage.environment)
        if not is_match(step.expected, actual):
            difference = "\n".join(difflib.ndiff(step.expected, actual))
            pytest.fail(f"{script.name}:{step.line}: $ {step.command}\n{difference}")
