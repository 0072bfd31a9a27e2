"""Tell callers apart by their addresses."""

from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network

# IPv4 addresses in the last 32 bits (RFC 4291, 2.5.5.2; RFC 6052, 2.1)
_MAPPED = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))
_NETWORK_BITS = 64


def normalize_address(text: str) -> str:
    """Return the part of an address that identifies a caller; a text that is no address stays as it is.

    Ports and zones are left out. An IPv4 address embedded in IPv6 becomes the IPv4 address. Any other IPv6 address
    becomes its network of 64 bits, because anybody with one address of a network can use all of its addresses.
    """
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except AddressValueError:
        return host
    if any(address in network for network in _MAPPED):
        return str(IPv4Address(address.packed[-4:]))
    return str(IPv6Network((address, _NETWORK_BITS), strict=False))
