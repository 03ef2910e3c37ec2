"""Rules about the limits of the device that the settings name."""
