/** The mist family's pages. */
import type { Arg, Term } from "../wire";
import { reading, type Family } from "../table/family";
import { say, t, term } from "../lib/words.svelte";
import File from "./file/File.svelte";
import { gameIn, verdictOf } from "./game";
import LookingBack from "./back/LookingBack.svelte";
import Make from "./Make.svelte";
import Hand from "./MyHand.svelte";
import Over from "./Over.svelte";
import { playing } from "./play.svelte";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Stage from "./Main.svelte";
import Strip from "./Strip.svelte";
import Tray from "./Tray.svelte";
import Verdict from "./file/Verdict.svelte";

const asked = reading(gameIn);

export const family: Family = {
  Stage,
  Hand,
  Sheets,
  Rules,
  Strip,
  Tray,
  Over,
  pages: {
    file: { Page: File },
    "looking-back": { Page: LookingBack },
    make: { Page: Make, whole: true },
  },
  tabs: asked(
    ({ ruleset }) =>
      ruleset.file.form === "none"
        ? []
        : [{ key: "file", text: t("web-mist-tab-file"), icon: "file" as const }],
    [],
  ),
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
  cast: (_, example) => ({ do: "take-example", example }),
  phase: asked(
    ({ story, ruleset }) => {
      const all = ruleset.story.phases;
      const at = all.findIndex(({ id }) => id === story?.phase);
      return story && at >= 0 ? { of: all.map(({ name }) => term(name)), at } : undefined;
    },
    undefined as { of: string[]; at: number } | undefined,
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
  roll(here, { line }) {
    const { game } = playing(here);
    const { who, outcome } = line.message.args ?? {};
    const named = (arg: Arg | undefined) =>
      typeof arg === "string" || (typeof arg === "object" && "zh-Hans" in arg)
        ? term(arg as Term)
        : undefined;
    const actor = game?.characters.find(({ name, left }) => !left && term(name) === named(who));
    const roll = game?.rolls.findLast((one) => one.outcome && one.actor === actor?.id);
    const band = game?.ruleset.bands.find(({ tone }) => tone === line.tone);
    const verdict = game && verdictOf(game, line);
    return {
      ...(verdict && { Paper: Verdict }),
      ...(actor && { face: { id: actor.id, name: term(actor.name) } }),
      ...(roll?.text && !verdict && { action: roll.text }),
      word: named(outcome) ?? (band ? term(band.name) : t("web-mist-roll")),
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
