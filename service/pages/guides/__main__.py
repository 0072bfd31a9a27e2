"""Render all guides in advance: `python -m service.pages.guides FOLDER`, as the build of the container image does."""

import sys
from pathlib import Path

from service.pages.guides.catalogue import DOCS, GUIDES
from service.pages.guides.render import image_paths, render_guide


def main(folder: Path) -> None:
    """Write the template of each guide and the images that it shows into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for guide in GUIDES.values():
        (folder / f"{guide.name}.html").write_text(render_guide(guide))
        for name in image_paths(guide):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes((DOCS / name).read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
