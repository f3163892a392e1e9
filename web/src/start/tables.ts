/** The tables this device has sat at (B-06). The server has no list of them: the device keeps it. */
import { recall, remember } from "../lib/memory";

export type KnownTable = {
  id: string;
  title: string;
  /** The seat's name. */
  name: string;
  /** The ruleset and its family, where this device opened the table itself. */
  pack?: string;
  family?: string;
  /** When it was last entered, in milliseconds. */
  at: number;
};

const MOST = 12;

/** What was kept, as far as it can be read; the newest first. */
export function parseTables(kept: string | null): KnownTable[] {
  if (kept === null) return [];
  try {
    const all: unknown = JSON.parse(kept);
    if (!Array.isArray(all)) return [];
    return all.filter(
      (one): one is KnownTable =>
        typeof one === "object" &&
        one !== null &&
        typeof (one as KnownTable).id === "string" &&
        typeof (one as KnownTable).title === "string" &&
        typeof (one as KnownTable).name === "string" &&
        typeof (one as KnownTable).at === "number",
    );
  } catch {
    return [];
  }
}

/**
 * `table` first, or in its place, each table once, not too many. What was known of it before stays
 * known.
 */
export function withTable(
  all: readonly KnownTable[],
  table: KnownTable,
  where: "first" | "place" = "first",
): KnownTable[] {
  const before = all.find((one) => one.id === table.id);
  if (before && where === "place") return all.map((one) => (one === before ? table : one));
  const rest = all.filter((one) => one.id !== table.id);
  return [{ ...before, ...table }, ...rest].slice(0, MOST);
}

export const knownTables = () => parseTables(recall("tables"));

export function keepTable(table: KnownTable, where: "first" | "place" = "first"): void {
  remember("tables", JSON.stringify(withTable(knownTables(), table, where)));
}

export function dropTable(id: string): void {
  remember("tables", JSON.stringify(knownTables().filter((one) => one.id !== id)));
}

/** When it was last entered, as people say it: today, three days ago; after a week, the date. */
export function dayOf(at: number, now: number, language: string): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  // A day of 23 or 25 hours is a day.
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (days >= 0 && days < 7) {
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-days, "day");
  }
  return new Intl.DateTimeFormat(language, { month: "short", day: "numeric" }).format(at);
}
