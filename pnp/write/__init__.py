"""Writers: pages, books and drawings as PDF, SVG and PNG files, and the folder of a kit."""
