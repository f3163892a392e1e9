"""Exact odds with icepool: seconds on the first line, then every result with its weight."""

import re
import sys
import time

import icepool

count, sides, _, keep, _, plus = re.fullmatch(r"(\d+)d(\d+)(kh(\d+))?(\+(\d+))?", sys.argv[1]).groups()
start = time.perf_counter()
if keep:
    odds = icepool.d(int(sides)).pool(int(count)).highest(int(keep)).sum()
else:
    odds = int(count) @ icepool.d(int(sides))
if plus:
    odds = odds + int(plus)
print(time.perf_counter() - start)
for outcome, weight in odds.items():
    print(outcome, weight)
