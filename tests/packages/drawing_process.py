"""A process that draws cards from tables in a file, and notes each card that it was given.

`python drawing_process.py URL FILE NOTES NAME TABLES ACTIONS` goes on after the actions in its notes.
"""

import json
import sys
from pathlib import Path

from shuffle_and_deal import Service, SQLiteStore, Table

url, file, notes, name, tables, actions = sys.argv[1:]
done = len(Path(notes).read_text().splitlines()) if Path(notes).exists() else 0
store = SQLiteStore(file)
with Service(url) as service, Path(notes).open("a") as output:
    for number in range(done, int(actions)):
        table = Table(service, store, f"table {(number + ord(name)) % int(tables)}")
        table.open(deck="standard", decks=8)
        drawn = table.draw(f"{name}, {number}", 1)
        taken = (
            table.name,
            drawn.name,
            drawn.response["draws"],
            drawn.response["positions"],
            drawn.cards,
        )
        output.write(json.dumps(taken) + "\n")
        output.flush()
