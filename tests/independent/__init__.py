"""The service compared with implementations in another language."""

import pytest

pytest.register_assert_rewrite("tests.independent.responses")
