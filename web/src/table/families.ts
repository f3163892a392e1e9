/**
 * The pages of each family of rules, fetched when a table needs them: a mist table does not load
 * Fate's. A family without its own is played with offers and text.
 */
import type { Component } from "svelte";
import type { Message, Term } from "../wire";
import type { Parts } from "../lib/table.svelte";

export type Family = {
  Board: Component;
  Sheets: Component;
  Tray: Component;
  Rules: Component;
  /** How something of one's own is begun, where it is more than a form or two. */
  Opener?: Component;
  /** The ruleset's id, for its colour. */
  ruleset(parts: Parts): string | undefined;
  /** Names in sight that people may want to write again: a status that a limit waits for. */
  names(parts: Parts): Term[];
  /** What the things in sight are called, by id, where offers name them only by that. */
  things?(parts: Parts): Map<string, Message>;
  /** The commands that begin something of one's own, kept under the thumb on a phone. */
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
