from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.intent.specificity import Evidence, specificity

EVIDENCE = st.builds(
    Evidence,
    n_files=st.integers(0, 50),
    n_identifiers=st.integers(0, 50),
    n_acronyms=st.integers(0, 50),
    n_words=st.integers(0, 50),
    has_failure=st.booleans(),
    has_breadth=st.booleans(),
)


@pytest.mark.parametrize("name", ["n_files", "n_identifiers", "n_acronyms", "n_words"])
@given(evidence=EVIDENCE)
def test_more_evidence_never_lowers_it(name: str, evidence: Evidence) -> None:
    richer = replace(evidence, **{name: getattr(evidence, name) + 1})
    assert 0 <= specificity(evidence) <= specificity(richer) <= 1


@given(EVIDENCE)
def test_a_failure_raises_it_and_breadth_lowers_it(evidence: Evidence) -> None:
    assert specificity(replace(evidence, has_failure=True)) >= specificity(evidence)
    assert specificity(replace(evidence, has_breadth=True)) <= specificity(evidence)


def test_a_file_says_more_than_an_identifier_and_that_more_than_a_word() -> None:
    file, identifier, word = Evidence(n_files=1), Evidence(n_identifiers=1), Evidence(n_words=1)
    assert specificity(file) > specificity(identifier) > specificity(word) > specificity(Evidence())
