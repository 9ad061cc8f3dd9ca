"""Where a dataset is kept."""
