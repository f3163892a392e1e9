/** Which acts will meet, as things stand: the server works it out for those who may know (T-27). */
import type { Message, TimelineFightPart } from "../wire";
import type { Table } from "../lib/table.svelte";

export type Meeting = {
  /** In hundredths of T. */
  at: number;
  one: string;
  other: string;
  /** Both impacts, and what is left. */
  words: Message;
};

export class Meetings {
  all = $state.raw<Meeting[]>([]);

  /** Asks while the component lives, whenever the fight changes. */
  constructor(here: Table, fight: () => TimelineFightPart) {
    $effect(() => {
      void fight();
      let current = true;
      if (here.looking) {
        this.all = [];
        return;
      }
      void here.quote({ do: "flow" }).then((answer) => {
        if (!current) return;
        const told = "quote" in answer ? (answer.quote.calculations ?? []) : [];
        this.all = told.flatMap(({ id, of }) => {
          const [what, at, one, other] = id.split(" ");
          return what === "meets" && at && one && other
            ? [{ at: Number(at), one, other, words: of }]
            : [];
        });
      });
      return () => (current = false);
    });
  }
}
