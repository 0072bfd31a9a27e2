"""Build packs: each module builds one pack of each deck of a family, in unshuffled order, and lists spellings."""
