/** Asks the server for what the pages of one table share; the strip does, which is always there. */
import type { Table } from "../lib/table.svelte";
import type { Play } from "./play.svelte";

export function keeping(here: Table, play: Play): void {
  const mine = here.offersOf(() => play.actor);
  const ofCase = here.offersOf(() => play.case?.id);
  $effect(() => {
    play.mine = mine.list;
  });
  $effect(() => {
    play.ofCase = ofCase.list;
  });
  // A form that is filled in says its odds within a moment (B-14).
  const asked = $derived(play.command === undefined ? null : JSON.stringify(play.command));
  $effect(() => {
    const now = asked;
    void here.parts;
    if (now === null) {
      play.quote = null;
      return;
    }
    const pause = setTimeout(async () => {
      const answer = await here.quote(JSON.parse(now));
      if (now === asked) play.quote = "quote" in answer ? answer.quote : null;
    }, 100);
    return () => clearTimeout(pause);
  });
}
