/** The scenes that are ready, in one list, whichever part of the table keeps them (B-44). */
import type { Table } from "../lib/table.svelte";
import { term } from "../lib/words.svelte";
import type { DeskPart, Term } from "../wire";

/** `kept`: the game's own, as a scene of Fate that goes on from one that has ended (F-44). */
export type Coming = { id: string; title: string; text: string; kept: boolean };

/** What the game keeps ready itself; only the host is sent any. */
export function keptScenes(here: Table): Coming[] {
  type Kept = { id: string; title: Term; text: string };
  const kept = (here.shown.scene as { prepared?: Kept[] } | undefined)?.prepared ?? [];
  return kept.map(({ id, title, text }) => ({ id, title: term(title), text, kept: true }));
}

/** The scenes to come, the next one first. */
export function comingScenes(here: Table): Coming[] {
  const scenes = (here.shown["table/desk"] as DeskPart | undefined)?.scenes ?? [];
  const ready = scenes.filter(({ played, standing }) => !played && standing === "ready");
  return [
    ...ready.map(({ id, title, text }) => ({ id, title, text, kept: false })),
    ...keptScenes(here),
  ];
}

/** The scene before is over, this one begins with all that is in it; whether it does. */
export async function startScene(here: Table, { id, kept }: Coming): Promise<boolean> {
  if (kept) return here.play({ do: "start-prepared", prepared: id });
  return (await here.ask({ do: "start-scene", scene: id })) !== null;
}
