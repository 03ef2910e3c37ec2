"""Rules about text that cannot be parsed as OpenCL C."""
