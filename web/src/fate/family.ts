/** Fate's pages. */
import { familyOf } from "../table/family";
import Board from "./Board.svelte";
import { aspectsIn, gameIn } from "./game";
import Opener from "./Opener.svelte";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Tray from "./Tray.svelte";

const pages = { Board, Sheets, Tray, Rules, Opener, openers: ["overcome"] };

export const family = familyOf(gameIn, pages, {
  names: (game) => aspectsIn(game).flatMap(({ aspect }) => aspect.name ?? []),
  underWay: ({ actions, hits, compels }) => actions.length + hits.length + compels.length,
});
