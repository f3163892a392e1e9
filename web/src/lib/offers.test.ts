import { expect, test } from "vitest";
import { at, complete, filled, fits, matches, put, varied, commandOn } from "./offers";

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
  expect(matches(spend, { do: "spend", effects: [{ kind: "clue" }] })).toBe(true);
  expect(matches(spend, { do: "spend", line: "x" })).toBe(false);
});

test("a field says whether a value fits its bounds", () => {
  const number = field("x", { kind: "number", min: 1, max: 6 });
  expect([0, 1, 6, 7, NaN].map((value) => fits(number, value))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  const text = field("x", { kind: "text", max: 3, optional: false });
  expect(["", " ", "三个字", "四个字了"].map((value) => fits(text, value))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

const field = (path: string, bounds: Parameters<typeof fits>[0]["bounds"]) => ({
  path,
  label: { id: path },
  bounds,
});

test("an offer is complete as it stands, unless it has words yet to be written", () => {
  const text = { kind: "text", max: 9, optional: false } as const;
  const offer = { command: { name: "…", note: "" }, fields: [field("name", text)] };
  expect(complete(offer, new Map())).toBe(false);
  expect(complete(offer, new Map([["name", " "]]))).toBe(false);
  expect(complete(offer, new Map([["name", "雾"]]))).toBe(true);
  const absent = { command: { do: "take" }, fields: [field("name", text)] };
  expect(complete(absent, new Map())).toBe(true);
});

test("an offer is varied only within its bounds", () => {
  const of = ["a", "b"].map((value) => ({ value, label: { id: value } }));
  const offer = {
    command: { do: "propose", source: "a" },
    fields: [field("source", { kind: "choice", of }), field("burn", { kind: "switch" })],
  };
  expect(varied(offer, { source: "b", burn: true })).toEqual({
    do: "propose",
    source: "b",
    burn: true,
  });
  expect(varied(offer, { source: "b", burn: false })).toMatchObject({ source: "b" });
  expect(varied(offer, { source: "c" })).toBeUndefined();
  expect(varied(offer, { roll: "r2" })).toBeUndefined();
});

test("a verb on a thing is a command", () => {
  const command = { do: "review", roll: "@in", lines: ["@of"], verdict: "approved" };
  expect(commandOn(command, "l1", "r1")).toEqual({
    do: "review",
    roll: "r1",
    lines: ["l1"],
    verdict: "approved",
  });
});
