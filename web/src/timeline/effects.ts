/** The typed parts a skill is put together from, as a form offers them (T-50). */
import type { TimelineEffect, TimelineEffectForm, TimelineSkill } from "../wire";

/** A part being written: its kind, and what was filled in. */
export type EffectDraft = { effect: string; values: Record<string, string | number | boolean> };

/** A part of this kind with everything as it first stands. */
export function blank(form: TimelineEffectForm | undefined): EffectDraft {
  const values: EffectDraft["values"] = {};
  for (const { key, preset } of form?.fields ?? []) {
    if (preset !== undefined) values[key] = preset;
  }
  return { effect: form?.effect ?? "told", values };
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
