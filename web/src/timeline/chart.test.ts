import { expect, test } from "vitest";
import type { TimelineFightPart } from "../wire";
import { course, gathered, heldFrom, roundUp, steps, windowOf, type Fortunes } from "./chart";

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
    { at: 300, left: 8000 },
    { at: 500, left: 8500 },
    { at: 700, left: 8500 },
  ]);
  expect(course(one, "willpower", 700)).toEqual([
    { at: 0, left: 5000 },
    { at: 700, left: 5000 },
  ]);
});

test("t32 steps begin at the left edge, whatever lies before it", () => {
  const one = fighter([{ at: 300, resource: "hit-points", by: -2000 }], 8000);
  expect(steps(one, 800, { from: 5, to: 15 })).toEqual([
    { at: 0, share: 1 },
    { at: 0, share: 0.8 },
    { at: 30, share: 0.8 },
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

test("the chart reaches past everything on it, and keeps now in sight", () => {
  const fight: TimelineFightPart = {
    title: { id: "timeline-fight" },
    now: 100,
    fighters: [],
    awaited: [],
    past: [],
  };
  expect(windowOf(fight, null, false)).toEqual({ from: 0, to: 16 });
  expect(windowOf(fight, null, true)).toEqual({ from: 0, to: 11 });
  const ghost = { who: "a", start: 100, end: 5000, power: 1 };
  expect(windowOf(fight, ghost, false).to).toBeGreaterThan(50);
  const late = windowOf({ ...fight, now: 6000 }, null, true);
  expect(late.from).toBeLessThan(60);
  expect(late.from).toBeGreaterThan(50);
  expect(windowOf({ ...fight, now: 6000 }, null, true, true).from).toBe(0);
});

test("a control shows from the end of what was done before it", () => {
  const row = { spans: [{ start: 0, until: 210, fate: "lost" as const }] };
  expect(heldFrom(row as never, 620)).toBe(210);
  expect(heldFrom({ spans: [] } as never, 620)).toBe(0);
});

test("scales end at round numbers", () => {
  expect([0.3, 78, 131, 140, 141, 999].map(roundUp)).toEqual([0.4, 100, 140, 140, 200, 1000]);
});
