"""The application that is watched: it accepts the tokens of the document's examples, signs, and proves."""

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.settings import Settings
from tools.openapi.examples import example_settings

SIGNING_KEY = SigningKey.from_bytes(bytes(range(32, 64)))

app = create_app(Settings(**example_settings() | {"signing_keys": (SIGNING_KEY,)}))
