/** What a command would do, asked again whenever it changes. */
import type { Calculation, Quote, Refusal, TimelineCommand } from "../wire";
import type { Json } from "../lib/offers";
import type { Table } from "../lib/table.svelte";

export class Asking {
  quote = $state.raw<Quote | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Whether the answer is for what is written now. */
  fresh = $state(false);

  /** Asks for `command` while the component lives; nothing is asked while it gives nothing. */
  constructor(here: Table, command: () => TimelineCommand | null) {
    let asked = "";
    let kind = "";
    $effect(() => {
      const wanted = command();
      // Other people's doings change what a command would do.
      void here.parts;
      if (!wanted) {
        this.quote = this.refusal = null;
        this.fresh = false;
        asked = "";
        return;
      }
      const text = JSON.stringify(wanted);
      if (text !== asked) this.fresh = false;
      asked = text;
      // While a number is typed the last answer stays; of another kind of command it says nothing.
      if (wanted.do !== kind) this.quote = this.refusal = null;
      kind = wanted.do;
      const pause = setTimeout(async () => {
        const answer = await here.quote(JSON.parse(text) as Json);
        if (text !== asked) return;
        this.quote = "quote" in answer ? answer.quote : null;
        this.refusal = "refusal" in answer ? answer.refusal : null;
        this.fresh = true;
      }, 120);
      return () => clearTimeout(pause);
    });
  }

  /** How a number was worked out, by its id. */
  why(id: string): Calculation | undefined {
    return this.quote?.calculations?.find((one) => one.id === id);
  }
}

/** Sends a command of this family; a refusal is shown. */
export function play(here: Table, command: TimelineCommand): Promise<boolean> {
  return here.play(command as unknown as Json);
}
