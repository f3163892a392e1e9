import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { find, firstSentence, laidOut, marked, type Rule } from "./reference";

const folder = "../crates/words/reference/zh-Hans";
/** The paragraphs as they are written: what is found does not hang on the numbers of a pack. */
const rules: Rule[] = readdirSync(folder).flatMap((file) =>
  readFileSync(`${folder}/${file}`, "utf8")
    .split(/\n(?=##? )/)
    .filter((section) => section.startsWith("## "))
    .map((section) => section.slice(3))
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const [id = "", ...title] = heading.split(" ");
      const also = /<!-- also:(.*?)-->/.exec(section)?.[1]?.split(/[,，、]/) ?? [];
      const text = lines.filter((line) => !line.startsWith("<!--")).join("\n");
      const family = file.replace(/\.md$/, "");
      return {
        id,
        title: title.join(" "),
        also: also.map((word) => word.trim()),
        text,
        family,
        chapter: "",
      };
    }),
);
const ids = (word: string) => find(rules, word).map(({ id }) => id);

describe("b14 the rules are found", () => {
  test("tables of a text are tables", () => {
    const dice = laidOut("Roll.\n\n| power | no % |\n|---:|---:|\n| 0 | 41.67 |\n| 1 | 50.00 |");
    expect(dice.map((piece) => ("words" in piece ? "words" : "table"))).toEqual(["words", "table"]);
    const table = dice[1]!;
    expect("rows" in table && table.rows[1]).toEqual(["1", "50.00"]);
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

test("what was asked is marked wherever it stands, a single letter only where it is wanted", () => {
  const hits = (asked: string, least?: number) =>
    marked("燃尽的标签，再燃一次", asked, least).flatMap(({ text, hit }) => (hit ? [text] : []));
  expect(hits("标签")).toEqual(["标签"]);
  expect(hits("燃")).toEqual([]);
  expect(hits("燃", 1)).toEqual(["燃", "燃"]);
  expect(hits("没有")).toEqual([]);
});

test("the first sentence of a rule ends before a list or a table", () => {
  expect(firstSentence("掷 2d6。总和落在哪一段。")).toBe("掷 2d6");
  expect(firstSentence("| 段 | 结果 |\n|---|---|\n| 6 | 失败 |")).toBe("");
});
