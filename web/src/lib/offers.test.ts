import { expect, test } from "vitest";
import { at, filled, fits, matches, mentions, put } from "./offers";

const spend = { do: "spend", roll: "r1", effects: [{ kind: "clue", text: "" }] };

test("a field is found and changed by its path, and nothing else is", () => {
  expect(at(spend, "effects/0/text")).toBe("");
  expect(at(spend, "effects/1/text")).toBeUndefined();
  const changed = put(spend, "effects/0/text", "血迹");
  expect(changed).toEqual({ ...spend, effects: [{ kind: "clue", text: "血迹" }] });
  expect(spend.effects[0]!.text).toBe("");
  expect(put({ do: "act" }, "seen", "host")).toEqual({ do: "act", seen: "host" });
});

test("an offer is filled with all that was changed", () => {
  const values = new Map([
    ["effects/0/text", "血迹"],
    ["roll", "r2"],
  ]);
  expect(filled(spend, values)).toEqual({
    do: "spend",
    roll: "r2",
    effects: [{ kind: "clue", text: "血迹" }],
  });
});

test("offers are found by what they name", () => {
  expect(mentions(spend, "r1")).toBe(true);
  expect(mentions(spend, "r2")).toBe(false);
  expect(matches(spend, { do: "spend", effects: [{ kind: "clue" }] })).toBe(true);
  expect(matches(spend, { do: "spend", line: "x" })).toBe(false);
});

test("a field says whether a value fits its bounds", () => {
  const field = (bounds: Parameters<typeof fits>[0]["bounds"]) => ({
    path: "x",
    label: { id: "x" },
    bounds,
  });
  const number = field({ kind: "number", min: 1, max: 6 });
  expect([0, 1, 6, 7, NaN].map((value) => fits(number, value))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  const text = field({ kind: "text", max: 3, optional: false });
  expect(["", " ", "三个字", "四个字了"].map((value) => fits(text, value))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});
