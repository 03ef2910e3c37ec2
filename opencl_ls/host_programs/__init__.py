"""OpenCL C in host programs: string literals of other languages that hold kernels.

The text of such a program has as many bytes as the part of the host's file that it comes from:
whatever is no OpenCL C (quotes, the backslash of an escape, the text between two literals) is
replaced by blanks.  With as many blanks in front as there are bytes before it, each byte has the
same place in the text as in the host's file, so that no place is ever converted.
"""
