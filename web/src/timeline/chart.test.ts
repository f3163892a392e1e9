import { expect, test } from "vitest";
import type { TimelineFightPart } from "../wire";
import { course, gathered, horizon, tickStep, type Fortunes } from "./chart";

const fighter = (changes: Fortunes["changes"], left: number): Fortunes => ({
  hit_points: [left, 10000],
  willpower: [5000, 5000],
  changes,
});

test("t32 what was left is followed back from what is left", () => {
  const one = fighter(
    [
      { at: 300, resource: "hit-points", by: -2000 },
      { at: 500, resource: "hit-points", by: 500 },
    ],
    8500,
  );
  expect(course(one, "hit-points", 700)).toEqual([
    { at: 0, left: 10000 },
    { at: 300, left: 10000 },
    { at: 300, left: 8000 },
    { at: 500, left: 8000 },
    { at: 500, left: 8500 },
    { at: 700, left: 8500 },
  ]);
  expect(course(one, "willpower", 700)).toEqual([
    { at: 0, left: 5000 },
    { at: 700, left: 5000 },
  ]);
});

test("t32 changes at one instant are one number", () => {
  const one = fighter(
    [
      { at: 300, resource: "hit-points", by: -2000 },
      { at: 300, resource: "hit-points", by: -100 },
      { at: 400, resource: "willpower", by: -5 },
    ],
    8500,
  );
  expect(gathered(one, "hit-points")).toEqual([{ at: 300, by: -2100 }]);
});

test("the chart reaches past everything on it", () => {
  const fight: TimelineFightPart = { now: 100, fighters: [], awaited: [], past: [] };
  expect(horizon(fight, null)).toBe(2000);
  const ghost = { who: "a", start: 100, end: 5000, power: 1 };
  expect(horizon(fight, ghost)).toBeGreaterThan(5000);
});

test("marks on the axis leave room for their numbers", () => {
  for (const pixels of [0.5, 3, 8, 40, 200]) {
    expect(tickStep(pixels) * pixels).toBeGreaterThanOrEqual(48);
  }
});
