"""Versions of Node.js, and what the package of JavaScript has for them."""

from pathlib import Path

from tools.files import ROOT

SCRIPTS = Path(__file__).parent / "javascript"
MODULES = ROOT / "build" / "javascript" / "node_modules"
"""The libraries and runtimes of tests/packages/javascript/package-lock.json, which the Makefile installs."""
NODES = {version: MODULES / f"node-{version}" / "bin" / "node" for version in (20, 24)}
