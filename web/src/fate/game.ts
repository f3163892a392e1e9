/** The parts of a Fate game, by name. Everything shown comes from them; no rule is kept here. */
import type {
  FateConsequenceRule,
  FateActionPart,
  FateAspectPart,
  FateCharacterPart,
  FateCompelPart,
  FateHitPart,
  FateHolder,
  FateLedgerPart,
  FateOptions,
  FatePart,
  FateRulesetPart,
  FateScenePart,
} from "../wire";
import { hash } from "../look/seed";
import type { Figure } from "../look/monogram";
import { partsBy } from "../lib/parts";
import type { Parts } from "../lib/table.svelte";
import { t, term } from "../lib/words.svelte";

const PEOPLE = ["brute", "mask", "fog"] as const;
const DANGERS = ["lantern", "tide", "gear"] as const;

export type FateGame = {
  ruleset: FateRulesetPart;
  options: FateOptions;
  scene: FateScenePart;
  ledger: FateLedgerPart | undefined;
  characters: FateCharacterPart[];
  actions: FateActionPart[];
  hits: FateHitPart[];
  compels: FateCompelPart[];
};

/** The game in a view; nothing until the view has arrived. */
export function gameIn(parts: Parts): FateGame | null {
  const { one, all } = partsBy<FatePart>(parts);
  const ruleset = one<"ruleset">("ruleset");
  const scene = one<"scene">("scene");
  if (!ruleset || !scene) return null;
  return {
    ruleset,
    options: one<"options">("options") ?? ruleset.options,
    scene,
    ledger: one<"ledger">("ledger"),
    characters: all("character", scene.characters),
    actions: all("action", scene.actions),
    hits: all("hit", scene.hits),
    compels: all("compel", scene.compels),
  };
}

/** How a consequence heals, as an entry of the catalogue (F-33, P-41). */
export function healing({ heals }: FateConsequenceRule): string {
  const [after, treated] = typeof heals === "string" ? [heals, true] : [heals.after, false];
  return `web-fate-heals-${after}${treated ? "" : "-at-once"}`;
}

export function who(game: FateGame, id: string | undefined): string {
  const found = game.characters.find((one) => one.id === id);
  return found ? term(found.name) : "";
}

export function holderName(game: FateGame, holder: FateHolder): string {
  return holder === "host" ? t("fate-host") : who(game, holder.character);
}

export function aspectName({ name }: Pick<FateAspectPart, "name">): string {
  return name === undefined ? t("fate-unnamed-boost") : term(name);
}

/** Every aspect in sight, with whose it is where that must be said. */
export function aspectsIn(game: FateGame): { aspect: FateAspectPart; of: string }[] {
  return [
    ...game.scene.aspects.map((aspect) => ({ aspect, of: placeOf(game, aspect) })),
    ...game.characters.flatMap(({ aspects, name }) =>
      aspects.map((aspect) => ({ aspect, of: term(name) })),
    ),
  ];
}

function placeOf(game: FateGame, { on }: FateAspectPart): string {
  if (on === "game") return t("fate-place-game");
  if (on === "scene") return t("fate-place-scene");
  if ("zone" in on) {
    const zone = game.scene.zones.find(({ id }) => id === on.zone);
    return zone ? term(zone.name) : "";
  }
  return who(game, on.character);
}

/** The points in a purse that belongs to nobody's character. */
export function pooled(game: FateGame, purse: "host" | "host-later"): number {
  return game.ledger?.purses.find((one) => one.purse === purse)?.points ?? 0;
}

/** People of the host are drawn, always the same; those of the players have their letter. */
export function figureOf(one: FateCharacterPart | undefined): Figure | false {
  if (!one || one.pc) return false;
  if (one.hazard) return DANGERS[hash(one.id) % DANGERS.length]!;
  return PEOPLE[hash(one.id) % PEOPLE.length]!;
}

export type NpcSize = FateRulesetPart["npcs"][number];

/** The consequences those of a size can take. */
export const slotsOfSize = ({ ruleset }: FateGame, { slots }: NpcSize) =>
  ruleset.consequences.filter(({ id }) => slots === undefined || slots.includes(id));

/** The more they can take, the more of a face they have. */
export function figureOfSize(game: FateGame, size: NpcSize): Figure {
  if (slotsOfSize(game, size).length === 0) return "brute";
  return size.slots === undefined ? "fog" : "mask";
}

/** Why somebody is not there; nothing while they are. */
export function outWord({ out, absence }: FateCharacterPart): string | undefined {
  if (!out) return undefined;
  return absence ? t(`fate-absence-${absence}`) : t("web-fate-out");
}

/** What somebody of the host's is, besides a name: size, number, countdown, whether they are out. */
export function marksOf({ ruleset }: FateGame, one: FateCharacterPart): string[] {
  const size = ruleset.npcs.find(({ id }) => id === one.size);
  const left = one.hazard?.countdown;
  return [
    size && term(size.name),
    one.mob === undefined ? undefined : `×${one.mob}`,
    left === undefined ? undefined : t("fate-counted-down", { who: "", left }),
    outWord(one),
  ].filter((word) => word !== undefined);
}

/** Every skill of the pack with somebody's rating, the highest first. */
export const skillsOf = ({ ruleset }: FateGame, { skills }: FateCharacterPart) =>
  ruleset.skills.list
    .map((skill) => ({ ...skill, rating: skills?.[skill.id] ?? 0 }))
    .sort((one, two) => two.rating - one.rating);

/** The place on the sheet an aspect is written at. */
export function slotName({ ruleset }: FateGame, { aspect }: FateAspectPart): string | undefined {
  if (aspect.kind !== "character") return undefined;
  const slot = ruleset.sheet.aspects.find(({ id }) => id === aspect.slot);
  return slot && term(slot.name);
}
