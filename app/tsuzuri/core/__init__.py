"""The domain: values, rules, protocols, errors and the clock. No I/O, no third-party client."""
