/** What the pages of one table share: the act or the check being prepared, and what it would do. */
import type { NumberedLine, TimelineCommand } from "../wire";
import type { Table } from "../lib/table.svelte";
import { t } from "../lib/words.svelte";
import { sharing } from "../table/floor.svelte";
import { Asking } from "./asking.svelte";
import type { Ghost } from "./chart";
import { aimsOf, gameIn, ownFirst } from "./game";
import { Plan } from "./plan.svelte";
import { isContest, isTrial } from "./told";
import { Trial } from "./trial.svelte";

export class Desk {
  readonly plan = new Plan();
  readonly act = new Asking();
  readonly trial = new Trial();
  readonly odds = new Asking();
  /** Whether something of one's own is being sent. */
  busy = $state(false);
  /** Results up to this line have been looked at. */
  #away = $state(0);
  readonly #here: Table;

  constructor(here: Table) {
    this.#here = here;
    this.#away = here.lines.at(-1)?.n ?? 0;
  }

  game = $derived.by(() => gameIn(this.#here.shown));
  /** Whether this seat acts at all: those who watch, or look through another's eyes, do not. */
  acts = $derived.by(() => this.#here.you?.role !== "spectator" && !this.#here.looking);

  /** The characters this seat tries something with. */
  mine = $derived.by(() => {
    if (!this.game || !this.acts) return [];
    const all = ownFirst(this.game.characters, this.#here.you?.seat, this.#here.isHost);
    return all.filter(({ yours, dead }) => yours && !dead);
  });
  tries = $derived.by(() => this.mine.find(({ id }) => id === this.trial.actor) ?? this.mine.at(0));

  /** The fighters this seat declares for. */
  own = $derived.by(() => {
    const fighters = this.game?.fight?.fighters ?? [];
    return this.mine.filter(({ id }) => fighters.some((one) => one.id === id && !one.gone));
  });
  /** Those whom nobody else plays: the host may decide for players' fighters, and is not asked to. */
  asked = $derived.by(() => {
    const seat = this.#here.isHost ? undefined : this.#here.you?.seat;
    return this.own.filter((one) => one.seat === seat);
  });
  /** The one chosen, until time moves on; otherwise one the table waits for. */
  fighter = $derived.by(() => {
    const fight = this.game?.fight;
    if (!fight) return undefined;
    const { who } = this.plan;
    const awaited = (id: string) => fight.awaited.includes(id);
    const chosen = this.own.find(
      ({ id }) => id === who?.id && (who.at === fight.now || awaited(id)),
    );
    return chosen ?? this.asked.find(({ id }) => awaited(id)) ?? this.asked.at(0) ?? this.own.at(0);
  });
  form = $derived.by(() => this.game?.ruleset.deeds.find(({ deed }) => deed === this.plan.deed));
  /** Whom the act can be aimed at, likeliest first (T-34). */
  aims = $derived.by(() => {
    const fight = this.game?.fight;
    return fight && this.fighter ? aimsOf(fight, this.fighter.id, this.form) : [];
  });
  aim = $derived.by(() => {
    if (!this.fighter || !this.form?.target) return undefined;
    const others = this.aims.map(({ id }) => id);
    return this.plan.aimOf(this.fighter.id, others[0], others);
  });
  declares = $derived.by((): TimelineCommand | null => {
    if (!this.fighter) return null;
    const others = this.aims.map(({ id }) => id);
    return this.plan.command(this.fighter, this.form, others[0], others);
  });
  /** The act in a few words: the player's own, otherwise what and on whom. */
  planned = $derived.by(() => {
    if (this.plan.note.trim()) return this.plan.note.trim();
    const aim = this.aims.find(({ id }) => id === this.aim)?.name;
    return [t(`timeline-deed-${this.plan.deed}`), aim].filter(Boolean).join(" ");
  });
  /** Where the act would stand on the chart. */
  ghost = $derived.by((): Ghost | null => {
    const timing = this.act.quote?.timing;
    if (!this.fighter || !timing) return null;
    return { who: this.fighter.id, start: timing.start, end: timing.end, power: timing.power };
  });
  tried = $derived.by((): TimelineCommand | null =>
    this.game && this.tries ? this.trial.command(this.game, this.tries) : null,
  );

  /** The last contest, until it was looked at: no single roll tells of it. */
  contest = $derived.by((): NumberedLine | undefined => this.#latest(isContest));
  /** The last check or negotiation, until something new is picked. */
  result = $derived.by((): NumberedLine | undefined => this.#latest(isTrial));

  #latest(is: (line: NumberedLine) => boolean): NumberedLine | undefined {
    const found = this.#here.lines.findLast((one) => one.line && is(one));
    return found && found.n > this.#away ? found : undefined;
  }
  putAway(): void {
    this.#away = this.#here.lines.at(-1)?.n ?? 0;
  }
}

/** The desk of a table, made apart from whoever asks first: nothing follows what it made itself. */
export const deskOf = sharing((here) => {
  let desk: Desk | undefined;
  $effect.root(() => {
    desk = new Desk(here);
  });
  return desk!;
});
