"""Pure functions on text: folding, segmentation, sentences, passages, dates."""
