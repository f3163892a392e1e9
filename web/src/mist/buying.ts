/** What the page draws of a purchase before the server has said yes to it. */
import type {
  MistCut,
  MistEffect,
  MistEffectRules,
  MistHarmPart,
  MistHolder,
  MistMitigateRules,
} from "../wire";

export type Gain = Extract<MistEffect, { kind: "gain-status" }>;

/** What an effect costs by the pack's prices, to show how much is left (M-17). */
export function costOf(effect: MistEffect, prices: MistEffectRules): number {
  switch (effect.kind) {
    case "gain-status":
      return effect.tier * prices.status;
    case "reduce-status":
      return effect.by * prices.status;
    case "clock":
      return Math.abs(effect.by) * prices.status;
    case "add-tag":
    case "remove-tag":
      return prices.tag;
    case "clue":
      return prices.clue;
    case "feat":
      return prices.feat;
  }
}

/** The box a gained tier would mark: its own, or the next free one (M-05). */
export function landing(marks: readonly number[], tier: number, boxes: number): number {
  let box = Math.min(tier, boxes);
  while (marks.includes(box) && box < boxes) box += 1;
  return box;
}

/** The least tier that would mark a box. */
export function tierFor(marks: readonly number[], box: number, boxes: number): number | undefined {
  for (let tier = 1; tier <= box; tier += 1) if (landing(marks, tier, boxes) === box) return tier;
  return undefined;
}

export function holds(one: MistHolder, two: MistHolder): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

/** What stopping a part of a consequence takes of the power, to show how much is left (M-30). */
export function cutCost(
  cut: MistCut,
  harms: readonly MistHarmPart[],
  { by, other }: MistMitigateRules,
  prices: MistEffectRules,
): number {
  const kind = harms[cut.part]?.harm?.kind;
  if (kind === "status" || kind === "raise") {
    return cut.by * (by === "prices" ? prices.status : 1);
  }
  const tags = ["tag", "burn", "remove", "trait"];
  return kind !== undefined && tags.includes(kind) ? prices.tag : other;
}
