/** The case file as its pages read it: what was concluded, and what may be written now. */
import type { MistConclusionPart, MistMystery } from "../../wire";
import { at } from "../../lib/offers";
import type { Table } from "../../lib/table.svelte";
import { t, term } from "../../lib/words.svelte";
import type { MistGame } from "../game";
import { playing } from "../play.svelte";
import { drafting, type Way, type Writing } from "./draft.svelte";

/** What a clue was laid on, or refutes. */
export type Use = { text: string; side: "help" | "hinder" };

/** Made by the file's page, which shares it with its parts. */
export class Casebook {
  readonly here: Table;
  /** What was concluded before this page was opened; a later stamp falls. */
  readonly #before: ReadonlySet<string>;
  /** The mystery whose offers tell whether anything may be written. */
  #asked = $state<string | undefined>(undefined);
  readonly #pulled: ReturnType<Table["offersOf"]>;

  constructor(here: Table) {
    this.here = here;
    this.#before = new Set((this.game.file?.conclusions ?? []).map(({ id }) => id));
    $effect(() => {
      const { mysteries } = this;
      this.#asked ??= mysteries.find(({ solved }) => !solved)?.id ?? mysteries[0]?.id;
    });
    this.#pulled = here.offersOf(() => (this.rounds ? this.#asked : "story"));
  }

  get #play() {
    return playing(this.here);
  }
  get #draft() {
    return drafting(this.here);
  }
  get game(): MistGame {
    return this.#play.game!;
  }
  get rules() {
    return this.game.ruleset.file;
  }
  /** Mysteries, round after round; else questions that are answered once. */
  get rounds(): boolean {
    return this.rules.form === "rounds";
  }
  get host(): boolean {
    return this.here.isHost && !this.here.looking;
  }
  get mysteries(): MistMystery[] {
    return this.game.story?.mysteries ?? [];
  }
  get conclusions(): MistConclusionPart[] {
    return this.game.file?.conclusions ?? [];
  }
  of(id: string): MistConclusionPart[] {
    return this.conclusions.filter(({ mystery, question }) => mystery === id || question === id);
  }
  isNew(conclusion: MistConclusionPart): boolean {
    return !this.#before.has(conclusion.id);
  }
  /** Who has written in it. */
  get writers(): string[] {
    return [...new Set(this.conclusions.flatMap(({ by }) => (by ? [term(by)] : [])))];
  }

  /** The roll that is proving what was written. */
  get proving() {
    return this.#play.writing;
  }
  /** The mystery or question it is about. */
  get proved(): string | undefined {
    const kind = this.proving?.roll;
    if (kind?.kind === "question") return kind.question;
    return kind?.kind === "deduce" || kind?.kind === "test" ? kind.mystery : undefined;
  }

  // What may be written now is the server's to say.
  get #answers() {
    return this.#pulled.list.filter(({ verb }) => verb === "answer");
  }
  answerable(question: string): boolean {
    return this.#answers.some(({ command }) => at(command, "question") === question);
  }
  get may(): boolean {
    if (!this.rounds) return this.#answers.length > 0;
    return this.#pulled.list.some(({ command }) => at(command, "do") === "test");
  }
  async write(mystery: MistMystery): Promise<void> {
    const offers = await this.here.pull(mystery.id);
    const ways: Way[] = [];
    let actor = "";
    for (const { command } of offers) {
      const does = at(command, "do");
      if (does !== "deduce" && does !== "test") continue;
      ways.push(does);
      actor = String(at(command, "actor"));
    }
    if (ways.length === 0) return;
    const way = ways.includes("deduce") ? "deduce" : ways[0]!;
    const [of, about, needs] = [mystery.id, term(mystery.text), mystery.complexity];
    this.#begin({ of, about, actor, way, ways, needs });
  }
  answer(question: string, about: string): void {
    const offer = this.#answers.find(({ command }) => at(command, "question") === question);
    if (!offer) return;
    const actor = String(at(offer.command, "actor"));
    this.#begin({ of: question, about, actor, way: "answer", ways: ["answer"], needs: 0 });
  }
  #begin(what: Omit<Writing, "conclusion" | "moment" | "clues">): void {
    const actor = this.#play.me?.id ?? what.actor;
    this.#draft.begin({ ...what, actor, conclusion: "", moment: "", clues: new Map() });
  }

  /** What is still to be written: how many, and the first of them. */
  get next() {
    if (!this.may || this.proving) return null;
    const left = this.mysteries.filter(({ solved }) => !solved);
    const open = this.rules.questions.filter(({ id }) => this.answerable(id));
    const [mystery] = left;
    const [question] = open;
    if (this.rounds && mystery) {
      const about = term(mystery.text);
      const begin = () => void this.write(mystery);
      return { count: left.length, about, needs: mystery.complexity, begin };
    }
    if (!this.rounds && question) {
      const about = term(question.name);
      const begin = () => this.answer(question.id, about);
      return { count: open.length, about, needs: 0, begin };
    }
    return null;
  }

  /** What a clue was laid on or refutes, each once. */
  usesOf(text: string): Use[] {
    const uses = this.conclusions.flatMap((one): Use[] => {
      const name = this.#place(one);
      const laid = one.clues.filter((clue) => term(clue.text) === text);
      const refutes = one.refuted_by !== undefined && term(one.refuted_by) === text;
      return [
        ...laid.map(({ polarity }) => ({ text: name, side: polarity })),
        ...(refutes ? [{ text: name, side: "hinder" as const }] : []),
      ];
    });
    const same = (one: Use) => (two: Use) => one.text === two.text && one.side === two.side;
    return uses.filter((use, nth) => uses.findIndex(same(use)) === nth);
  }
  #place(one: MistConclusionPart): string {
    const mystery = this.mysteries.findIndex(({ id }) => id === one.mystery);
    if (this.rounds) return t("web-mist-used-in", { at: mystery + 1 });
    return numeral(this.rules.questions.findIndex(({ id }) => id === one.question));
  }
}

/** 壹、贰、叁: which question it is. */
export function numeral(nth: number): string {
  return t(`web-mist-numeral-${Math.min(nth + 1, 9)}`);
}
