"""/v1/orders: the rank of an order or a bridge deal among all, and the order or deal with a rank."""
