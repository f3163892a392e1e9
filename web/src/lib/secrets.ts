/** Everything in the host's view that some at the table do not see, whatever the rules are. */
import type { Audience, Term } from "../wire";
import type { Parts } from "./table.svelte";

/** Something secret: what it is called, what it belongs to, who sees it. */
export type Secret = { id: string; name: Term; of: Term | null; seen: Audience };
/** Notes only the host reads. */
export type Note = { of: Term | null; text: string };

type Thing = { [key: string]: unknown };

const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a thing is called: the host's words, or a name in several languages. */
function nameOf(thing: Thing): Term | null {
  for (const key of ["name", "title", "status", "text"]) {
    const value = thing[key];
    if (typeof value === "string" && value !== "") return value;
    if (isThing(value) && typeof value["zh-Hans"] === "string") return value as unknown as Term;
  }
  return null;
}

/** Walks the parts of the game; what bears `seen` is secret unless all see it. */
export function secretsIn(parts: Parts): { secrets: Secret[]; notes: Note[] } {
  const secrets: Secret[] = [];
  const notes: Note[] = [];
  const known = new Set<string>();
  const walk = (value: unknown, of: Term | null) => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, of);
      return;
    }
    if (!isThing(value)) return;
    const name = nameOf(value);
    const { id, seen, notes: written } = value;
    if (typeof id === "string" && seen !== undefined && seen !== null && seen !== "all" && name) {
      // A thing in two parts of the view is one secret.
      if (!known.has(id)) secrets.push({ id, name, of, seen: seen as Audience });
      known.add(id);
    }
    if (typeof written === "string" && written.trim() !== "") {
      notes.push({ of: name, text: written });
    }
    for (const one of Object.values(value)) walk(one, name ?? of);
  };
  for (const [key, part] of Object.entries(parts)) {
    if (!key.startsWith("table/") && key !== "ruleset") walk(part, null);
  }
  return { secrets, notes };
}
