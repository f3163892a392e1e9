/** Which world a ruleset is played in. Parts never ask; whoever shows a table does, once. */
export const WORLDS = ["tales", "bureau", "city", "fate", "timeline"] as const;
export type World = (typeof WORLDS)[number];

const SHIPPED: Record<string, World> = {
  "mist-2d6": "tales",
  "mist-bureau": "bureau",
  "mist-city": "city",
  "fate-condensed": "fate",
  "fate-accelerated": "fate",
  timeline: "timeline",
};

const FAMILIES: Record<string, World> = { mist: "tales", fate: "fate", timeline: "timeline" };

/** A shipped pack's own world, or the one of its family: a homebrew pack borrows that. */
export function worldOf(pack: string, family: string): World {
  return SHIPPED[pack] ?? FAMILIES[family] ?? "tales";
}

/** How an outcome is meant; the server says which. */
export type Tone = "failure" | "mixed" | "full" | "style";
