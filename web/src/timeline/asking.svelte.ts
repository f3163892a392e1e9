/** What a command would do, asked again whenever it changes. */
import type { Calculation, Quote, Refusal, TimelineCommand } from "../wire";
import type { Json } from "../lib/offers";
import type { Table } from "../lib/table.svelte";

export class Asking {
  quote = $state.raw<Quote | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Whether the answer is for what is written now. */
  fresh = $state(false);

  /** Asks for `command` at once, if given, while the component lives. */
  constructor(here?: Table, command?: () => TimelineCommand | null) {
    if (here && command) this.watch(here, command);
  }

  /** Asks for `command` while the component lives; nothing is asked while it gives nothing. */
  watch(here: Table, command: () => TimelineCommand | null, pause = 120): void {
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
      const wait = setTimeout(async () => {
        const answer = await here.quote(JSON.parse(text) as Json);
        if (text !== asked) return;
        this.quote = "quote" in answer ? answer.quote : null;
        this.refusal = "refusal" in answer ? answer.refusal : null;
        this.fresh = true;
      }, pause);
      return () => clearTimeout(wait);
    });
  }

  /** How a number was worked out, by its id. */
  why(id: string): Calculation | undefined {
    return this.quote?.calculations?.find((one) => one.id === id);
  }
}

/** What one number of several commands would be, side by side: the rate of each attribute. */
export class Rates {
  of = $state.raw<ReadonlyMap<string, string>>(new Map());

  /** Asks while the component lives; each command by its key, and which number of its answer. */
  constructor(here: Table, commands: () => [string, TimelineCommand][], id = "rate") {
    let asked = "";
    $effect(() => {
      const wanted = commands();
      void here.parts;
      const text = JSON.stringify(wanted);
      if (text !== asked) this.of = new Map();
      asked = text;
      if (wanted.length === 0) return;
      const wait = setTimeout(async () => {
        const answers = await Promise.all(
          (JSON.parse(text) as [string, Json][]).map(
            async ([key, command]) => [key, await here.quote(command)] as const,
          ),
        );
        if (text !== asked) return;
        const found = new Map<string, string>();
        for (const [key, answer] of answers) {
          const quote = "quote" in answer ? answer.quote : undefined;
          const value = quote?.calculations?.find((one) => one.id === id)?.value;
          if (value !== undefined) found.set(key, value);
        }
        this.of = found;
      }, 150);
      return () => clearTimeout(wait);
    });
  }
}

/** Sends a command of this family; a refusal is shown. */
export function play(here: Table, command: TimelineCommand): Promise<boolean> {
  return here.play(command as unknown as Json);
}
