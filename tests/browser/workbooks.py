"""Workbooks of Excel and of LibreOffice, with what a page reads of them."""

from collections.abc import Iterable, Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ONE_SHEET = '<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets>'
_ODS = "application/vnd.oasis.opendocument.spreadsheet"
_NAMESPACES = 'xmlns:table="t" xmlns:text="x" xmlns:style="s"'


def write_excel(sheets: Mapping[str, str], names: str = _ONE_SHEET) -> bytes:
    """Return a workbook of Excel with the content of each sheet by its id, and the elements that name them."""
    relations = "".join(
        f'<Relationship Id="{sheet}" Type="{_OFFICE}/worksheet" Target="worksheets/{sheet}.xml"/>'
        for sheet in sheets
    )
    parts = {
        "xl/workbook.xml": f'<workbook xmlns:r="{_OFFICE}">{names}</workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships>{relations}</Relationships>",
    }
    for sheet, content in sheets.items():
        parts[f"xl/worksheets/{sheet}.xml"] = f"<worksheet>{content}</worksheet>"
    return _zip(parts)


def write_excel_rows(rows: Iterable[Iterable[str]], hidden: int = 0) -> str:
    """Return the rows of a sheet of Excel, of which that with the number `hidden` is not shown."""
    written = []
    for number, row in enumerate(rows, 1):
        mark = ' hidden="1"' if number == hidden else ""
        cells = [
            f'<c r="{letter}{number}" t="inlineStr"><is><t>{text}</t></is></c>'
            for letter, text in zip("ABC", row, strict=False)
        ]
        written.append(f'<row r="{number}"{mark}>{"".join(cells)}</row>')
    return f"<sheetData>{''.join(written)}</sheetData>"


def write_ods(content: str, settings: str | None = None) -> bytes:
    """Return a workbook of LibreOffice with some styles and tables, and perhaps the settings of its window."""
    parts = {"content.xml": f"<o {_NAMESPACES}>{content}</o>"}
    if settings is not None:
        parts["settings.xml"] = settings
    return _zip(parts, media_type=_ODS)


def write_ods_cells(row: Iterable[str]) -> str:
    """Return the cells of a row of LibreOffice."""
    return "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in row
    )


def _zip(parts: Mapping[str, str], media_type: str | None = None) -> bytes:
    """Return an archive of parts, after its media type as the format of LibreOffice wants it: first, not compressed."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        if media_type is not None:
            archive.writestr("mimetype", media_type, ZIP_STORED)
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()
