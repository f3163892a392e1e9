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

/** Whether a command names a thing anywhere. */
export function mentions(command: Json, id: string): boolean {
  if (command === id) return true;
  if (command === null || typeof command !== "object") return false;
  return Object.values(command).some((inner) => mentions(inner, id));
}

/** The command with every field as the person left it. */
export function filled(command: Json, values: ReadonlyMap<string, Json>): Json {
  let result = command;
  for (const [path, value] of values) result = put(result, path, value);
  return result;
}

/** Whether a value is one the field's bounds allow; the server decides, this only marks the field. */
export function fits(field: Field, value: Json | undefined): boolean {
  const { bounds } = field;
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
      return bounds.of.some((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
    case "switch":
      return typeof value === "boolean";
  }
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
