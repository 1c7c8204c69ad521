"""Checks on pages, and on the PDF files that were written: reopened, measured, folded over."""
