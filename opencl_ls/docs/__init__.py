"""What a person reads about OpenCL C: topics about its names, and the rules' pages."""
