"""One module a target: `target` reads bytes and asserts, `WORDS` are what its inputs are made of."""
