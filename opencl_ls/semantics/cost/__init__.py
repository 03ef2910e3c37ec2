"""What a work-item of a kernel computes and moves, counted in its source."""
