"""Research environments: Gymnasium, PettingZoo, OpenSpiel and whole batches in compiled code."""
