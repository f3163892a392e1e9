/** What a form offers to choose from, with what each is called. */
import type { TimelineAttribute, TimelineCharacterPart, TimelineResource, Term } from "../wire";
import { say, t, term } from "../lib/words.svelte";
import type { TimelineGame } from "./game";

export const RESOURCES: TimelineResource[] = ["hit-points", "willpower"];

/** Hit points and willpower. */
export function resources(): [TimelineResource, string][] {
  return worded(RESOURCES, (one) => `timeline-${one}`);
}

/** Every attribute of the rules. */
export function attributes({ ruleset }: TimelineGame): [TimelineAttribute, string][] {
  return ruleset.attributes.map(([id, words]) => [id, say(words)]);
}

/** Each of some words as the catalogue has it. */
export function worded<T extends string>(
  all: readonly T[],
  entry: (one: T) => string,
): [T, string][] {
  return all.map((one) => [one, t(entry(one))]);
}

/** People by name. */
export function people(all: TimelineCharacterPart[]): [string, string][] {
  return all.map(({ id, card }) => [id, card.name]);
}

/** Things of the pack by name. */
export function named(all: { id: string; name: Term }[]): [string, string][] {
  return all.map(({ id, name }) => [id, term(name)]);
}
