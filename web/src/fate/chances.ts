/** Chances as the look's bar takes them. */
import type { Chances } from "../wire";
import { term } from "../lib/words.svelte";
import { percent, type Chance } from "../look/parts/OddsBar.svelte";

export function chancesOf({ outcomes }: Chances): Chance[] {
  return outcomes.map(({ tone, label, basis_points }) => ({
    tone,
    label: term(label),
    points: basis_points,
  }));
}

const SHAPES = { failure: "✕", mixed: "◐", full: "✓", style: "✦" } as const;

/** The chances of what is not failure, in a line: ◐ 12.3%，✓ 6.2%. */
export function inShort(chances: Chances, between: string): string {
  return chances.outcomes
    .filter(({ tone, basis_points }) => tone !== "failure" && basis_points > 0)
    .map(({ tone, basis_points }) => `${SHAPES[tone]} ${percent(basis_points)}`)
    .join(between);
}
