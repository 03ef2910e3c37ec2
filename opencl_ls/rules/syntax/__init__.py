"""Rules about text that cannot be read as OpenCL C at all."""
