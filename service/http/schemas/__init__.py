"""marshmallow schemas that several capabilities share: they validate requests and describe responses."""
