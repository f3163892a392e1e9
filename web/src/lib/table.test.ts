import { expect, test } from "vitest";
import type { NumberedLine } from "../wire";
import { joined, merged } from "./table.svelte";

test("b40 parts are replaced whole and null takes one away", () => {
  const before = { scene: { open: true, title: "码头" }, "roll/a": {}, story: 1 };
  const after = merged(before, { scene: { open: false }, "roll/a": null });
  expect(after).toEqual({ scene: { open: false }, story: 1 });
  expect(before["roll/a"]).toEqual({});
});

test("b40 a line is never shown twice, whatever was sent again", () => {
  const lines = (...numbers: number[]) => numbers.map((n) => ({ n }) as NumberedLine);
  const numbers = (have: number[], more: number[]) =>
    joined(lines(...have), lines(...more)).map(({ n }) => n);
  expect(numbers([], [4, 5])).toEqual([4, 5]);
  expect(numbers([1, 2, 3], [2, 3, 4])).toEqual([1, 2, 3, 4]);
  expect(numbers([1, 2], [])).toEqual([1, 2]);
});
