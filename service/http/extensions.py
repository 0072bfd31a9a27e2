"""Objects that a capability gives an application by its settings, and that its views get."""

from typing import Generic, TypeVar

from flask import Flask, current_app

_Object = TypeVar("_Object")


class Extension(Generic[_Object]):
    """An object that each application has of its own, by a name that no other extension has."""

    def __init__(self, name: str) -> None:
        self._name = name

    def give(self, app: Flask, own_object: _Object) -> None:
        """Give an application its object."""
        app.extensions[self._name] = own_object

    def get(self) -> _Object:
        """Return the object of the application that answers the running request."""
        own_object: _Object = current_app.extensions[self._name]
        return own_object
