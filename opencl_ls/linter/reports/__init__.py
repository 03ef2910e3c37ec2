"""Reports that rules of several families share."""
