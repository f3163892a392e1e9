import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { find, parse } from "./reference";

const folder = "../crates/words/reference/zh-Hans";
const rules = readdirSync(folder).flatMap((file) =>
  parse(readFileSync(`${folder}/${file}`, "utf8"), file.replace(/\.md$/, "")),
);
const ids = (word: string) => find(rules, word).map(({ id }) => id);

describe("b14 the rules are found", () => {
  test("every heading is a rule with a text", () => {
    expect(rules.length).toBeGreaterThan(80);
    expect(rules.filter(({ title, text }) => title === "" || text === "")).toEqual([]);
    expect(rules.some(({ text }) => text.includes("<!--"))).toBe(false);
  });
  test("by id, however it is written", () => {
    expect(ids("F-11")).toEqual(["F-11"]);
    expect(ids("f11")).toEqual(["F-11"]);
  });
  test("by a name, in either language, before a text that only mentions it", () => {
    expect(ids("compel")[0]).toBe("F-14");
    expect(ids("强迫")[0]).toBe("F-14");
    expect(ids("强迫").length).toBeGreaterThan(1);
  });
  test("by a whole question in natural words", () => {
    expect(ids("怎么燃尽一个标签？")).toContain("M-12");
    expect(ids("我可以援引别人的形象吗").slice(0, 3)).toContain("F-11");
    expect(ids("断线以后会丢东西吗").length).toBeGreaterThan(0);
  });
  test("by nothing, all of them; by nonsense, none", () => {
    expect(ids("").length).toBe(rules.length);
    expect(ids("zzzz")).toEqual([]);
  });
});
