"""Parts of the documents that are written from the source (`make generate`)."""
