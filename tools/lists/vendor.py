"""The readers of lists of the page /draw: `make vendor` fetches them from npm, checks their hashes and unpacks them.

Papa Parse reads lists as text; read-excel-file reads workbooks of Excel, and is loaded with the first one. Both are
scripts for pages without modules, so that an export is added. To take newer ones, change `LIBRARIES`
(`npm view papaparse version dist.integrity`), and run the tests.
"""

from pathlib import Path

from tools.npm import unpack

LIBRARIES = {
    "papaparse": (
        "5.7.1",
        "sha512-qOR+UDWv6D3hMxnWWOk0ZpBdCkd+kw5Yh7aXOaNSQU8A+73EA2bhW7EiUix/hY0yulUi5FRvt7PpYSI2VDvY0g==",
        "papaparse.min.js",
        "github.com/mholt/PapaParse",
    ),
    "read-excel-file": (
        "9.3.17",
        "sha512-szsrzmxWxNZ1OuXKGBVHbNMmNfTkRmNJZRuBRAQxMh9eTLnhSNXqM6JVUds9in59dMgujBe2gT0kMVb0T8NlSQ==",
        "bundle/read-excel-file.min.js",
        "gitlab.com/catamphetamine/read-excel-file",
    ),
}
"""For each package its version, its hash, the file that the page needs, and where it comes from; both are MIT."""

IN_THREADS = "if(p<524288||"
AT_ONCE = "if(p<1e9||"
"""read-excel-file inflates large parts in workers from `blob:`, which the policy of the pages forbids; the page has
its own limit."""

FOLDER = Path(__file__).parent.parent.parent / "service" / "pages" / "draw"


def make_module(script: str) -> str:
    """Return a script that sets `module.exports`, as a module that exports the same as `library`."""
    code = "\n".join(
        line
        for line in script.splitlines()
        if not line.startswith("//# sourceMappingURL=")
    )
    begin = "const module = { exports: {} };\nconst exports = module.exports;"
    end = "export const library = module.exports;"
    return f"{begin}\n{code}\n{end}\n"


if __name__ == "__main__":
    for name, (version, integrity, script, origin) in LIBRARIES.items():
        folder = FOLDER / name
        unpack(
            name,
            version,
            integrity,
            {script: f"{name}.mjs", "LICENSE": "LICENSE.txt"},
            folder,
        )
        module = folder / f"{name}.mjs"
        text = make_module(module.read_text(encoding="utf-8"))
        if name == "read-excel-file" and text.count(IN_THREADS) != 1:
            raise SystemExit(f"{name} inflates in another way: see IN_THREADS")
        module.write_text(text.replace(IN_THREADS, AT_ONCE), encoding="utf-8")
        (folder / "VERSION.txt").write_text(
            f"{name} {version}, from npm: {origin}; a line before it and one after make it a module\n"
            + ("it inflates without workers\n" if name == "read-excel-file" else "")
        )
