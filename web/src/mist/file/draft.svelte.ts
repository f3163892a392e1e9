/** A conclusion that is being written, before anything is sent: words, clues, and the way to prove it. */
import type { MistCommand, MistProposal, Quote, Refusal } from "../../wire";
import { BLANK, type Json } from "../../lib/offers";
import type { Table } from "../../lib/table.svelte";
import { sharing } from "../../table/floor.svelte";

export type Side = "help" | "hinder";
export type Way = "deduce" | "test" | "answer";

export type Writing = {
  /** The mystery's id, or the question's. */
  of: string;
  about: string;
  actor: string;
  way: Way;
  ways: Way[];
  conclusion: string;
  /** The moment that a deduction replays. */
  moment: string;
  clues: ReadonlyMap<string, Side>;
  /** How many supporting clues it needs. */
  needs: number;
};

export class Draft {
  readonly here: Table;
  writing = $state.raw<Writing | null>(null);
  /** What of the file is still to be written, while its page is open: the first, and how many. */
  next = $state.raw<{ count: number; about: string; needs: number; begin: () => void } | null>(
    null,
  );
  quote = $state.raw<Quote | null>(null);
  refusal = $state.raw<Refusal | null>(null);

  constructor(here: Table) {
    this.here = here;
  }

  begin(writing: Writing): void {
    this.writing = writing;
    void this.ask();
  }
  change(part: Partial<Writing>): void {
    if (!this.writing) return;
    this.writing = { ...this.writing, ...part };
    void this.ask();
  }
  close(): void {
    this.writing = null;
    this.quote = null;
    this.refusal = null;
  }

  /** Press: it supports, again: it contradicts, again: it is laid aside. */
  press(clue: string): void {
    const { writing } = this;
    if (!writing) return;
    const clues = new Map(writing.clues);
    const now = clues.get(clue);
    if (now === undefined) clues.set(clue, "help");
    else if (now === "help") clues.set(clue, "hinder");
    else clues.delete(clue);
    this.change({ clues });
  }
  lay(clue: string, side: Side): void {
    if (this.writing) this.change({ clues: new Map(this.writing.clues).set(clue, side) });
  }

  /** A clue that was dragged here. */
  dropped(event: DragEvent, side: Side): void {
    event.preventDefault();
    const clue = event.dataTransfer?.getData("text/plain");
    if (clue) this.lay(clue, side);
  }
  /** Lays a clue aside. */
  lift(clue: string): void {
    const clues = new Map(this.writing?.clues);
    clues.delete(clue);
    this.change({ clues });
  }

  get supports(): number {
    return [...(this.writing?.clues.values() ?? [])].filter((side) => side === "help").length;
  }
  get missing(): number {
    return Math.max(0, (this.writing?.needs ?? 0) - this.supports);
  }
  get written(): boolean {
    const { writing } = this;
    if (!writing || writing.conclusion.trim() === "") return false;
    return writing.way !== "deduce" || writing.moment.trim() !== "";
  }

  #command(writing: Writing): MistCommand {
    const lines: MistProposal[] = [...writing.clues].map(([source, polarity]) => ({
      source,
      polarity,
    }));
    const conclusion = writing.conclusion.trim() || BLANK;
    const { actor, of } = writing;
    switch (writing.way) {
      case "deduce": {
        const moment = writing.moment.trim() || BLANK;
        return { do: "deduce", actor, mystery: of, conclusion, moment, lines };
      }
      case "test":
        return { do: "test", actor, mystery: of, conclusion, lines };
      case "answer":
        return { do: "answer", actor, question: of, conclusion, lines };
    }
  }
  /** What it would be rolled with, told by the server. */
  async ask(): Promise<void> {
    const { writing } = this;
    if (!writing) return;
    const answer = await this.here.quote(this.#command(writing) as unknown as Json);
    if (writing !== this.writing) return;
    this.quote = "quote" in answer ? answer.quote : null;
    this.refusal = "refusal" in answer ? answer.refusal : null;
  }
  async send(): Promise<void> {
    const { writing } = this;
    if (!writing) return;
    if (await this.here.play(this.#command(writing) as unknown as Json)) this.close();
  }
}

export const drafting = sharing((here) => new Draft(here));
