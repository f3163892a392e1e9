/** The mist family's pages. */
import { familyOf } from "../table/family";
import Board from "./Board.svelte";
import { gameIn, thingsIn } from "./game";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Tray from "./Tray.svelte";

const pages = { Board, Sheets, Tray, Rules, openers: ["act"] };

export const family = familyOf(gameIn, pages, {
  names: ({ challenges, characters, scene }) => [
    ...challenges.flatMap(({ limits }) => limits.map(({ status }) => status)),
    ...[...challenges, ...characters, scene].flatMap(({ statuses }) =>
      statuses.map(({ name }) => name),
    ),
  ],
  things: thingsIn,
  underWay: ({ rolls, consequences, scene }) =>
    rolls.length + consequences.length + scene.owed.length,
});
