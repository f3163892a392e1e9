/** The pages of each family of rules. A family without its own is played with offers and text. */
import type { Component } from "svelte";
import type { Term } from "../wire";
import type { Parts } from "../lib/table.svelte";
import MistBoard from "../mist/Board.svelte";
import MistRules from "../mist/Rules.svelte";
import MistSheets from "../mist/Sheets.svelte";
import MistTray from "../mist/Tray.svelte";
import { gameIn } from "../mist/game";
import { family as timeline } from "../timeline/family";

export type Family = {
  Board: Component;
  Sheets: Component;
  Tray: Component;
  Rules: Component;
  /** The ruleset's id, for its colour. */
  ruleset(parts: Parts): string | undefined;
  /** Names in sight that people may want to write again: a status that a limit waits for. */
  names(parts: Parts): Term[];
  /** The commands that begin something of one's own, kept under the thumb on a phone. */
  openers: string[];
  /** How many things are under way in the tray. */
  underWay(parts: Parts): number;
  /** What the tray is called on a phone, when it holds more than what is under way. */
  trayName?(parts: Parts): string;
};

export const FAMILIES: Record<string, Family> = {
  mist: {
    Board: MistBoard,
    Sheets: MistSheets,
    Tray: MistTray,
    Rules: MistRules,
    ruleset: (parts) => gameIn(parts)?.ruleset.id,
    openers: ["act"],
    names: (parts) => {
      const game = gameIn(parts);
      if (!game) return [];
      const statuses = [...game.challenges, ...game.characters, game.scene].flatMap(
        ({ statuses }) => statuses.map(({ name }) => name),
      );
      return [
        ...game.challenges.flatMap(({ limits }) => limits.map(({ status }) => status)),
        ...statuses,
      ];
    },
    underWay: (parts) => {
      const game = gameIn(parts);
      if (!game) return 0;
      return game.rolls.length + game.consequences.length + game.scene.owed.length;
    },
  },
  timeline,
};
