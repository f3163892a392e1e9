/** Offers: complete commands with fields that may vary. The page knows no more about them. */
import type { Field } from "../wire";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What stands at `path` in a command. */
export function at(command: Json, path: string): Json | undefined {
  let here: Json | undefined = command;
  for (const key of path.split("/")) {
    if (here === null || typeof here !== "object") return undefined;
    here = (here as { [key: string]: Json })[key];
  }
  return here;
}

/** The command with `value` at `path`. */
export function put(command: Json, path: string, value: Json): Json {
  const [key, ...rest] = path.split("/") as [string, ...string[]];
  const inner = rest.length > 0;
  if (Array.isArray(command)) {
    const copy = [...command];
    const index = Number(key);
    copy[index] = inner ? put(copy[index] ?? null, rest.join("/"), value) : value;
    return copy;
  }
  const copy = command !== null && typeof command === "object" ? { ...command } : {};
  copy[key] = inner ? put(copy[key] ?? null, rest.join("/"), value) : value;
  return copy;
}

/** The command with every field as the person left it. */
export function filled(command: Json, values: ReadonlyMap<string, Json>): Json {
  let result = command;
  for (const [path, value] of values) result = put(result, path, value);
  return result;
}

/** Offers write this where words are yet to be written; nobody means it. */
export const BLANK = "…";

/** Whether a value is one the field's bounds allow; the server decides, this only marks the field. */
export function fits({ bounds }: Field, value: Json | undefined): boolean {
  switch (bounds.kind) {
    case "number":
      return typeof value === "number" && value >= bounds.min && value <= bounds.max;
    case "text":
      return (
        typeof value === "string" &&
        (bounds.optional || value.trim() !== "") &&
        Array.from(value).length <= bounds.max
      );
    case "choice":
      return bounds.of.some((choice) => same(choice.value as Json, value));
    case "asked":
      return typeof value === "string";
    case "switch":
      return typeof value === "boolean";
  }
}

const same = (one: Json, two: Json | undefined) => JSON.stringify(one) === JSON.stringify(two);

/** Whether an offer can be taken as the person left it: what was not touched stands, unless blank. */
export function complete(
  { command, fields }: { command: Json; fields: Field[] },
  values: ReadonlyMap<string, Json>,
): boolean {
  return fields.every((field) =>
    values.has(field.path)
      ? fits(field, values.get(field.path))
      : at(command, field.path) !== BLANK,
  );
}

/** The offer's command with these fields changed, if its bounds allow that. */
export function varied(
  { command, fields }: { command: Json; fields: Field[] },
  wanted: { [path: string]: Json },
): Json | undefined {
  for (const [path, value] of Object.entries(wanted)) {
    // A switch that is off is left away.
    if (same(value, at(command, path) ?? (value === false ? false : null))) continue;
    const field = fields.find((one) => one.path === path);
    if (!field || !fits(field, value)) return undefined;
  }
  return filled(command, new Map(Object.entries(wanted)));
}

/** The part of a command no field changes. */
export function fixedOf(command: Json, fields: Field[]): Json {
  return fields.reduce((rest, { path }) => put(rest, path, null), command);
}

/** Whether a command has every value of `pattern`. */
export function matches(command: Json, pattern: Json): boolean {
  if (pattern === null || typeof pattern !== "object") return command === pattern;
  if (command === null || typeof command !== "object") return false;
  const inside = command as { [key: string]: Json };
  return Object.entries(pattern).every(
    ([key, wanted]) => key in inside && matches(inside[key]!, wanted),
  );
}

/** A verb's command on a thing, inside another where it is. */
export function commandOn(command: Json, of: string, within: string): Json {
  if (command === "@of") return of;
  if (command === "@in") return within;
  if (Array.isArray(command)) return command.map((inside) => commandOn(inside, of, within));
  if (command === null || typeof command !== "object") return command;
  const all = Object.entries(command);
  return Object.fromEntries(all.map(([key, inside]) => [key, commandOn(inside, of, within)]));
}
