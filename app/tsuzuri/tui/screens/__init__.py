"""The places, and the windows that open over them."""
