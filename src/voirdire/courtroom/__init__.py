"""A case tried before agents or people: prosecution, defence, judge and jury, and a score."""
