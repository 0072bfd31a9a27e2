"""Pages for people: to deal, to draw, to verify, the result of a public draw, fairness, the API documentation, guides.

Each page has a folder with its HTML template, style sheet and JavaScript modules, and an entry in `PAGES`;
shared/ has the files of all pages, deals/, sealed/ and verdicts/ those of several, private/ the modules of the page
Table for private hands. Style sheets and modules are served as they are written, and joined for pages with many
(bundles.py); they call the public API as any other client does. A strict Content Security Policy applies: no inline
scripts or styles, nothing from other hosts, but for the public number that decides a draw of the page Draw
(BEACON_RELAYS). The pages work below any path prefix: links are relative, or absolute if a trusted proxy names the
prefix.
"""
