/** Light or dark, and the ruleset's hue. */
import { recall, remember } from "./memory";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const system = window.matchMedia("(prefers-color-scheme: dark)");
let chosen = $state<Theme>(THEMES.find((one) => one === recall("theme")) ?? "auto");

export function theme(): Theme {
  return chosen;
}

export function chooseTheme(wanted: Theme): void {
  chosen = wanted;
  remember("theme", wanted);
  show();
}

/** Follows the choice, or the system where there is none. */
export function show(): void {
  const dark = chosen === "dark" || (chosen === "auto" && system.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

system.addEventListener("change", show);

/** One hue per shipped ruleset; a homebrew one gets its own from its name. */
const HUES: Record<string, number> = {
  "mist-bureau": 175,
  "mist-city": 70,
  "mist-2d6": 295,
  "fate-condensed": 250,
  "fate-accelerated": 225,
  timeline: 35,
};

export function hueOf(ruleset: string): number {
  const known = HUES[ruleset];
  if (known !== undefined) return known;
  let hash = 0;
  for (const letter of ruleset) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
  return hash;
}
