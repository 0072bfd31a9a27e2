"""What the host of a sealed shoe fixes when opening it: its contents and the other terms."""
