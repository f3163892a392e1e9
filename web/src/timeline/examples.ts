/** The pack's characters, as cards to start from. */
import type { TimelineCard, TimelineExample } from "../wire";
import { term } from "../lib/words.svelte";
import type { TimelineGame } from "./game";

type Ruleset = TimelineGame["ruleset"];

/** What a race says of age and size. */
export function measuresOf(
  { races }: Ruleset,
  id: string,
): Pick<TimelineCard, "race" | "adult_age" | "standard_size"> {
  const race = races.find((one) => one.id === id);
  return {
    race: race ? term(race.name) : "",
    adult_age: race?.adult_age ?? 0,
    standard_size: race?.standard_size ?? 0,
  };
}

/** An example as a card. */
export function cardOf(ruleset: Ruleset, example: TimelineExample): TimelineCard {
  const { name, occupation, text, race, age, size, appearance, assets, level, ratio } = example;
  return {
    name: term(name),
    occupation: term(occupation),
    personality: term(text),
    ...measuresOf(ruleset, race),
    ...{ age, size, appearance, assets, level, ratio },
    percentages: [...example.percentages],
  };
}
