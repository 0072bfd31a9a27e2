"""Deployments: what nginx, containers and stacks of deploy/ do."""

import pytest

pytest.register_assert_rewrite("tests.deploy.raw_requests")
