"""Certificates for localhost."""

import subprocess
from pathlib import Path


def make_certificate(certificate: Path, key: Path) -> None:
    """Write a certificate for localhost, and its private key."""
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes"]
    subprocess.run([*command, *subject, *files], check=True, capture_output=True)
