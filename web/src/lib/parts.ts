/** The parts of a view, by the names the families give them. */
import type { Parts } from "./table.svelte";

/** Reads a family's parts: `one` by its key, `all` of a kind by their ids. */
export function partsBy<P extends { kind: string }>(parts: Parts) {
  const one = <K extends P["kind"]>(key: string) =>
    parts[key] as Extract<P, { kind: K }> | undefined;
  const all = <K extends P["kind"]>(kind: K, ids: string[]) =>
    ids.flatMap((id) => one<K>(`${kind}/${id}`) ?? []);
  return { one, all };
}
