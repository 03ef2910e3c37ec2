"""The documentation of OpenCL C: topics about its names, and the pages of the rules."""
