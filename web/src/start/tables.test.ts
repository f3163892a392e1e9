import { expect, test } from "vitest";
import { dayOf, parseTables, withTable, type KnownTable } from "./tables";

const table = (id: string, more: Partial<KnownTable> = {}): KnownTable => ({
  id,
  title: id,
  name: "林",
  at: 1,
  ...more,
});

test("b06 the newest table comes first, each once, a dozen at most", () => {
  const two = withTable(withTable([], table("a", { pack: "mist-2d6" })), table("b"));
  expect(two.map((one) => one.id)).toEqual(["b", "a"]);
  const again = withTable(two, table("a", { at: 9 }));
  expect(again.map((one) => one.id)).toEqual(["a", "b"]);
  // Entered by a link, which does not tell the ruleset: what was known stays.
  expect(again[0]).toEqual(table("a", { at: 9, pack: "mist-2d6" }));
  let many: KnownTable[] = [];
  for (let n = 0; n < 20; n += 1) many = withTable(many, table(`t${n}`));
  expect(many).toHaveLength(12);
  expect(many[0]!.id).toBe("t19");
});

test("b06 what cannot be read is left out", () => {
  expect(parseTables(null)).toEqual([]);
  expect(parseTables("{")).toEqual([]);
  expect(parseTables('{"a":1}')).toEqual([]);
  expect(parseTables(JSON.stringify([{ id: 3 }, null, table("a")]))).toEqual([table("a")]);
});

test("b06 a table of this week is told by its day, an older one by its date", () => {
  const now = new Date(2026, 10, 20, 0, 30).getTime();
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
  expect(dayOf(now, now, "zh-Hans")).toBe("今天");
  expect(dayOf(at(19, 23), now, "zh-Hans")).toBe("昨天");
  expect(dayOf(at(17, 1), now, "en")).toBe("3 days ago");
  expect(dayOf(at(10, 12), now, "en")).toBe("Nov 10");
  // A clock that went back is no reason to speak of tomorrow.
  expect(dayOf(at(21, 12), now, "en")).toBe("Nov 21");
});
