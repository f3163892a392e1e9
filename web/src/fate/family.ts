/** Fate's pages. */
import { reading, type Family, type RollScene } from "../table/family";
import type { Table } from "../lib/table.svelte";
import { say, t, term } from "../lib/words.svelte";
import type { NumberedLine } from "../wire";
import { aspectsIn, gameIn, who } from "./game";
import Hand from "./Hand.svelte";
import Over from "./Over.svelte";
import { playing } from "./play.svelte";
import Rules from "./Rules.svelte";
import Sheets from "./Sheets.svelte";
import Stage from "./Stage.svelte";
import Strip from "./Strip.svelte";
import Tray from "./Tray.svelte";
import { dealt, workLies, workTitle } from "./work";

const asked = reading(gameIn);

/** The action whose dice a line tells of. */
function roll(here: Table, { line }: NumberedLine): RollScene {
  const game = gameIn(here.shown);
  const number = line.roll?.number;
  const action = game?.actions.find(({ side }) => side.roll?.number === number);
  if (!game || !action) return {};
  const { outcome } = action;
  return {
    face: { id: action.actor, name: who(game, action.actor) },
    action: action.text || say(action.doing),
    ...(outcome
      ? {
          word: term(outcome.name),
          note: t("web-fate-shifts", { shifts: outcome.shifts }),
        }
      : {}),
  };
}

export const family: Family = {
  Stage,
  Hand,
  Strip,
  Sheets,
  Rules,
  Tray,
  tray: (here) => (workLies(playing(here), true) ? workTitle(playing(here)) : null),
  Over,
  over: (here) => dealt(playing(here)) !== undefined && !playing(here).form?.own,
  mode: (here) => {
    const play = playing(here);
    if (play.form) return "picking";
    return play.uses.size > 0 || play.choices.length > 0 ? "spending" : "rest";
  },
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
  ruleset: asked<string | undefined>(({ ruleset }) => ruleset.id, undefined),
  names: asked((game) => aspectsIn(game).flatMap(({ aspect }) => aspect.name ?? []), []),
};
