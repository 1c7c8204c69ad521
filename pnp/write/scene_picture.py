"""Pictures of scenes for the screen, as PDFium shows their PDF."""

from __future__ import annotations

from PIL import Image

from pnp.impose.page import Document, Page
from pnp.pdfium import open_pdf
from pnp.scene import Group, Matrix, Rect, Scene, Use
from pnp.units import MM_PER_INCH, MM_PER_POINT
from pnp.write.pdf import pdf_bytes

Pixel = tuple[int, int, int, int]
WHITE: Pixel = (255, 255, 255, 255)


def scene_picture(scene: Scene, dpi: float, shown: Rect | None = None, ground: Pixel = WHITE) -> Image.Image:
    """Return a scene, or a rectangle of it in mm, with this number of pixels to the inch on a ground of one colour."""
    shown = shown or scene.box
    box = Rect(0, 0, shown.width, shown.height)
    window = (Group((Use(scene),), Matrix.place(-shown.x, -shown.y)),)
    pdf = pdf_bytes(Document(scene.name, scene.name, (Page(scene.name, box.width, box.height, box, box, window),)))
    with open_pdf(pdf) as document:
        page = document[0]
        page.set_cropbox(*page.get_trimbox())
        picture: Image.Image = page.render(scale=dpi * MM_PER_POINT / MM_PER_INCH, fill_color=ground).to_pil()
    return picture
