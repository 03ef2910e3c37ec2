"""Lowering of syntax trees to records, one module for each part of C's grammar."""
