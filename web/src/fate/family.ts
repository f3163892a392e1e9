/** Fate's pages. */
import type { Family } from "../table/families";
import Board from "./Board.svelte";
import Deeds from "./Deeds.svelte";
import { aspectsIn, gameIn } from "./game";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Tray from "./Tray.svelte";

export const family: Family = {
  Board,
  Sheets,
  Tray,
  Rules,
  Opener: Deeds,
  ruleset: (parts) => gameIn(parts)?.ruleset.id,
  openers: ["act"],
  names: (parts) => {
    const game = gameIn(parts);
    return game ? aspectsIn(game).flatMap(({ aspect }) => aspect.name ?? []) : [];
  },
  underWay: (parts) => {
    const game = gameIn(parts);
    return game ? game.actions.length + game.hits.length + game.compels.length : 0;
  },
};
