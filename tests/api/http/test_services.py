"""The services of an application are in one place, and not in its configuration."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import get_type_hints

import pytest
from flask import Flask

from service.api.http.services import Services, services
from service.app import create_app
from service.core.shuffles.plans import Limits
from service.settings import Settings


def test_an_application_has_the_services_that_its_settings_decide() -> None:
    app = create_app(Settings(max_items=7, allow_seeds=False, metrics=False))
    with app.app_context():
        assert isinstance(services(), Services)
        assert services() is app.extensions["services"]
        assert services().limits == Limits(items=7)
        assert services().allow_seeds is False
        assert services().metrics is None


def test_two_applications_share_no_counters_slots_or_keys() -> None:
    one, other = (create_app(Settings()).extensions["services"] for _ in range(2))
    for name in ("stats", "metrics", "experiments", "streams", "large", "tokens"):
        assert getattr(one, name) is not getattr(other, name)


def test_services_are_a_frozen_dataclass_with_a_type_for_each_field() -> None:
    instance = create_app(Settings()).extensions["services"]
    assert is_dataclass(Services)
    assert set(get_type_hints(Services)) == {field.name for field in fields(Services)}
    with pytest.raises(FrozenInstanceError):
        instance.allow_seeds = False


def test_the_configuration_has_nothing_but_what_flask_reads() -> None:
    assert create_app(Settings()).config.keys() == Flask("plain").config.keys()
