"""Rules about what costs time or bandwidth on a device."""
