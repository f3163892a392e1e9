import { describe, expect, test, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });
const { argument, bestOf, bundleOf, sayIn } = await import("./words.svelte");

const bundle = bundleOf("en", [
  'list-separator = { ", " }',
  "hello = Hello { $who }",
  "many = { $count ->\n  [one] one\n *[other] { $count } things\n}",
]);
const check = (message: Parameters<typeof sayIn>[2], expected: string) =>
  expect(sayIn(bundle, "en", message)).toBe(expected);

describe("b74 words", () => {
  test("arguments are put in without marks around them", () =>
    check({ id: "hello", args: { who: "叶岚" } }, "Hello 叶岚"));
  test("numbers have no grouping and choose the plural", () => {
    check({ id: "many", args: { count: 1 } }, "one");
    check({ id: "many", args: { count: 12345 } }, "12345 things");
  });
  test("messages inside messages, and lists of them", () => {
    const inner = { id: "hello", args: { who: "A" } };
    check({ id: "hello", args: { who: inner } }, "Hello Hello A");
    check({ id: "hello", args: { who: [inner, inner] } }, "Hello Hello A, Hello A");
  });
  test("a pack's word is read in the reader's language, or else in zh-Hans", () => {
    check({ id: "hello", args: { who: { "zh-Hans": "雾", en: "mist" } } }, "Hello mist");
    check({ id: "hello", args: { who: { "zh-Hans": "雾" } } }, "Hello 雾");
  });
  test("an argument alone is read as it would be inside its message", () => {
    const { args } = {
      args: { text: "雾", term: { "zh-Hans": "雾", en: "mist" }, empty: "", count: 2 },
    };
    const read = (name: string) => argument({ id: "hello", args }, name);
    expect(read("text")).toBe("雾");
    // Until the reader's language is known, the page speaks the first one.
    expect(read("term")).toBe("雾");
    for (const name of ["empty", "count", "missing"]) expect(read(name)).toBeUndefined();
  });
  test("an unknown id is shown as it is", () =>
    check({ id: "nothing-like-it" }, "nothing-like-it"));

  test("the reader's language is found from the browser's", () => {
    const best = (tags: string[], expected: string) => expect(bestOf(tags)).toBe(expected);
    best(["zh-TW", "zh"], "zh-Hant");
    best(["zh-Hant-HK"], "zh-Hant");
    best(["zh-CN"], "zh-Hans");
    best(["fr", "en-GB"], "en");
    best(["fr"], "zh-Hans");
  });
});
