"""The comparison of host programs with kernels: what a host passes, against what a kernel takes.

`host_text` answers questions about a host program, `launches` reads how it uses kernels, and
`differences` gives both sides to the rules of the family `host`.  What is not sure is left out.
"""
