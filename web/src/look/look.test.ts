import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { boxes, fromTo, worth } from "./boxes";
import { equation } from "./equation";
import { openCards } from "./hand";
import { figureOf, hueOf, monogram } from "./monogram";
import { dusk, skyline } from "./parts/backdrop";
import { gestureOf, nextPick, signed, type Pick } from "./pick";
import { place } from "./place";
import { at, ticks } from "./scale";
import { hash, seeded } from "./seed";
import { settle, step } from "./snap";
import { worldOf } from "./world";

describe("a chip", () => {
  const pressed = (cycle: Pick[], times: number) => {
    const seen: (Pick | null)[] = [];
    let now: Pick | null = null;
    for (let press = 0; press < times; press += 1) {
      now = nextPick(now, "press", cycle);
      seen.push(now);
    }
    return seen;
  };

  it("goes through its cycle and off", () => {
    expect(pressed(["help", "burn"], 4)).toEqual(["help", "burn", null, "help"]);
    expect(pressed(["help"], 3)).toEqual(["help", null, "help"]);
  });

  it("starts on its likely side", () => {
    expect(pressed(["hinder", "help"], 3)).toEqual(["hinder", "help", null]);
  });

  it("is set by a gesture and taken back by the same one", () => {
    expect(nextPick("help", "hinder", ["help", "burn"], ["hinder"])).toBe("hinder");
    expect(nextPick("hinder", "hinder", ["help", "burn"], ["hinder"])).toBe(null);
    expect(nextPick(null, "burn", ["help", "burn"])).toBe("burn");
  });

  it("is taken back by a press when another gesture set it", () => {
    expect(nextPick("hinder", "press", ["help", "burn"], ["hinder"])).toBe(null);
  });

  it("does nothing it cannot do", () => {
    expect(nextPick("help", "burn", ["help"])).toBe("help");
    expect(nextPick(null, "hinder", ["help"])).toBe(null);
    expect(nextPick(null, "press", [])).toBe(null);
  });

  it("knows its keys", () => {
    expect([gestureOf("b"), gestureOf("−"), gestureOf("-"), gestureOf("x")]).toEqual([
      "burn",
      "hinder",
      "hinder",
      null,
    ]);
  });

  it("writes numbers with a true minus", () => {
    expect([signed(2), signed(0), signed(-3)]).toEqual(["+2", "+0", "−3"]);
  });
});

describe("a track", () => {
  it("shows each box once, what is marked before what could be", () => {
    const row = boxes({ marks: [1, 3], limit: 4, bought: [4], buyable: [3, 4, 5], incoming: [6] });
    expect(row.map((box) => box.state)).toEqual([
      "marked",
      "empty",
      "marked",
      "bought",
      "buy",
      "incoming",
    ]);
  });

  it("flags its limit and fades what lies beyond", () => {
    const row = boxes({ marks: [], limit: 4 });
    expect(row.filter((box) => box.flag).map((box) => box.number)).toEqual([4]);
    expect(row.filter((box) => box.beyond).map((box) => box.number)).toEqual([5, 6]);
    expect(boxes({ marks: [] }).some((box) => box.flag || box.beyond)).toBe(false);
  });

  it("is worth its highest box and tells from and to", () => {
    expect(worth([])).toBe(0);
    expect(worth([1, 3])).toBe(3);
    expect(fromTo({ marks: [2] })).toBe("2");
    expect(fromTo({ marks: [1, 2], bought: [3, 4] })).toBe("2→4");
    expect(fromTo({ marks: [], incoming: [2] })).toBe("0→2");
    expect(fromTo({ marks: [4], bought: [3] })).toBe("4");
  });
});

describe("a sheet", () => {
  it("settles at the nearest point when it is let go slowly", () => {
    expect([0.1, 0.3, 0.6, 0.9].map((height) => settle(height, 0))).toEqual([
      "down",
      "half",
      "half",
      "full",
    ]);
  });

  it("goes on to the next point when it is flicked", () => {
    expect(settle(0.1, 2)).toBe("half");
    expect(settle(0.6, 2)).toBe("full");
    expect(settle(0.9, -2)).toBe("half");
    expect(settle(0.4, -2)).toBe("down");
    expect(settle(1, 2)).toBe("full");
    expect(settle(0, -2)).toBe("down");
  });

  it("steps by keys and stays within its points", () => {
    expect([step("down", 1), step("half", 1), step("full", 1), step("down", -1)]).toEqual([
      "half",
      "full",
      "full",
      "down",
    ]);
  });
});

describe("a face", () => {
  it("is the same for the same id", () => {
    expect(hueOf("顾遥")).toBe(hueOf("顾遥"));
    expect(figureOf("x")).toBe(figureOf("x"));
    const hues = new Set(Array.from({ length: 40 }, (_, n) => hueOf(`seat ${n}`)));
    expect(hues.size).toBeGreaterThan(12);
  });

  it("takes the letter people would take", () => {
    const letters = ["顾遥", "阿岚", "小周", "阿", "Mira", "Jo Ann Lee", "  ", "欧阳锋", "ümit"];
    expect(letters.map(monogram)).toEqual(["顾", "岚", "周", "阿", "M", "JA", "?", "欧", "Ü"]);
  });
});

describe("a drawn scene", () => {
  it("depends on its id alone", () => {
    expect(dusk("dock")).toEqual(dusk("dock"));
    expect(dusk("dock")).not.toEqual(dusk("tower"));
    expect(skyline("a")).toEqual(skyline("a"));
    expect(hash("a")).not.toBe(hash("b"));
    const random = seeded("x");
    for (let n = 0; n < 100; n += 1) {
      const value = random();
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(1);
    }
  });

  it("stays small", () => {
    expect(JSON.stringify(skyline("dock")).length).toBeLessThan(12_000);
    expect(JSON.stringify(dusk("dock")).length).toBeLessThan(2_000);
  });
});

describe("an equation", () => {
  const text = (terms: Parameters<typeof equation>[0], total: number) =>
    equation(terms, total)
      ?.map((piece) => piece.text)
      .join(" ") ?? null;

  it("leaves one die alone to its total", () => {
    expect(text([{ value: 10, die: true }], 10)).toBe(null);
  });

  it("joins dice and signs modifiers", () => {
    const terms = [{ value: 3, die: true }, { value: 5, die: true }, { value: 4 }];
    expect(text(terms, 12)).toBe("3 + 5 +4");
    expect(text([{ value: -1, die: true }, { value: -2, die: true }, { value: -3 }], -6)).toBe(
      "−1 − 2 −3",
    );
  });

  it("is not shown when it is not true", () => {
    expect(text([{ value: 3, die: true }], 12)).toBe(null);
    expect(text([], 0)).toBe(null);
  });
});

describe("a hand", () => {
  const ids = ["a", "b", "c", "d", "e"];
  it("lies open when it fits, and while picking", () => {
    expect(openCards(["a", "b", "c"], [], false)).toEqual(["a", "b", "c"]);
    expect(openCards(ids, [], true)).toEqual(ids);
  });
  it("keeps two open when it is crowded, the last ones wanted first", () => {
    expect(openCards(ids, [], false)).toEqual(["a", "b"]);
    expect(openCards(ids, ["d"], false)).toEqual(["a", "d"]);
    expect(openCards(ids, ["d", "e", "c"], false)).toEqual(["c", "e"]);
    expect(openCards(ids, ["gone"], false)).toEqual(["a", "b"]);
  });
});

describe("a popover", () => {
  const window = { width: 400, height: 600 };
  const size = { width: 200, height: 150 };
  it("stands under its thing, or above where there is no room", () => {
    expect(place({ left: 20, top: 100, right: 60, bottom: 130 }, size, window)).toEqual({
      left: 20,
      top: 136,
    });
    expect(place({ left: 20, top: 500, right: 60, bottom: 530 }, size, window).top).toBe(344);
  });
  it("stays in the window", () => {
    expect(place({ left: 380, top: 100, right: 399, bottom: 130 }, size, window).left).toBe(192);
    const tall = place(
      { left: 0, top: 10, right: 10, bottom: 20 },
      { width: 200, height: 900 },
      window,
    );
    expect(tall).toEqual({ left: 8, top: 8 });
  });
});

describe("a chart", () => {
  it("puts times on its axis", () => {
    expect(at(6, { from: 0, to: 12 })).toBe(50);
    expect(at(3, { from: 3, to: 14 })).toBe(0);
  });
  it("has round ticks, not too many", () => {
    expect(ticks({ from: 0, to: 16 })).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16]);
    expect(ticks({ from: 3, to: 14 })).toEqual([4, 6, 8, 10, 12, 14]);
    expect(ticks({ from: 0, to: 400 }).length).toBeLessThanOrEqual(9);
  });
});

describe("a world", () => {
  it("is the pack's own, or the family's for a homebrew one", () => {
    expect(worldOf("mist-bureau", "mist")).toBe("bureau");
    expect(worldOf("my-mist", "mist")).toBe("tales");
    expect(worldOf("my-fate", "fate")).toBe("fate");
    expect(worldOf("toy", "toy")).toBe("tales");
  });
});

describe("colours and sizes", () => {
  it("are there when they are used", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(svelte|css|ts)$/.test(file) && !file.endsWith(".test.ts"))
      .map((file) => [file, readFileSync(`src/${file}`, "utf8")] as const);
    const given = new Set(
      files.flatMap(([, text]) =>
        [...text.matchAll(/(?<!var\()(--[\w-]+)"?\s*[:=,]/g)].map(([, name]) => name),
      ),
    );
    const missing = files.flatMap(([file, text]) =>
      [...text.matchAll(/var\((--[\w-]+)\)/g)]
        .filter(([, name]) => !given.has(name))
        .map(([, name]) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
