"""The small pictures of the print guide, the back cover and the calibration sheet."""
