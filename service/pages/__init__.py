"""What people look at: a table to deal on, a page to verify on, one on fairness, the documentation.

Each page is one entry in `PAGES` and a template of that name. What it needs besides is in assets/: style sheets and
modules of JavaScript, served as they are, with no build step. Pages say nothing that the API does not: their modules
ask it as any client does. No page has a script or a style in its text, loads anything from another host, or knows at
which path the service is mounted.
"""

from service.pages.site import front_page_or, pages

__all__ = ["front_page_or", "pages"]
