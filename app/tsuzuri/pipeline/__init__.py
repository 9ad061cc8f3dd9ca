"""How long work is carried: progress, rate, end, cancel."""
