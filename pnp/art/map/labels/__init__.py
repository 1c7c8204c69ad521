"""Names on maps: of places, along lines and across areas."""
