"""How often the rules of the profile `recommended` are right on public kernels."""
