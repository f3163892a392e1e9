/** Pictures that were given to people and places: the page says where they are, parts ask by id. */
import { getContext, setContext } from "svelte";

export type Kind = "face" | "scene";
/** The address of the picture of a person or thing by its id, of a scene by its title. */
export type Pictured = (kind: Kind, id: string) => string | undefined;

const KEY = Symbol("pictured");

export function setPictured(pictured: Pictured): void {
  setContext(KEY, pictured);
}

/** What was given, if the page keeps pictures at all. */
export function pictured(): Pictured {
  return getContext<Pictured | undefined>(KEY) ?? (() => undefined);
}
