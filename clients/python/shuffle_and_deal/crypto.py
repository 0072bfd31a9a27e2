"""What players and checks use of the package cryptography. Without it, the error of the import names the extra."""

try:
    from cryptography.exceptions import InvalidSignature, InvalidTag
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.ciphers.algorithms import AES
    from cryptography.hazmat.primitives.ciphers.modes import CTR
except ImportError as error:
    raise ImportError(
        "Players and checks need cryptography: pip install 'shuffle-and-deal-client[player]'"
    ) from error

__all__ = [
    "AES",
    "AESGCM",
    "CTR",
    "Cipher",
    "Ed25519PrivateKey",
    "Ed25519PublicKey",
    "InvalidSignature",
    "InvalidTag",
    "ec",
]
