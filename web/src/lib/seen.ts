import type { Audience } from "../wire";

/** Whether only some may see a thing; the host alone is told. */
export function isSecret(seen: Audience | undefined): boolean {
  return seen !== undefined && seen !== "all";
}
