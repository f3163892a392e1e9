import { expect, test } from "vitest";
import type { Table } from "../lib/table.svelte";
import { addressOf, faceOf, nameOf } from "./pictures";

test("b43 a picture's address tells its table and its id and nothing else", () => {
  expect(addressOf("t", "p")).toBe("/api/tables/t/pictures/p");
  expect(addressOf("t", "p", true)).toBe("/api/tables/t/pictures/p?small=true");
});

test("b43 faces are found by what they belong to", () => {
  const plate = (picture: string) => ({ picture, width: 1, height: 1 });
  const faces = {
    "character/a": plate("1"),
    "challenge/b": plate("2"),
    "scene/码头": plate("3"),
  };
  const here = { shown: { "table/faces": { faces } } } as unknown as Table;
  expect(faceOf(here, "face", "a")?.picture).toBe("1");
  expect(faceOf(here, "face", "b")?.picture).toBe("2");
  expect(faceOf(here, "scene", "码头")?.picture).toBe("3");
  expect(faceOf(here, "face", "码头")).toBeUndefined();
  expect(faceOf({ shown: {} } as unknown as Table, "face", "a")).toBeUndefined();
});

test("b43 a file is named without its ending, on one line, no longer than a name may be", () => {
  const named = (name: string) => nameOf(new File([], name));
  expect(named("湿透的名单.JPG")).toBe("湿透的名单");
  expect(named(".png")).toBe("…");
  expect([...named(`${"灯".repeat(90)}.png`)].length).toBe(40);
});
