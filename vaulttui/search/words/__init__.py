"""From the words of a query to terms of the index: forms, corrections, compounds."""
