"""Rules about work that a kernel enqueues itself."""
