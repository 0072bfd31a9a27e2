"""marshmallow schemas that several resources share: they validate requests and describe responses."""
