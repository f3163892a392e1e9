/** Time Line's pages, and what the room needs to know of them. */
import { familyOf } from "../table/family";
import Board from "./Board.svelte";
import { gameIn } from "./game";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Tray from "./Tray.svelte";

const pages = { Board, Sheets, Tray, Rules, openers: [] };

export const family = familyOf(gameIn, pages, {
  names: () => [],
  // Checks are made at any time, by everyone who plays someone.
  underWay: ({ fight, characters }) => (fight || characters.some(({ yours }) => yours) ? 1 : 0),
  trayName: ({ fight }) => (fight ? "web-timeline-fight" : "web-timeline-checks"),
});
