"""Lines on maps: roads, railroads, bridges, walls, and their distance from hex numbers."""
