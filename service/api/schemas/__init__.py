"""Validate and describe what several resources share."""
