/** A command being written in a form: what the rules have against it while one types. */
import type { Refusal } from "../wire";
import type { Json } from "./offers";
import type { Table } from "./table.svelte";

export class Draft {
  refusal = $state.raw<Refusal | null>(null);
  busy = $state(false);
  #here: Table;
  #command: () => Json;

  /** `begun`: whether enough is written to be asked about. */
  constructor(here: Table, command: () => Json, begun: () => boolean) {
    this.#here = here;
    this.#command = command;
    $effect(() => {
      const asked = command();
      if (!begun()) return;
      const pause = setTimeout(async () => {
        const answer = await here.quote(asked);
        if (asked === command()) this.refusal = "refusal" in answer ? answer.refusal : null;
      }, 250);
      return () => clearTimeout(pause);
    });
  }

  /** Gives the command; answers whether it was accepted. */
  async play(): Promise<boolean> {
    this.busy = true;
    const accepted = await this.#here.play(this.#command());
    this.busy = false;
    return accepted;
  }
}
