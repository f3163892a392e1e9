/** The parts of a mist game, by name. Everything shown comes from them; no rule is kept here. */
import type {
  Arg,
  Line,
  Message,
  MistChallengePart,
  MistCharacterPart,
  MistCluesPart,
  MistConclusionPart,
  MistConsequencePart,
  MistFilePart,
  MistHarm,
  MistHarmPart,
  MistLookingBackPart,
  MistPart,
  MistRollPart,
  MistRulesetPart,
  MistScenePart,
  MistStoryPart,
  Term,
} from "../wire";
import { BLANK } from "../lib/offers";
import { partsBy } from "../lib/parts";
import type { Parts } from "../lib/table.svelte";
import { term } from "../lib/words.svelte";
import type { Tone } from "../look/world";

export type MistGame = {
  ruleset: MistRulesetPart;
  story: MistStoryPart | undefined;
  clues: MistCluesPart["clues"];
  scene: MistScenePart;
  characters: MistCharacterPart[];
  challenges: MistChallengePart[];
  rolls: MistRollPart[];
  consequences: MistConsequencePart[];
  file: MistFilePart | undefined;
  looking: MistLookingBackPart | undefined;
};

/** The game in a view; nothing until the view has arrived. */
export function gameIn(parts: Parts): MistGame | null {
  const { one, all } = partsBy<MistPart>(parts);
  const ruleset = one<"ruleset">("ruleset");
  const scene = one<"scene">("scene");
  if (!ruleset || !scene) return null;
  return {
    ruleset,
    story: one<"story">("story"),
    clues: one<"clues">("clues")?.clues ?? [],
    scene,
    characters: all("character", scene.characters),
    challenges: all("challenge", scene.challenges),
    rolls: all("roll", scene.rolls),
    consequences: all("consequence", scene.consequences),
    file: one<"file">("file"),
    looking: one<"looking-back">("looking-back"),
  };
}

/** Where a thing that can count in a roll belongs, for sorting chips by source. */
/** What a verdict looks like. */
export const TONES: Record<MistConclusionPart["finding"], Tone> = {
  right: "full",
  "almost-right": "full",
  "not-wholly-wrong": "mixed",
  "badly-wrong": "failure",
  refuted: "failure",
};

/** The conclusion that a roll of the file has just proven or refuted. */
export function verdictOf(game: MistGame, line: Line): MistConclusionPart | undefined {
  const { roll } = line.message.args ?? {};
  if (!isSaid(roll)) return undefined;
  const { deduce, test } = game.ruleset.file;
  const name = roll.args?.name;
  const proves = [deduce, test].some((way) => isTerm(name) && term(name) === term(way));
  if (roll.id !== "mist-roll-answer" && !proves) return undefined;
  const last = game.file?.conclusions.at(-1);
  return last && Number(last.total) === Number(line.roll?.rolled.value) ? last : undefined;
}
const isSaid = (arg: Arg | undefined): arg is Message =>
  typeof arg === "object" && !Array.isArray(arg) && "id" in arg;
const isTerm = (arg: Arg | undefined): arg is Term =>
  typeof arg === "string" || (typeof arg === "object" && !Array.isArray(arg) && !("id" in arg));

export type Origin = {
  key: string;
  label: Term | Message;
  kind: "own" | "place" | "other";
  /** Whether it stands in the way, so that it more likely hinders. */
  against?: boolean;
};

/** What a threat leads to, where somebody has written it. */
export function leads(harms: MistHarmPart[]): Message[] {
  return harms.filter(({ harm }) => !blank(harm)).map(({ words }) => words);
}
function blank(harm: MistHarm | undefined): boolean {
  if (harm?.kind !== "narrate" && harm?.kind !== "worse" && harm?.kind !== "other") return false;
  const text = harm.text;
  return (typeof text === "string" ? text : text["zh-Hans"]) === BLANK;
}

export function isMessage(label: Term | Message): label is Message {
  return typeof label === "object" && "id" in label;
}

/** The origin of every tag, status and clue in sight, by id; the actor's own first. */
export function origins(game: MistGame, actor: string | undefined): Map<string, Origin> {
  const found = new Map<string, Origin>();
  const put = (things: { id: string }[], origin: Origin) => {
    for (const { id } of things) found.set(id, origin);
  };
  const people = [...game.characters].sort(
    (one, two) => Number(two.id === actor) - Number(one.id === actor),
  );
  for (const who of people) {
    const own = who.id === actor;
    const kind = own ? "own" : "other";
    for (const theme of who.themes) {
      const label = own ? theme.title : who.name;
      const key = own ? theme.id : who.id;
      put([...theme.powers, ...theme.weaknesses], { key, label, kind });
    }
    put([...who.tags, ...who.statuses], { key: `${who.id}-story`, label: who.name, kind });
  }
  const place: Origin = { key: "scene", label: { id: "web-mist-scene" }, kind: "place" };
  put([...game.scene.tags, ...game.scene.statuses], place);
  for (const { id, name, tags, statuses } of game.challenges) {
    put([...tags, ...statuses], { key: id, label: name, kind: "place", against: true });
  }
  put(game.clues, { key: "clues", label: { id: "web-mist-clues" }, kind: "place" });
  return found;
}
