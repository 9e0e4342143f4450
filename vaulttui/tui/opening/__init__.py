"""Opening notes, folders and addresses in other programs: the person's editor first of all."""
