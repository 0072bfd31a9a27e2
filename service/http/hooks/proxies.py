"""Take the address of a client from trusted proxies, and from nobody else."""

from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

Environ = dict[str, Any]


def trust_proxies(app: Flask, proxies: int) -> None:
    """Make `app` take the client's address from X-Forwarded-For, behind `proxies` proxies; 0 changes nothing."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0)  # type: ignore[method-assign]


def believe_proxies(environ: Environ, proxies: int) -> Environ:
    """Return the environment of a request with the address of the client, behind `proxies` proxies."""
    if not proxies or "HTTP_X_FORWARDED_FOR" not in environ:
        return environ
    # Only the last addresses are read: the header may be long.
    addresses = environ["HTTP_X_FORWARDED_FOR"].rsplit(",", proxies)[-proxies:]
    if len(addresses) < proxies:
        return environ
    return environ | {"REMOTE_ADDR": addresses[0].strip()}
