"""An application has services of its own, which nobody changes, and nothing more in its configuration."""

import pytest
from flask import Flask

from service.app import create_app
from service.core.limits import Limits
from service.http.services import Allowed, services
from service.settings import Settings


def test_an_application_has_its_own_frozen_services() -> None:
    app = create_app(Settings())
    with app.app_context():
        assert services() is app.extensions["services"]
        with pytest.raises(AttributeError):
            services().allowed = Allowed(Limits(), seeds=False)  # type: ignore[misc]
        with pytest.raises(AttributeError):
            services().allowed.seeds = False  # type: ignore[misc]


def test_two_applications_share_no_counters_slots_or_draws() -> None:
    instances = [create_app(Settings()).extensions["services"] for _ in range(2)]
    for name in ("stats", "metrics", "streams", "large", "draws"):
        assert getattr(instances[0], name) is not getattr(instances[1], name)


def test_the_configuration_has_nothing_but_what_flask_reads() -> None:
    assert create_app(Settings()).config.keys() == Flask("plain").config.keys()
