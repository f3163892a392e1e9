/**
 * The pages of each family of rules, fetched when a table needs them: a mist table does not load
 * Fate's. A family without its own is played with offers and text.
 */
import type { Component } from "svelte";
import type { Term } from "../wire";
import type { Parts } from "../lib/table.svelte";

export type Family = {
  Board: Component;
  Sheets: Component;
  Tray: Component;
  Rules: Component;
  /** How something of one's own is begun, kept under the thumb on a phone. */
  Opener?: Component;
  /** The ruleset's id, for its colour. */
  ruleset(parts: Parts): string | undefined;
  /** Names in sight that people may want to write again: a status that a limit waits for. */
  names(parts: Parts): Term[];
  /** The verbs that begin something of one's own. */
  openers: string[];
  /** How many things are under way in the tray. */
  underWay(parts: Parts): number;
  /** What the tray is called on a phone, when it holds more than what is under way. */
  trayName?(parts: Parts): string;
};

export const FAMILIES: Record<string, () => Promise<{ family: Family }>> = {
  mist: () => import("../mist/family"),
  fate: () => import("../fate/family"),
  timeline: () => import("../timeline/family"),
};
