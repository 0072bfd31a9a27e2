"""The application that is watched: it accepts the tokens of the document's examples, signs, and proves."""

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.sealed.endpoint.shoes import EXAMPLES
from service.settings import Settings
from tools.openapi.examples import DEMONSTRATION

app = create_app(
    Settings(
        shoe_keys=(EXAMPLES["KEY"],),
        shoe_ttl=2**40,
        signing_keys=(SigningKey.from_bytes(bytes(range(32, 64))),),
        vrf_keys=(DEMONSTRATION,),
    )
)
