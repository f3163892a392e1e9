import { expect, test } from "vitest";
import { parseTables, withTable, type KnownTable } from "./tables";

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
