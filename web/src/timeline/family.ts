/** Time Line's pages, and what the room needs to know of them. */
import type { Table } from "../lib/table.svelte";
import { t } from "../lib/words.svelte";
import { reading, type Family } from "../table/family";
import type { NumberedLine } from "../wire";
import Contest from "./Contest.svelte";
import { deskOf } from "./desk.svelte";
import { cardOf } from "./examples";
import { amount, gameIn } from "./game";
import CardPage from "./CardPage.svelte";
import Make from "./Make.svelte";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Stage from "./Stage.svelte";
import Strip from "./Strip.svelte";
import { counting, isTrial, saying } from "./told";
import Tray from "./Tray.svelte";

const asked = reading(gameIn);

export const family: Family = {
  Stage,
  Sheets,
  Rules,
  Strip,
  Tray,
  // Deciding an act is the phone's sheet; checks stand on the stage itself.
  tray: (here) => {
    const desk = deskOf(here);
    if (!desk.game?.fight || !desk.fighter) return null;
    const { ghost, planned } = desk;
    const what = ghost ? [planned, amount(ghost.power), `${amount(ghost.end)}T`] : [planned];
    return [t("web-timeline-next"), what.join(" ")].join(" · ");
  },
  pages: { make: { Page: Make, whole: true }, card: { Page: CardPage } },
  Over: Contest,
  over: (here) => deskOf(here).contest !== undefined,
  mode: (here) => (deskOf(here).game?.fight ? "picking" : "rest"),
  cast: (here, id) => {
    const rules = deskOf(here).game?.ruleset;
    const example = rules?.examples.find((one) => one.id === id);
    return rules && example && { do: "make-character", card: cardOf(rules, example) };
  },
  phase: asked<string | undefined>(
    ({ fight }) => t(fight ? "web-timeline-fight-title" : "web-timeline-scene"),
    undefined,
  ),
  faces: asked(({ characters }) => {
    const faces = new Map<string, { id: string; name: string }>();
    for (const { id, seat, card } of characters) {
      if (seat !== undefined && !faces.has(seat)) faces.set(seat, { id, name: card.name });
    }
    return faces;
  }, new Map()),
  roll: (here, line) => rollOf(here, line),
  ruleset: asked<string | undefined>(({ ruleset }) => ruleset.id, undefined),
  names: () => [],
};

/** A check or a negotiation: who tried what, the outcome in a word, and the roll beside the rate. */
function rollOf(here: Table, line: NumberedLine): ReturnType<NonNullable<Family["roll"]>> {
  if (!isTrial(line)) return {};
  const { message } = line.line;
  const names = saying(message, "names");
  const attribute = saying(message, "attribute");
  const found = deskOf(here).game?.characters.find(({ card }) => names.startsWith(card.name));
  const [face, rate] = [counting(message, "face"), counting(message, "rate")];
  const done = message.id.endsWith("success");
  return {
    ...(found ? { face: { id: found.id, name: found.card.name } } : {}),
    action: `${names} · ${attribute || t("web-timeline-check-negotiate")}`,
    word: t(done ? "web-timeline-success" : "web-timeline-failure"),
    note: t(done ? "web-timeline-within" : "web-timeline-beyond", { face, rate }),
  };
}
