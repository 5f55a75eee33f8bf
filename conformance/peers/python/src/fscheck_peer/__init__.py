"""The Python implementation as a peer of ``fscheck conformance``: protocol fsc/1."""
