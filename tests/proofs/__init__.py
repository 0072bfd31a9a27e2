"""What proves a draw: signatures, the verifiable random function and public rounds."""

import pytest

pytest.register_assert_rewrite("tests.proofs.signed_receipts")
