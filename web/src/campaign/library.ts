/** A host's own things (B-44): on a table's shelf, on this device, and in a file between them. */
import type { ReadyThing } from "../wire";

const KEY = "mistline-library";
const MOST = 500;

type Kept = { family: string; thing: ReadyThing };

function read(text: string | null): Kept[] {
  try {
    const all: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(all) ? all.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(one: unknown): one is Kept {
  const { family, thing } = (one ?? {}) as Partial<Kept>;
  return (
    typeof family === "string" &&
    typeof thing === "object" &&
    thing !== null &&
    "thing" in thing &&
    "name" in thing &&
    Array.isArray(thing.marks)
  );
}

function all(): Kept[] {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    // A device that keeps nothing has only the shelves of its tables.
    return [];
  }
}

/** What this device keeps of a family, whichever table it was kept at. */
export function keptHere(family: string): ReadyThing[] {
  return all()
    .filter((one) => one.family === family)
    .map(({ thing }) => thing);
}

export function keepHere(family: string, thing: ReadyThing): void {
  const { kind, name, text, marks, hidden, thing: itself } = thing;
  const kept: Kept = { family, thing: { kind, name, text, marks, hidden, thing: itself } };
  const before = all().filter((one) => JSON.stringify(one) !== JSON.stringify(kept));
  try {
    localStorage.setItem(KEY, JSON.stringify([...before, kept].slice(-MOST)));
  } catch {
    // It is on the table's shelf all the same.
  }
}

/** The file a library travels in. */
export function libraryFile(family: string, things: readonly ReadyThing[]): Blob {
  const kept = things.map(({ kind, name, text, marks, hidden, thing }) => ({
    family,
    thing: { kind, name, text, marks, hidden, thing },
  }));
  return new Blob([JSON.stringify({ mistline: "library", things: kept }, null, 2)], {
    type: "application/json",
  });
}

/** The things of a family in such a file; none if it is another one. */
export function readLibrary(family: string, text: string): ReadyThing[] {
  let things: unknown;
  try {
    things = (JSON.parse(text) as { things?: unknown }).things;
  } catch {
    return [];
  }
  return read(JSON.stringify(things ?? []))
    .filter((one) => one.family === family)
    .map(({ thing }) => thing);
}
