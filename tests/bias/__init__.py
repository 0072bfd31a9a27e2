"""How far shuffles are from uniform."""

import pytest

pytest.register_assert_rewrite("tests.bias.matrices")
