"""The scripts of the floor and of the peer run when they are imported: pytest is not to look into them for doctests."""

collect_ignore_glob = ["floor_*.py", "peer_*.py"]
