"""The guides: files of docs/ as HTML pages."""
