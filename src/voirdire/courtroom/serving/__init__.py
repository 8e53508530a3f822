"""Trials over the network: case sets, the docket of trials, what goes over the wire."""
