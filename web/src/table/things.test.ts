import { expect, test } from "vitest";
import { aboutWhat, namesIn } from "./things";

const spell = (term: unknown) =>
  typeof term === "string" ? term : (term as { "zh-Hans": string })["zh-Hans"];

test("things are named by what the view calls them, wherever they stand", () => {
  const names = namesIn(
    {
      "character/a": {
        id: "a",
        name: "顾遥",
        themes: [{ id: "b", title: { "zh-Hans": "修书匠", en: "Binder" } }],
      },
      scene: { tags: [{ id: "c", name: "", text: "浓雾" }] },
      "table/seats": { seats: [{ id: "d", name: "林" }] },
    },
    spell,
  );
  expect([...names]).toEqual([
    ["a", "顾遥"],
    ["b", "修书匠"],
    ["c", "浓雾"],
  ]);
  expect(aboutWhat({ do: "burn", who: "a", tags: ["c", "x", "a"] }, names)).toEqual([
    "顾遥",
    "浓雾",
  ]);
});
