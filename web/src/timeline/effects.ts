/** The typed parts a skill is put together from, as a form offers them (T-50). */
import type { TimelineEffect, TimelineSkill } from "../wire";

/** What is asked for in a part. */
export type EffectField =
  | { key: string; kind: "amount"; preset: string }
  | { key: string; kind: "count"; preset: number }
  | { key: string; kind: "points"; preset: number }
  | { key: string; kind: "text" }
  | { key: string; kind: "switch" }
  | { key: "kind"; kind: "grip" }
  | { key: "resource" | "from"; kind: "resource"; optional: boolean }
  | { key: "whom"; kind: "whom" }
  | { key: "resist" | "attribute"; kind: "attribute"; optional: boolean };

const amount: EffectField = { key: "amount", kind: "amount", preset: "impact" };
const resource: EffectField = { key: "resource", kind: "resource", optional: true };
const whom: EffectField = { key: "whom", kind: "whom" };
const lasts: EffectField = { key: "lasts", kind: "amount", preset: "" };
const resist: EffectField = { key: "resist", kind: "attribute", optional: true };

export const EFFECTS: Record<string, EffectField[]> = {
  damage: [amount, resource, whom, { key: "unhealable", kind: "switch" }],
  heal: [amount, resource, whom],
  shield: [amount, whom],
  move: [amount],
  control: [{ key: "kind", kind: "grip" }, resist, whom, lasts],
  weaken: [amount, resist, whom],
  hits: [{ key: "times", kind: "count", preset: 2 }, amount, resource],
  charges: [{ key: "times", kind: "count", preset: 2 }, amount, resource],
  reflect: [{ key: "times", kind: "count", preset: 1 }, amount],
  "over-time": [
    { key: "times", kind: "count", preset: 3 },
    { key: "every", kind: "amount", preset: "2" },
    { key: "amount", kind: "amount", preset: "impact / 3" },
    resource,
    { key: "drains", kind: "switch" },
  ],
  punish: [amount],
  spoils: [amount, resource],
  hide: [amount],
  reveal: [],
  bear: [],
  assume: [],
  shift: [amount, { key: "from", kind: "resource", optional: false }],
  summon: [
    { key: "hit_points", kind: "amount", preset: "impact" },
    { key: "mirrors", kind: "switch" },
  ],
  percentages: [
    { key: "attribute", kind: "attribute", optional: false },
    { key: "points", kind: "points", preset: 1000 },
    lasts,
  ],
  told: [{ key: "text", kind: "text" }],
};

/** A part being written: its kind, and what was filled in. */
export type EffectDraft = { effect: string; values: Record<string, string | number | boolean> };

/** A part of this kind with everything as it first stands. */
export function blank(effect: string): EffectDraft {
  const values: EffectDraft["values"] = {};
  for (const field of EFFECTS[effect] ?? []) {
    if ("preset" in field) values[field.key] = field.preset;
    else if (field.kind === "whom") values[field.key] = "target";
    else if (field.kind === "grip") values[field.key] = "stun";
    else if (field.kind === "switch") values[field.key] = false;
    else if (field.kind === "text") values[field.key] = "";
    else if (!field.optional)
      values[field.key] = field.kind === "resource" ? "hit-points" : "strength";
  }
  return { effect, values };
}

/** The parts as the wire has them; what was left empty is left away. */
export function effectsOf(drafts: EffectDraft[]): TimelineEffect[] {
  return drafts.map(({ effect, values }) => {
    const filled = Object.entries(values).filter(([, value]) => value !== "");
    return { effect, ...Object.fromEntries(filled) } as unknown as TimelineEffect;
  });
}

/** A skill's amounts, in the order of its parts, for a line that sums it up. */
export function amountsOf(skill: TimelineSkill): [string, string][] {
  return skill.effects.map((effect) => {
    const inside = effect as unknown as Record<string, unknown>;
    const found = inside["amount"] ?? inside["hit_points"] ?? "";
    return [effect.effect, typeof found === "string" ? found : ""];
  });
}
