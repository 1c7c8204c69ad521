"""Player aids."""
