"""Control flow and dataflow of one body: graphs, dominators, the solver and its clients."""
