"""Games that are played from sealed shoes over HTTP."""

import pytest

pytest.register_assert_rewrite(
    "tests.api.played.backend", "tests.api.played.cards", "tests.api.played.others"
)
