/** What this seat is at on a Fate table: who acts, what is begun, which case lies open. */
import { untrack } from "svelte";
import type { FateActionPart, FateCompelPart, FateHitPart, FateUse, Quote } from "../wire";
import { at, complete, filled, put, type Json } from "../lib/offers";
import type { AnyOffer, Table } from "../lib/table.svelte";
import { sharing, type Floor } from "../table/floor.svelte";
import { t } from "../lib/words.svelte";
import { gameIn, who, type FateGame } from "./game";

/** What can be set out on: these open the form, not a popover. */
export const DEEDS = [
  ...["attack", "overcome", "create", "create-on", "discover", "effort", "task", "treat", "reach"],
];
/** What is answered to an action before its dice, and how an attack on several is shared. */
const ANSWERS = ["oppose", "opponent", "point", "defend", "split"];
/** What is chosen once an action's dice have fallen. */
const CHOICE = "choose";

/** A use of an invoke that is open: for +2 or to roll again, free or for a point. */
export type Use = { offer: AnyOffer; opposition: boolean; to: FateUse; free: boolean };

/** A form being filled in: of a deed of one's own, or of an answer to what another does. */
export type Form = {
  /** What can be chosen instead. */
  kinds: AnyOffer[];
  offer: AnyOffer;
  values: Map<string, Json>;
  /** Whether it can be put away. */
  own: boolean;
};

/** A thing whose acts are open. */
export type Thing = {
  id: string;
  title: string;
  anchor: HTMLElement;
  /** Only these verbs, where the place is about them. */
  only?: readonly string[] | undefined;
  /** Only the place of a sheet, whose form opens at once. */
  slot?: string | undefined;
};

export type Case =
  | { kind: "action"; id: string; action: FateActionPart }
  | { kind: "hit"; id: string; hit: FateHitPart }
  | { kind: "compel"; id: string; compel: FateCompelPart };

/**
 * What follows from its state is worked out where it is asked: a derived value would belong to
 * whoever asked first, and the room asks before any of the pages.
 */
export class Play {
  /** Whom one acts for, where one plays several. */
  actorWanted = $state<string | null>(null);
  /** The case that was pressed. */
  caseWanted = $state<string | null>(null);
  /** Whose sheet lies open. */
  person = $state<string | null>(null);
  thing = $state.raw<Thing | null>(null);
  /** Whether the open case is looked at, though nothing is asked. */
  looks = $state(false);
  /** What was begun, by its offer. */
  #begun = $state.raw<{ key: string; values: Map<string, Json> } | null>(null);
  #answer = $state.raw<{ of: string; key: string; values: Map<string, Json> } | null>(null);
  /** What a hit is taken with. */
  taking = $state.raw<{
    hit: string;
    boxes: number;
    slots: string[];
    names: Map<string, string>;
    /** Which boxes, counted from 0, where they differ in worth. */
    marks: number[];
  }>({
    hit: "",
    boxes: 0,
    slots: [],
    names: new Map(),
    marks: [],
  });
  /** What the seat can do with whom it acts for, and with the open case; the strip asks for both. */
  mine = $state.raw<AnyOffer[]>([]);
  ofCase = $state.raw<AnyOffer[]>([]);
  quote = $state.raw<Quote | null>(null);

  constructor(readonly here: Table) {}

  get game(): FateGame | null {
    return gameIn(this.here.shown);
  }

  /** The characters the seat plays: its own, and for the host those without a seat. */
  get plays(): string[] {
    if (this.here.looking) return [];
    const { you, isHost } = this.here;
    const all = this.game?.characters ?? [];
    const own = all.filter(({ seat }) => seat === you?.seat);
    const kept = isHost ? all.filter(({ seat }) => seat === undefined) : [];
    return [...own, ...kept].map(({ id }) => id);
  }

  /** Whom the seat acts for: the one who was pressed, whose turn it is, or the own character. */
  get actor(): string | undefined {
    const turn = this.game?.scene.conflict?.turn;
    if (this.actorWanted !== null && this.plays.includes(this.actorWanted)) {
      if (turn === undefined || !this.plays.includes(turn)) return this.actorWanted;
    }
    if (turn !== undefined && this.plays.includes(turn)) return turn;
    const seat = this.here.you?.seat;
    return this.game?.characters.find((one) => one.seat === seat)?.id;
  }

  get cases(): Case[] {
    const game = this.game;
    if (!game) return [];
    return [
      ...game.hits.map((hit): Case => ({ kind: "hit", id: hit.id, hit })),
      ...game.compels.map((compel): Case => ({ kind: "compel", id: compel.id, compel })),
      ...game.actions.map((action): Case => ({ kind: "action", id: action.id, action })),
    ];
  }

  /** The case that lies open: the one pressed, what waits for this seat, or the newest. */
  get case(): Case | undefined {
    const all = this.cases;
    return (
      all.find(({ id }) => id === this.caseWanted) ??
      all.find(({ id }) => this.here.waitsAt(id)) ??
      all.at(-1)
    );
  }

  get action(): FateActionPart | undefined {
    const open = this.case;
    return open?.kind === "action" ? open.action : undefined;
  }

  get deeds(): AnyOffer[] {
    return this.mine.filter(({ verb }) => DEEDS.includes(verb));
  }
  get choices(): AnyOffer[] {
    return this.ofCase.filter(({ verb }) => verb === CHOICE);
  }
  get answers(): AnyOffer[] {
    const all = this.ofCase.filter(({ verb }) => ANSWERS.includes(verb));
    const awaited = all.filter(({ waits }) => waits !== undefined);
    const others = all.filter(({ waits }) => waits === undefined);
    return awaited.length > 0 ? [...awaited, ...others] : [];
  }
  /** What else can be done with the open case. */
  get besides(): AnyOffer[] {
    return this.ofCase.filter(
      (offer) =>
        !["roll", "cancel", "let-stand", "let-stand-against", CHOICE].includes(offer.verb) &&
        !this.answers.includes(offer) &&
        at(offer.command, "do") !== "invoke",
    );
  }

  /** The uses of each aspect on the open roll, +2 first and free first. */
  get uses(): Map<string, Use[]> {
    const found = new Map<string, Use[]>();
    for (const offer of this.ofCase) {
      const { command } = offer;
      if (at(command, "do") !== "invoke") continue;
      const aspect = String(at(command, "aspect"));
      const one: Use = {
        offer,
        opposition: at(command, "opposition") === true,
        to: at(command, "to") as FateUse,
        free: at(command, "free") === true,
      };
      found.set(aspect, [...(found.get(aspect) ?? []), one]);
    }
    const rank = (use: Use) => Number(use.to === "reroll") * 2 + Number(!use.free);
    for (const all of found.values()) all.sort((one, two) => rank(one) - rank(two));
    return found;
  }

  /** The form that is open: a deed that was begun, else an answer that is awaited. */
  get form(): Form | null {
    if (this.#begun) {
      const { key, values } = this.#begun;
      const offer = this.deeds.find((one) => one.key === key);
      if (offer) return { kinds: this.deeds, offer, values, own: true };
    }
    const [first] = this.answers;
    // What was pulled may be of a case that has just gone: whoever acts gave it up.
    const of = this.case?.id;
    if (!first || of === undefined) return null;
    const kept = this.#answer?.of === of ? this.#answer : null;
    const offer = this.answers.find(({ key }) => key === kept?.key) ?? first;
    const values = kept && offer.key === kept.key ? kept.values : new Map<string, Json>();
    return { kinds: this.answers, offer, values, own: false };
  }

  get command(): Json | undefined {
    return this.form ? filled(this.form.offer.command, this.form.values) : undefined;
  }
  get ready(): boolean {
    const form = this.form;
    return form !== null && complete(form.offer, form.values);
  }

  /** Opens the form of a deed; `values` are what the pressed thing says already. */
  begin(offer: AnyOffer, values: ReadonlyMap<string, Json> = new Map()): void {
    this.thing = null;
    this.quote = null;
    this.#begun = { key: offer.key, values: new Map(values) };
  }

  /** Another kind; what was written stays where it fits. */
  choose(offer: AnyOffer): void {
    const form = this.form;
    if (!form) return;
    const paths = new Set(offer.fields.map(({ path }) => path));
    const kept = [...form.values].filter(([path]) => paths.has(path) && path !== "against");
    this.#keep(offer.key, new Map(kept));
  }

  set(path: string, value: Json): void {
    const form = this.form;
    if (form) this.#keep(form.offer.key, new Map(form.values).set(path, value));
  }
  fill(values: Map<string, Json>): void {
    const form = this.form;
    if (form) this.#keep(form.offer.key, values);
  }
  #keep(key: string, values: Map<string, Json>): void {
    if (this.form?.own) this.#begun = { key, values };
    else if (this.case) this.#answer = { of: this.case.id, key, values };
  }

  putAway(): void {
    this.#begun = null;
    this.quote = null;
  }

  async take(): Promise<void> {
    const { command, form } = this;
    if (command === undefined || !form) return;
    if (!(await this.here.play(command))) return;
    if (form.own) this.#begun = null;
    else this.#answer = null;
    this.caseWanted = null;
    this.looks = false;
    this.quote = null;
  }

  touch(id: string, title: string, anchor: HTMLElement, only?: readonly string[]): void {
    this.thing = { id, title, anchor, only };
  }

  /** Opens the form that writes what stands in a place of a sheet. */
  write(id: string, title: string, anchor: HTMLElement, slot: string): void {
    this.thing = { id, title, anchor, only: ["mend-aspect"], slot };
  }

  /** Opens the sheets at somebody's. */
  read(room: Floor, person: string | null): void {
    this.person = person;
    room.open("people");
  }

  /** Moves somebody to a place: freely where it is free, else with a deed of its own. */
  async moveTo(who: string, zone: string): Promise<void> {
    const offers = who === this.actor ? this.mine : await this.here.pull(who);
    const way = ["move", "reach"]
      .map((verb) => offers.find((offer) => offer.verb === verb && aims(offer, zone)))
      .find((offer) => offer !== undefined);
    const values = way && aims(way, zone);
    if (way?.verb === "move" && values) await this.here.play(filled(way.command, values));
    else if (way && values && who === this.actor) this.begin(way, values);
    else await this.here.play({ do: "move", character: who, zone });
  }
}

// Made outside whatever asks first: what is made inside a derived value is not seen to change by it.
export const playing = sharing((here) => untrack(() => new Play(here)));

/** What a use of an invoke is called: its price, and whose side it is for if not one's own. */
export function useName(play: Play, { opposition, to, free }: Use): string {
  const { action, game } = play;
  const what = to === "bonus" ? "+2" : t("web-fate-reroll");
  const whose = opposition ? action?.opposition?.who : action?.actor;
  const own = whose !== undefined && play.plays.includes(whose);
  const named = whose && game ? who(game, whose) : t("fate-part-difficulty");
  const side = own ? what : t("web-fate-side-use", { who: named, what });
  return free ? side : t("web-fate-for-point", { what: side });
}

/** The offer aimed at a thing: what a field must be for it, if one of its choices names the thing. */
export function aims({ command, fields }: AnyOffer, id: string): Map<string, Json> | undefined {
  for (const { path, bounds } of fields) {
    if (bounds.kind !== "choice") continue;
    const choice = bounds.of.find(({ value }) => names(value as Json, id));
    if (choice) return new Map([[path, choice.value as Json]]);
  }
  return fields.length > 0 && names(at(command, "act") ?? null, id) ? new Map() : undefined;
}

function names(value: Json, id: string): boolean {
  if (value === id) return true;
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some((inside) => names(inside as Json, id));
}

/** The offer that takes a hit with these boxes and slots, its consequences named. */
export function absorption(
  offers: readonly AnyOffer[],
  { boxes, slots, names: called, marks }: Play["taking"],
): Json | undefined {
  for (const { command } of offers) {
    if (at(command, "do") !== "absorb" || at(command, "boxes") !== boxes) continue;
    const taken = (at(command, "consequences") ?? []) as { slot: string; name: string }[];
    if (taken.length !== slots.length || !taken.every(({ slot }) => slots.includes(slot))) continue;
    const own = at(command, "marks") as number[] | undefined;
    if ((own?.length ?? 0) !== marks.length) continue;
    return taken.reduce<Json>(
      (so, { slot }, nth) => put(so, `consequences/${nth}/name`, called.get(slot)?.trim() || "…"),
      own ? put(command, "marks", marks) : command,
    );
  }
  return undefined;
}
