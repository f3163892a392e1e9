/** The parts of a Time Line game, by name. Everything shown comes from them; no rule is kept here. */
import type {
  TimelineAttribute,
  TimelineCharacterPart,
  TimelineDeedForm,
  TimelineFighterPart,
  TimelineFightPart,
  TimelinePart,
  TimelineRulesetPart,
  TimelineTablePart,
  YouPart,
} from "../wire";
import { partsBy } from "../lib/parts";
import type { Parts } from "../lib/table.svelte";
import { say } from "../lib/words.svelte";

/** A character, and whether the one who looks plays them: the host plays all. */
export type Character = TimelineCharacterPart & { yours: boolean };

export type TimelineGame = {
  ruleset: TimelineRulesetPart;
  table: TimelineTablePart;
  characters: Character[];
  fight: TimelineFightPart | undefined;
};

/** What a section of a sheet is about, and whether this seat writes on it. */
export type SheetSection = {
  character: Character;
  game: TimelineGame;
  edits: boolean;
};

/** The game in a view; nothing until the view has arrived. */
export function gameIn(parts: Parts): TimelineGame | null {
  const { one, all } = partsBy<TimelinePart>(parts);
  const ruleset = one<"ruleset">("ruleset");
  const table = one<"table">("table");
  if (!ruleset || !table) return null;
  const you = parts["table/you"] as YouPart | undefined;
  const yours = ({ seat }: TimelineCharacterPart) =>
    you?.role === "host" || (you?.role === "player" && seat === you.seat);
  return {
    ruleset,
    table,
    characters: all<"character">("character", table.characters).map((one) => ({
      ...one,
      yours: yours(one),
    })),
    fight: one<"fight">("fight"),
  };
}

/** Hundredths as people write them: 1250 is 12.5. */
export function amount(hundredths: number): string {
  return String(hundredths / 100).replace("-", "−");
}

/** The same with its sign. */
export function signed(hundredths: number): string {
  return hundredths > 0 ? `+${amount(hundredths)}` : amount(hundredths);
}

/** What was typed, in hundredths; nothing when it is no number. */
export function hundredths(text: string): number | null {
  const number = Number(text.trim().replace("−", "-"));
  return text.trim() === "" || !Number.isFinite(number) ? null : Math.round(number * 100);
}

/** What an attribute is called. */
export function nameOf(ruleset: TimelineRulesetPart, attribute: TimelineAttribute): string {
  const found = ruleset.attributes.find(([one]) => one === attribute);
  return found ? say(found[1]) : attribute;
}

/** One's own first, then as they were made; the host's own are those nobody plays. */
export function ownFirst(
  characters: Character[],
  seat: string | undefined,
  host: boolean,
): Character[] {
  const own = (one: Character) =>
    host ? one.seat === undefined : one.seat !== undefined && one.seat === seat;
  return [...characters].sort((one, two) => Number(own(two)) - Number(own(one)));
}

/** Those a deed can be aimed at, in the order the server says: enemies or one's own side first. */
export function aimsOf(
  fight: TimelineFightPart,
  who: string,
  form: TimelineDeedForm | undefined,
): TimelineFighterPart[] {
  const own = fight.fighters.find(({ id }) => id === who);
  const standing = fight.fighters.filter(({ gone }) => !gone);
  const place = (one: TimelineFighterPart) => {
    if (one.id === who) return form?.target === "ally" ? 0 : 3;
    const ally = one.side === own?.side;
    return (form?.target === "ally") === ally ? 1 : 2;
  };
  return [...standing].sort((one, two) => place(one) - place(two));
}
