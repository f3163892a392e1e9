/** The families' pages, fetched when a table needs them: a mist table does not load Fate's. */
import type { Family } from "./family";

export type { Family } from "./family";

export const FAMILIES: Record<string, () => Promise<{ family: Family }>> = {
  mist: () => import("../mist/family"),
  fate: () => import("../fate/family"),
  timeline: () => import("../timeline/family"),
};
