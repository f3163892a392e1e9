/** Time Line's pages, and what the room needs to know of them. */
import type { Family } from "../table/families";
import Board from "./Board.svelte";
import { gameIn } from "./game";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Tray from "./Tray.svelte";

export const family: Family = {
  Board,
  Sheets,
  Tray,
  Rules,
  ruleset: (parts) => gameIn(parts)?.ruleset.id,
  openers: [],
  names: () => [],
  // Checks are made at any time, by everyone who plays someone.
  underWay: (parts) => {
    const game = gameIn(parts);
    return game?.fight || game?.characters.some(({ yours }) => yours) ? 1 : 0;
  },
  trayName: (parts) => (gameIn(parts)?.fight ? "web-timeline-fight" : "web-timeline-checks"),
};
