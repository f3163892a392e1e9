/** What the parts of the host's desk share (B-44). */
import { t, term } from "../lib/words.svelte";
import type { PreparedScenePart, ReadyThing, TableCommand } from "../wire";

/** What a thing is while it is dragged out of the library. */
export const DRAGGED = "application/x-mistline-thing";

export type Prepared = Extract<TableCommand, { do: "prepare-scene" }>;

/** A scene as it is, to be written anew. */
export function written(scene: PreparedScenePart): Prepared {
  const { id, title, text, notes, things, handouts, standing } = scene;
  return {
    do: "prepare-scene",
    scene: id,
    title,
    text,
    notes,
    things: things.map(({ thing }) => thing),
    handouts,
    standing,
  };
}

/** Whether it was played, is on the stage, is ready, or waits. */
export function standingOf({ on_stage, played, standing }: PreparedScenePart): string {
  if (on_stage) return t("scene-on-stage");
  if (played) return t("scene-played");
  return t(
    { ready: "scene-ready", later: "scene-later", skipped: "scene-skipped" }[standing] ??
      "scene-ready",
  );
}

/** Whether a thing is what somebody looks for. */
export function fits(thing: ReadyThing, sought: string): boolean {
  return term(thing.name).toLowerCase().includes(sought.trim().toLowerCase());
}

/** A hidden thing as it will be if everyone may see it; none if it cannot be. */
export function unhidden({ thing, hidden }: ReadyThing): unknown {
  if (!hidden || typeof thing !== "object" || thing === null || !("hidden" in thing)) {
    return undefined;
  }
  return { ...thing, hidden: false };
}
