/**
 * The toy on the start page: two dice and a power, before anyone has opened a table. It shows what
 * picking feels like; at a table the server counts, by the table's own rules.
 */
import type { Chance } from "../look/parts/OddsBar.svelte";
import type { Tone } from "../look/world";
import type { Pick } from "../look/pick";

export type ToyTag = { id: string; worth: number; cycle: readonly Pick[] };

export const TAGS: readonly ToyTag[] = [
  { id: "birds", worth: 1, cycle: ["help", "burn"] },
  { id: "eyes", worth: 1, cycle: ["help", "burn"] },
  { id: "paper", worth: 1, cycle: ["help", "burn"] },
  { id: "focus", worth: 2, cycle: ["help"] },
  { id: "fog", worth: 1, cycle: ["hinder"] },
];

export function worth(tag: ToyTag, pick: Pick | null): number {
  if (pick === null) return 0;
  if (pick === "burn") return 3;
  return pick === "hinder" ? -tag.worth : tag.worth;
}

export function toneOf(total: number): Tone {
  return total <= 6 ? "failure" : total <= 9 ? "mixed" : "full";
}

/** All 36 throws, counted. */
export function chances(power: number, label: (tone: Tone) => string): Chance[] {
  const count: Record<string, number> = { failure: 0, mixed: 0, full: 0 };
  for (let first = 1; first <= 6; first += 1)
    for (let second = 1; second <= 6; second += 1) count[toneOf(first + second + power)]! += 1;
  return (["failure", "mixed", "full"] as const).map((tone) => ({
    tone,
    label: label(tone),
    points: (count[tone]! / 36) * 10_000,
  }));
}

/** A fair die: numbers that would favour a face are drawn again. */
export function throwDie(): number {
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (byte[0]! >= 252);
  return (byte[0]! % 6) + 1;
}
