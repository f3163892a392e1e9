import { expect, test } from "vitest";
import { costOf, landing, tierFor } from "./buying";

test("m05 a gained tier is drawn in its box, or in the next free one", () => {
  expect(landing([], 2, 6)).toBe(2);
  expect(landing([2], 2, 6)).toBe(3);
  expect(landing([1, 2], 1, 6)).toBe(3);
  expect(landing([1, 3], 1, 6)).toBe(2);
  expect(landing([6], 6, 6)).toBe(6);
});

test("m05 a box is bought with the least tier that marks it", () => {
  expect(tierFor([1, 2], 3, 6)).toBe(1);
  expect(tierFor([1, 2], 4, 6)).toBe(4);
  expect(tierFor([], 3, 6)).toBe(3);
  expect(tierFor([2], 2, 6)).toBeUndefined();
});

test("m17 what is left is counted by the pack's prices", () => {
  const prices = { status: 1, tag: 2, clue: 1, feat: 1, feat_after_other: false, minimum_power: 1 };
  expect(costOf({ kind: "gain-status", on: "scene", name: "乱", tier: 3 }, prices)).toBe(3);
  expect(costOf({ kind: "clock", by: -2 }, prices)).toBe(2);
  expect(costOf({ kind: "remove-tag", tag: "a" }, prices)).toBe(2);
});
