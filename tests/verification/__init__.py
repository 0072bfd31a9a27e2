"""What /v1/verify says of files."""

import pytest

pytest.register_assert_rewrite("tests.verification.seeded_files")
