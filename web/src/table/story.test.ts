import { describe, expect, test } from "vitest";
import type { Arg, Message, NumberedLine } from "../wire";
import { folded, gathered, isMinor, toldBy, undoneIn } from "./story";

let n = 0;
function line(
  kind: "game" | "talk" | "table",
  id: string,
  args: Record<string, Arg> = {},
  more: { at?: string; roll?: boolean } = {},
): NumberedLine {
  n += 1;
  const message: Message = { id, args };
  return {
    n,
    at: more.at ?? `2026-01-01T00:00:${String(n).padStart(2, "0")}Z`,
    kind,
    line: { message, ...(more.roll ? { roll: {} as never } : {}) },
  };
}
const struck = (lines: NumberedLine[]) =>
  lines.filter(({ n }) => undoneIn(lines).has(n)).map(({ line }) => line.message.id);
const shape = (lines: NumberedLine[]) =>
  folded(lines, toldBy, undoneIn(lines)).map((entry) =>
    entry.kind === "deed"
      ? entry.lines.map(({ line }) => line.message.id)
      : entry.line.line.message.id,
  );

describe("b48 what was undone is struck", () => {
  test("an undone command takes all its lines with it, a redone one gives them back", () => {
    const lines = [
      line("game", "a"),
      line("game", "b1", {}, { at: "t" }),
      line("game", "b2", {}, { at: "t" }),
      line("talk", "said"),
      line("table", "table-undone", { what: { id: "b2", args: {} } }),
    ];
    expect(struck(lines)).toEqual(["b1", "b2"]);
    const again = [...lines, line("table", "table-redone", { what: { id: "b2", args: {} } })];
    expect(struck(again)).toEqual([]);
  });
  test("what is done anew leaves what was undone struck", () => {
    const lines = [
      line("game", "a"),
      line("table", "table-taken-back", { what: { id: "a", args: {} } }),
      line("game", "b"),
      line("table", "table-undone", { what: { id: "b", args: {} } }),
      line("table", "table-redone", { what: { id: "b", args: {} } }),
    ];
    expect(struck(lines)).toEqual(["a"]);
  });
  test("rewinding strikes all after the point, and to the start strikes everything", () => {
    const lines = [
      line("game", "a"),
      line("game", "b"),
      line("game", "c"),
      line("table", "table-rewound", { what: { id: "a", args: {} } }),
    ];
    expect(struck(lines)).toEqual(["b", "c"]);
    lines.push(line("table", "table-rewound", { what: { id: "c", args: {} } }));
    expect(struck(lines)).toEqual([]);
    lines.push(line("table", "table-rewound-to-start"));
    expect(struck(lines)).toEqual(["a", "b", "c"]);
  });
  test("lines that were never loaded strike nothing", () => {
    const lines = [
      line("game", "a"),
      line("table", "table-undone", { what: { id: "x", args: {} } }),
    ];
    expect(struck(lines)).toEqual([]);
  });
});

describe("b48 an action is one card", () => {
  test("from its beginning over its roll to what follows, where the dice fell", () => {
    const lines = [
      line("game", "mist-told-opened", { who: "a" }),
      line("game", "mist-told-line-help", { what: "x" }),
      line("talk", "said"),
      line("game", "mist-told-rolled", { who: "a" }, { roll: true }),
      line("game", "mist-told-owed"),
      line("game", "mist-told-clue"),
    ];
    expect(shape(lines)).toEqual([
      "said",
      ["mist-told-opened", "mist-told-line-help", "mist-told-rolled", "mist-told-owed"],
      "mist-told-clue",
    ]);
  });
  test("two at once are told apart by who acts; a scene ends them", () => {
    const lines = [
      line("game", "mist-told-opened", { who: "a" }),
      line("game", "mist-told-opened", { who: "b" }),
      line("game", "mist-told-rolled", { who: "a" }, { roll: true }),
      line("game", "mist-told-scene"),
      line("game", "mist-told-approved"),
    ];
    expect(shape(lines)).toEqual([
      ["mist-told-opened"],
      ["mist-told-opened", "mist-told-rolled"],
      "mist-told-scene",
      "mist-told-approved",
    ]);
  });
  test("rolls that nothing announced have a card each", () => {
    const lines = [
      line("game", "timeline-checked", { who: "a" }, { roll: true }),
      line("game", "timeline-checked", { who: "a" }, { roll: true }),
      line("talk", "table-rolled", {}, { roll: true }),
    ];
    expect(shape(lines)).toEqual([["timeline-checked"], ["timeline-checked"], ["table-rolled"]]);
  });
});

test("b48 the furniture of a scene and steps are said small, what happens is not", () => {
  const small = ["fate-zone-added", "fate-moved", "fate-aspect-added-on", "fate-let-stand-now"];
  const large = ["fate-boost-gained", "fate-taken-out", "fate-conflict-began", "fate-scene-set"];
  for (const id of small) expect(isMinor(line("game", id)), id).toBe(true);
  for (const id of large) expect(isMinor(line("game", id)), id).toBe(false);
});

test("b48 small print is gathered once something has followed it, and no sooner", () => {
  const plain = (n: number, more: object = {}) => ({
    key: `l${n}`,
    kind: "line" as const,
    line: { n, kind: "table", line: { message: { id: "table-entered" } }, ...more } as NumberedLine,
  });
  const few = [plain(1), plain(2), plain(3)];
  const talk = plain(5, { kind: "talk" });
  expect(gathered([...few, talk])).toEqual([...few, talk]);
  const many = [...few, plain(4)];
  expect(gathered(many)).toEqual(many);
  const [run, after] = gathered([...many, talk]);
  expect(run).toMatchObject({ key: "r1", kind: "run" });
  expect(run?.kind === "run" && run.lines.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(after).toEqual(talk);
});

test("b44 a scene that the table itself begins is a chapter too", () => {
  const line = (n: number, kind: string, id: string) =>
    ({ n, kind, line: { message: { id, args: {} } } }) as unknown as NumberedLine;
  const lines = [line(1, "table", "table-entered"), line(2, "table", "table-scene")];
  const kinds = folded(lines, toldBy, new Set()).map(({ kind }) => kind);
  expect(kinds).toEqual(["line", "chapter"]);
});

test("b52 the way to the session before stays in sight among small print", () => {
  const plain = (n: number, id: string, args: object) => ({
    key: `l${n}`,
    kind: "line" as const,
    line: { n, kind: "table", line: { message: { id, args } } } as NumberedLine,
  });
  const run = [1, 2, 3, 4].map((n) => plain(n, "table-entered", {}));
  const began = plain(5, "table-session-began", { number: 2 });
  const talk = { ...plain(6, "table-said", {}), line: { ...run[0]!.line, kind: "talk" } };
  const [, way] = gathered([...run, began, talk as typeof began]);
  expect(way).toEqual(began);
  // Before the first there is nothing to look back at.
  const first = plain(5, "table-session-began", { number: 1 });
  expect(gathered([...run, first, talk as typeof began])).toHaveLength(2);
});
