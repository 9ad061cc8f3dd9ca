"""From a question to an answer that cites its sources, or says that they do not tell."""
