/** The mist family's pages. */
import { reading, type Family } from "../table/family";
import { say, t, term } from "../lib/words.svelte";
import { gameIn } from "./game";
import Hand from "./MyHand.svelte";
import Over from "./Over.svelte";
import { playing } from "./play.svelte";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Stage from "./Main.svelte";
import Strip from "./Strip.svelte";
import Tray from "./Tray.svelte";

const asked = reading(gameIn);

export const family: Family = {
  Stage,
  Hand,
  Sheets,
  Rules,
  Strip,
  Tray,
  Over,
  pages: {},
  tray(here) {
    const play = playing(here);
    const roll = play.picking ?? play.writing;
    if (!roll || (!play.mine && !here.isHost && play.joined !== roll.id)) return null;
    return roll.text || say(roll.name);
  },
  over: (here) => playing(here).incoming !== undefined,
  mode(here) {
    const play = playing(here);
    if (play.picking) return "picking";
    return play.spending ? "spending" : "rest";
  },
  phase: asked(
    ({ story }) => (story ? term(story.phase_name) : undefined),
    undefined as string | undefined,
  ),
  faces: asked(
    ({ characters }) =>
      new Map(
        characters.flatMap(({ id, name, seat, left }) =>
          seat !== undefined && !left ? [[seat, { id, name: term(name) }] as const] : [],
        ),
      ),
    new Map<string, { id: string; name: string }>(),
  ),
  self(here) {
    const me = playing(here).me;
    return me && { of: me.id, title: term(me.name) };
  },
  roll(here, { line, by }) {
    const { game } = playing(here);
    const who = game?.characters.find(({ seat, left }) => seat === by && !left);
    const args = line.message.args ?? {};
    const roll = game?.rolls.findLast(
      ({ outcome, actor }) => outcome && (!who || actor === who.id),
    );
    const word = game?.ruleset.bands.find(({ tone }) => tone === line.tone)?.name;
    const outcome = args["outcome"];
    const named =
      typeof outcome === "string" || (typeof outcome === "object" && "zh-Hans" in outcome)
        ? term(outcome)
        : undefined;
    return {
      ...(who && { face: { id: who.id, name: term(who.name) } }),
      ...(roll?.text && { action: roll.text }),
      word: named ?? (word ? term(word) : t("web-mist-roll")),
    };
  },
  ruleset: asked(({ ruleset }) => ruleset.id, undefined as string | undefined),
  names: asked(
    ({ challenges, characters, scene }) => [
      ...challenges.flatMap(({ limits }) => limits.map(({ status }) => status)),
      ...[...challenges, ...characters, scene].flatMap(({ statuses }) =>
        statuses.map(({ name }) => name),
      ),
    ],
    [],
  ),
};
