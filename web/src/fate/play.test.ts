import { describe, expect, it } from "vitest";
import type { Json } from "../lib/offers";
import type { AnyOffer, Table } from "../lib/table.svelte";
import { absorption, aims, Play } from "./play.svelte";

const label = { id: "fate-act-attack" };
const offer = (command: Json, fields: AnyOffer["fields"] = []): AnyOffer => ({
  label,
  command,
  fields,
  rule: "F-23",
  verb: "attack",
  key: "attack",
});
const choice = (path: string, ...values: Json[]): AnyOffer["fields"][number] => ({
  path,
  label,
  bounds: { kind: "choice", of: values.map((value) => ({ value, label })) },
});

describe("a deed aimed at what was pressed", () => {
  const attack = offer({ do: "act", against: { character: "a" } }, [
    choice("against", { character: "a" }, { character: "b" }),
    choice("act/track", "physical"),
  ]);

  it("f23_presses the one who is attacked", () => {
    expect(aims(attack, "b")).toEqual(new Map([["against", { character: "b" }]]));
  });

  it("f43_is not offered at what no choice names", () => {
    expect(aims(attack, "zone")).toBeUndefined();
    expect(aims(offer({ do: "concede", character: "a" }), "a")).toBeUndefined();
  });
});

describe("a hit that is taken", () => {
  const way = (boxes: number, ...slots: string[]) =>
    offer({
      do: "absorb",
      hit: "h",
      boxes,
      consequences: slots.map((slot) => ({ slot, name: "…" })),
    });
  const ways = [way(4), way(2, "mild"), way(0, "mild", "moderate")];

  it("f31_is the way with these boxes and slots, its consequences named in their order", () => {
    const names = new Map([
      ["moderate", "断了肋骨"],
      ["mild", " 崴了脚 "],
    ]);
    const taken = { hit: "h", boxes: 0, slots: ["moderate", "mild"], names, marks: [] };
    expect(absorption(ways, taken)).toEqual({
      do: "absorb",
      hit: "h",
      boxes: 0,
      consequences: [
        { slot: "mild", name: "崴了脚" },
        { slot: "moderate", name: "断了肋骨" },
      ],
    });
  });

  it("f31_is none that the rules do not allow", () => {
    const names = new Map<string, string>();
    expect(absorption(ways, { hit: "h", boxes: 3, slots: [], names, marks: [] })).toBeUndefined();
    expect(
      absorption(ways, { hit: "h", boxes: 4, slots: ["mild"], names, marks: [] }),
    ).toBeUndefined();
  });
});

describe("an answer that is asked for", () => {
  it("f25_is no form any more once the action it was about is gone", () => {
    const play = new Play({ shown: {}, looking: false } as unknown as Table);
    const asked = { ...offer({ do: "oppose", action: "a" }), verb: "oppose", waits: label };
    play.ofCase = [asked];
    expect(play.case).toBeUndefined();
    expect(play.form).toBeNull();
  });
});
