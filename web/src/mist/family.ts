/** The mist family's pages. */
import type { Family } from "../table/families";
import Board from "./Board.svelte";
import { gameIn, thingsIn } from "./game";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Tray from "./Tray.svelte";

export const family: Family = {
  Board,
  Sheets,
  Tray,
  Rules,
  ruleset: (parts) => gameIn(parts)?.ruleset.id,
  openers: ["act"],
  names: (parts) => {
    const game = gameIn(parts);
    if (!game) return [];
    const statuses = [...game.challenges, ...game.characters, game.scene].flatMap(({ statuses }) =>
      statuses.map(({ name }) => name),
    );
    return [
      ...game.challenges.flatMap(({ limits }) => limits.map(({ status }) => status)),
      ...statuses,
    ];
  },
  things: (parts) => {
    const game = gameIn(parts);
    return game ? thingsIn(game) : new Map();
  },
  underWay: (parts) => {
    const game = gameIn(parts);
    if (!game) return 0;
    return game.rolls.length + game.consequences.length + game.scene.owed.length;
  },
};
