"""Sealed shoes and games: their rules, receipts and endpoints."""

import pytest

pytest.register_assert_rewrite("tests.sealed.game_machine")
