"""A client that has gone, as a server tells the work for it."""


class ClientLostError(BaseException):
    """What a server raises in work that nobody waits for: no handler of errors makes a response of it."""


def raise_at_once() -> None:
    raise ClientLostError
