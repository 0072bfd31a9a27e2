"""The resources of the API: one module for each, with its schemas and views, and modules that several share."""
