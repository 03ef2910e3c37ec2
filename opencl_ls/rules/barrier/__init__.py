"""The rules about barriers."""
