/** Fate's pages. */
import { reading, type DeedWords, type Family, type RollScene } from "../table/family";
import type { Table } from "../lib/table.svelte";
import { argument, say, t, term } from "../lib/words.svelte";
import type { NumberedLine } from "../wire";
import { signed } from "../lib/signed";
import Beside from "./Beside.svelte";
import { aspectsIn, figureOf, gameIn, who } from "./game";
import Growth from "./Growth.svelte";
import Hand from "./Hand.svelte";
import Kept from "./Kept.svelte";
import Maker from "./Maker.svelte";
import Over from "./Over.svelte";
import { playing } from "./play.svelte";
import Prep from "./Prep.svelte";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Stage from "./Stage.svelte";
import Strip from "./Strip.svelte";
import Tray from "./Tray.svelte";
import { dealt, workLies, workOf, workTitle } from "./work";

const asked = reading(gameIn);

/** The action whose dice a line tells of: of both sides, where it is opposed. */
function roll(here: Table, { line }: NumberedLine): RollScene {
  const game = gameIn(here.shown);
  const number = line.roll?.number;
  const action = game?.actions.find(
    ({ side, opposition }) =>
      side.roll?.number === number || (side.roll && opposition?.roll?.number === number),
  );
  if (!game || !action?.side.roll) return {};
  const { outcome, side, opposition } = action;
  const skill = game.ruleset.skills.list.find(({ id }) => id === side.skill);
  const opposed = opposition?.who !== undefined && opposition.roll !== undefined;
  return {
    face: {
      id: action.actor,
      name: who(game, action.actor),
      figure: figureOf(game.characters.find(({ id }) => id === action.actor)),
    },
    action: action.text || who(game, action.actor),
    way: [say(action.doing), skill && term(skill.name)].filter((word) => word).join(" · "),
    dice: side.roll,
    sum: {
      total: side.sum.total,
      terms: side.sum.parts.map(({ source, value }) => ({ value, label: say(source) })),
    },
    parts: [],
    ...(outcome
      ? {
          tone: outcome.tone,
          word: term(outcome.name),
          note: t("web-fate-shifts", { shifts: signed(outcome.shifts) }),
        }
      : {}),
    ...(opposed ? { Beside } : {}),
  };
}

/** What an action of the story came to: its shifts; before that, the number of whoever acts. */
function deed(lines: readonly NumberedLine[]): DeedWords {
  const text = attempted(lines[0]);
  return { ...(text === undefined ? {} : { text }), ...cameOut(lines) };
}

/** What is attempted in the player's own words, without the mark that joins them to the line. */
function attempted(line: NumberedLine | undefined): string | undefined {
  const text = line?.line.message.args?.text;
  const quoted = typeof text === "object" && "id" in text && text.id === "fate-quoted";
  return quoted ? argument(text, "text") : undefined;
}

function cameOut(lines: readonly NumberedLine[]): DeedWords {
  const shifts = lines.findLast(({ line }) => /^fate-resolved/.test(line.message.id))?.line.message
    .args?.shifts;
  if (typeof shifts === "string") return { outcome: shifts };
  const sum = lines.find(({ line }) => line.roll !== undefined)?.line.sum;
  return sum ? { total: signed(sum.total) } : {};
}

export const family: Family = {
  Stage,
  Hand,
  Strip,
  Sheets,
  Rules,
  Tray,
  pages: {
    growth: { Page: Growth },
    prep: { Page: Prep },
    make: { Page: Maker, whole: true },
  },
  Kept,
  tray: (here) => (workLies(playing(here)) ? workTitle(playing(here)) : null),
  tall: (here) => workOf(playing(here))?.kind === "hit",
  Over,
  over: (here) => dealt(playing(here)) !== undefined && !playing(here).form?.own,
  mode: (here) => {
    const play = playing(here);
    if (play.form) return "picking";
    return play.uses.size > 0 || play.choices.length > 0 ? "spending" : "rest";
  },
  cast: (_, example) => ({ do: "take-example", example }),
  phase: (parts) => {
    const scene = gameIn(parts)?.scene;
    if (!scene) return undefined;
    if (scene.conflict) return t("web-fate-phase-conflict");
    if (scene.contest) return t("web-fate-phase-contest");
    if (scene.challenge) return t("web-fate-challenge");
    return undefined;
  },
  faces: asked(
    ({ characters }) =>
      new Map(
        characters.flatMap(({ id, name, seat }): [string, { id: string; name: string }][] =>
          seat === undefined ? [] : [[seat, { id, name: term(name) }]],
        ),
      ),
    new Map(),
  ),
  self: (here) => {
    const play = playing(here);
    const one = play.game?.characters.find(({ id }) => id === play.actor);
    return one && { of: one.id, title: term(one.name) };
  },
  roll,
  deed: (_, lines) => deed(lines),
  ruleset: asked<string | undefined>(({ ruleset }) => ruleset.id, undefined),
  names: asked((game) => aspectsIn(game).flatMap(({ aspect }) => aspect.name ?? []), []),
};
