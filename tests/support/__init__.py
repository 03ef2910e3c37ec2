"""What the tests share: the Markdown harness."""
