"""Measurements: what a job costs here, beside a floor and beside a peer. `make bench` prints the table."""
