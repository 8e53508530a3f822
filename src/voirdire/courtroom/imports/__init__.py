"""Trials that were held, from the rows of published sets to `CaseFile`s; names masked."""
