"""The rules about async copies between local and global memory."""
