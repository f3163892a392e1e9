/** The mist family's pages. */
import { familyOf } from "../table/family";
import Board from "./Board.svelte";
import { gameIn } from "./game";
import Opener from "./Opener.svelte";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Tray from "./Tray.svelte";

const pages = { Board, Sheets, Tray, Rules, Opener, openers: ["act"] };

export const family = familyOf(gameIn, pages, {
  names: ({ challenges, characters, scene }) => [
    ...challenges.flatMap(({ limits }) => limits.map(({ status }) => status)),
    ...[...challenges, ...characters, scene].flatMap(({ statuses }) =>
      statuses.map(({ name }) => name),
    ),
  ],
  underWay: ({ rolls, consequences, scene }) =>
    rolls.length + consequences.length + scene.owed.length,
});
