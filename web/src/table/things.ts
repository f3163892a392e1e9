/** Names of the things in sight, by their ids: whatever has an id and a name in the view. */
import type { Term } from "../wire";
import type { Json } from "../lib/offers";
import type { Parts } from "../lib/table.svelte";

const NAMES = ["name", "title", "text"];

/** Every thing of the view that has an id and says what it is called. */
export function namesIn(parts: Parts, spell: (term: Term) => string): Map<string, string> {
  const names = new Map<string, string>();
  const look = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    if (Array.isArray(value)) {
      for (const one of value) look(one);
      return;
    }
    const thing = value as Record<string, unknown>;
    if (typeof thing.id === "string" && !names.has(thing.id)) {
      const said = NAMES.map((key) => thing[key]).find(isTerm);
      const name = said && spell(said);
      if (name) names.set(thing.id, name);
    }
    for (const one of Object.values(thing)) look(one);
  };
  for (const [key, part] of Object.entries(parts)) if (!key.startsWith("table/")) look(part);
  return names;
}

function isTerm(value: unknown): value is Term {
  if (typeof value === "string") return value !== "";
  return value !== null && typeof value === "object" && "zh-Hans" in value;
}

/** The named things a command is about, in the order they stand in it. */
export function aboutWhat(command: Json, names: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const look = (value: Json): void => {
    if (typeof value === "string") {
      const name = names.get(value);
      if (name !== undefined && !found.includes(name)) found.push(name);
    } else if (value !== null && typeof value === "object") Object.values(value).forEach(look);
  };
  look(command);
  return found;
}
