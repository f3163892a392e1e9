import { expect, test } from "vitest";
import { secretsIn } from "./secrets";

test("b30 what not all may see is found, with what it belongs to", () => {
  const parts = {
    "table/seats": { seats: [{ seat: "s1", name: "林", seen: "host", id: "x" }] },
    ruleset: { examples: [{ id: "e", name: "例", seen: "host" }] },
    "challenge/1": {
      id: "c1",
      name: "无面人",
      seen: "all",
      limits: [
        { id: "l1", status: "被认出", seen: "host" },
        { id: "l2", status: "击退", seen: "all" },
      ],
    },
    "character/2": { id: "n1", name: { "zh-Hans": "影子", en: "Shadow" }, seen: { seats: ["s2"] } },
    scene: { title: "码头", notes: "三更有人来", tags: [] },
  };
  const { secrets, notes } = secretsIn(parts);
  expect(secrets).toEqual([
    { id: "l1", name: "被认出", of: "无面人", seen: "host" },
    {
      id: "n1",
      name: { "zh-Hans": "影子", en: "Shadow" },
      of: null,
      seen: { seats: ["s2"] },
    },
  ]);
  expect(notes).toEqual([{ of: "码头", text: "三更有人来" }]);
});
