"""The background worker, its pace, and bringing an index up to date at somebody's wish."""
