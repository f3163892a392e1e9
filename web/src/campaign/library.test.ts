import { expect, test } from "vitest";
import { libraryFile, readLibrary } from "./library";
import type { ReadyThing } from "../wire";

const thing: ReadyThing = {
  kind: { id: "ready-challenge" },
  name: "鸦群",
  text: "",
  marks: [],
  hidden: false,
  thing: { kind: "challenge", name: "鸦群", text: "" },
};

test("b44 a library goes into a file and comes back, for its own family alone", async () => {
  const file = await libraryFile("mist", [thing]).text();
  expect(readLibrary("mist", file)).toEqual([thing]);
  expect(readLibrary("fate", file)).toEqual([]);
});

test("b44 what is no library brings nothing and breaks nothing", () => {
  for (const text of ["", "null", "[]", "{}", '{"things":3}', '{"things":[{"family":"mist"}]}']) {
    expect(readLibrary("mist", text)).toEqual([]);
  }
});
