"""Pages of a written PDF as PNG pictures.  Source: the renderer of PDFium, through pypdfium2."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from pnp.preflight.page_pictures import THUMBNAIL, small_picture
from pnp.units import MM_PER_INCH, MM_PER_POINT
from pnp.write.folder import file_in


def write_thumbnails(pdf: Path, folder: Path, *, longest: int = THUMBNAIL) -> tuple[str, ...]:
    """Write a small picture of each page into `folder`, and return their names, such as `map-01.png`."""
    return _write_pages(pdf, folder, longest=longest)


def write_page_pictures(pdf: Path, folder: Path, *, dpi: float) -> tuple[str, ...]:
    """Write a picture of each page at `dpi` pixels per inch of paper, and return their names."""
    return _write_pages(pdf, folder, dpi=dpi)


def _write_pages(pdf: Path, folder: Path, *, longest: int = 0, dpi: float = 0) -> tuple[str, ...]:
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    with pypdfium2.PdfDocument(pdf) as document:
        digits = max(2, len(str(len(document))))
        for number, page in enumerate(document, 1):
            scale = dpi * MM_PER_POINT / MM_PER_INCH
            picture = small_picture(page, longest) if longest else page.render(scale=scale).to_pil()
            names.append(f"{pdf.stem}-{number:0{digits}d}.png")
            picture.save(file_in(folder, names[-1]))
            page.close()
    return tuple(names)
