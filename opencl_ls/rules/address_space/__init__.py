"""Rules about address spaces: where objects may live."""
