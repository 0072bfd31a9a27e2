"""Games that are played from sealed shoes over HTTP."""

import pytest

pytest.register_assert_rewrite(
    "tests.sealed.played.backend",
    "tests.sealed.played.cards",
    "tests.sealed.played.others",
)
