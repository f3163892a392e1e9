/** The contract between the room and a family's pages; README.md says how it is used. */
import type { Component, Snippet } from "svelte";
import type { Figure } from "../look/monogram";
import type { Mode } from "../look/layout/TableLayout.svelte";
import type { Tab } from "../look/parts/Tabs.svelte";
import type { Table, Parts } from "../lib/table.svelte";
import type { Json } from "../lib/offers";
import type { NumberedLine, Roll, Term, Tone } from "../wire";
import type { Told } from "./story";
import "./game.css";

/** At the door, in place of an example: someone of one's own, in the maker (the page `make`). */
export const MAKE = "make";

/** What the roll event shows beside the dice, where the family knows more than the line says. */
export type RollScene = {
  /** Who rolled, as a face: a character's id and name. */
  face?: { id: string; name: string; figure?: Figure | false };
  /** What was attempted. */
  action?: string;
  /** With what: 攻击 · 格斗. */
  way?: string;
  /** The outcome in a word. */
  word?: string;
  note?: string;
  /** What counted. */
  parts?: { text: string; value: number }[];
  /** The number it came to, where that is not the dice alone, and what it is made of. */
  sum?: { total: number; terms: { value: number; label?: string; die?: boolean }[] };
  /** The dice, where the line has another side's. */
  dice?: Roll;
  tone?: Tone;
  /** What stands beside the dice: the other side of an opposed roll. */
  Beside?: Component;
  /** The page that the roll is about, and on which dice and sum (`numbers`) stand. */
  Paper?: Component<{ numbers: Snippet }>;
};

/** An action of the story in words: what was attempted, what came of it (击退 0→2), its number. */
export type DeedWords = {
  text?: string;
  sub?: string;
  outcome?: string;
  /** Its number while it is not yet known how it came out. */
  total?: string;
};

export type Family = {
  /** The upper part of the stage column: `layout/Stage`, a board of zones, a chart. */
  Stage: Component;
  /** What is one's own, under the stage; the phone's panel 角色. */
  Hand?: Component;
  /** Every character: a page over stage and story. The phone's 角色 has it below the hand. */
  Sheets: Component;
  Rules: Component;
  /** The now strip, always a `NowStrip`. Without one, the room's own (`Now.svelte`). */
  Strip?: Component;
  /** What a phone lifts as a sheet over its panel while `tray` names it. */
  Tray?: Component;
  tray?(here: Table): string | null;
  /** Whether it goes up all the way: there is more to press than half of it holds. */
  tall?(here: Table): boolean;
  /**
   * Full pages by key, opened with `floor().open(key, of)`: they take stage and story, the strip
   * stays; a `whole` one (the maker) has a head and a foot of its own and takes everything.
   */
  pages?: Record<string, { Page: Component; whole?: boolean }>;
  /** Full pages that a phone's tabs lead to: the heart of the game, wherever one is. */
  tabs?(parts: Parts): Tab[];
  /** A scene the rules keep ready themselves, on the host's desk; without an id, a new one. */
  Kept?: Component<{ id?: string | undefined; begun: () => void }>;
  /** What lies over the stage (a `Deal`), while `over` says so. */
  Over?: Component;
  over?(here: Table): boolean;
  /** What the stage is at; low windows fold by it. */
  mode?(here: Table): Mode;
  /** The command that takes one of the ruleset's examples, as one chose at the door. */
  cast?(here: Table, example: string): Json | undefined;
  /** The story's phase, for the top bar; with those around it, where they have an order. */
  phase?(parts: Parts): string | { of: string[]; at: number } | undefined;
  /** The seat's face and name at the table: its character's. */
  faces?(parts: Parts): Map<string, { id: string; name: string }>;
  /** The thing own acts begin from when nothing waits: the own character. */
  self?(here: Table): { of: string; title: string } | undefined;
  roll?(here: Table, line: NumberedLine): RollScene;
  /** What an action's card says, where the family knows more than its lines say. */
  deed?(here: Table, lines: readonly NumberedLine[]): DeedWords;
  /** What a line is to the story: a step of an action, its roll, a chapter … */
  told?(here: Table, line: NumberedLine): Told | undefined;
  /** The ruleset's id, for its world. */
  ruleset(parts: Parts): string | undefined;
  /** Names in sight that people may want to write again: a status that a limit waits for. */
  names(parts: Parts): Term[];
};

/** An answer read from the family's game; without a view there is nothing to tell. */
export function reading<G>(gameIn: (parts: Parts) => G | null) {
  return <T>(answer: (game: G) => T, otherwise: T) =>
    (parts: Parts): T => {
      const game = gameIn(parts);
      return game ? answer(game) : otherwise;
    };
}
