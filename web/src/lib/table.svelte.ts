/** The table as this seat sees it: what the server sent, and ways to ask for more. */
import { getContext, setContext } from "svelte";
import type {
  Acts,
  Answer,
  Command,
  Completion,
  Field,
  Frame,
  FromServer,
  Line,
  LinksPart,
  Message,
  NumberedLine,
  Offer,
  PresencePart,
  Quote,
  Refusal,
  SeatPart,
  SeatsPart,
  SessionPart,
  TableCommand,
  TablePart,
  Term,
  UndoPart,
  Verb,
  Voice,
  Wait,
  Welcome,
  YouPart,
} from "../wire";
import { Connection, type Answered, type Link, type World } from "./connection";
import { commandOn, fixedOf, type Json } from "./offers";
import { t } from "./words.svelte";

/** An offer of any family, and what it is known by. */
export type AnyOffer = Offer<Json> & {
  fields: Field[];
  /** The name of its verb. */
  verb: string;
  key: string;
};
/** Asked for instead of a thing: everything in sight. */
export const EVERYTHING = "";
export type Parts = Readonly<Record<string, unknown>>;

/** An answer only this seat gets (`.help`, `.why`, a refusal), shown in the stream after a line. */
export type Aside = {
  key: number;
  after: number;
  to: string | null;
  lines: Line[];
  refusal?: Refusal;
};

export class Table {
  link = $state<Link>("connecting");
  parts = $state.raw<Parts>({});
  lines = $state.raw<readonly NumberedLine[]>([]);
  asides = $state.raw<readonly Aside[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** Why the server hung up, when it said so. */
  farewell = $state.raw<Message | null>(null);
  /** Whether the first view has arrived. */
  ready = $state(false);
  /** The host looks through another seat's eyes (B-31): shown instead of the host's own view. */
  looking = $state.raw<{ seat: string; parts: Parts } | null>(null);
  /** Typed and not yet answered: shown grey until the table has it. */
  sending = $state.raw<readonly { key: number; text: string }[]>([]);

  /** The rule being read, by its id; an empty string is the whole book. */
  rule = $state<string | null>(null);

  /** Names in sight, to be picked instead of typed; the family's page knows them. */
  names = $state.raw<readonly Term[]>([]);

  readonly id: string;
  #connection: Connection;
  #flags = $derived(new Map(this.acts.can.map((flags) => [flags.of, flags])));
  #verbs = $derived(new Map(((this.parts["table/verbs"] ?? []) as Verb[]).map((v) => [v.name, v])));
  #list: string | null = null;
  #keys = 0;

  constructor(id: string, world: World) {
    this.id = id;
    this.#connection = new Connection(world, {
      link: (link) => (this.link = link),
      welcome: (welcome) => this.#welcome(welcome),
      heard: (frame) => this.#heard(frame),
      bookmark: () =>
        this.#list === null
          ? null
          : { list: this.#list, line: this.lines[this.lines.length - 1]?.n ?? 0 },
    });
  }

  /** What is shown: the seat's own view, or the one the host looks through. */
  get shown(): Parts {
    return this.looking?.parts ?? this.parts;
  }

  get about(): TablePart | undefined {
    return this.parts["table/table"] as TablePart | undefined;
  }
  get you(): YouPart | undefined {
    return this.parts["table/you"] as YouPart | undefined;
  }
  /** The seat whose view is shown. */
  get eyes(): string | undefined {
    return this.looking?.seat ?? this.you?.seat;
  }
  get isHost(): boolean {
    return this.you?.role === "host";
  }
  get seats(): SeatPart[] {
    return (this.parts["table/seats"] as SeatsPart | undefined)?.seats ?? [];
  }
  get presence(): PresencePart {
    return (this.parts["table/presence"] as PresencePart | undefined) ?? { here: [], typing: [] };
  }
  get session(): SessionPart | undefined {
    return this.parts["table/session"] as SessionPart | undefined;
  }
  get links(): LinksPart | undefined {
    return this.parts["table/links"] as LinksPart | undefined;
  }
  get undo(): UndoPart | undefined {
    return this.parts["table/undo"] as UndoPart | undefined;
  }
  /** What is pushed of what the seat can do. Nothing while looking through another's eyes. */
  get acts(): Acts {
    const acts = this.looking ? undefined : (this.parts["table/acts"] as Acts | undefined);
    return acts ?? { can: [], waits: [] };
  }
  /** What the game waits for this seat to do (B-03). */
  get waits(): Wait[] {
    return this.acts.waits;
  }
  /** Whether the game waits for this seat at a thing, or at something inside it. */
  waitsAt(id: string): boolean {
    return this.waits.some(({ of }) => of === id || this.#flags.get(of)?.in === id);
  }
  /** The things the seat can do one of these verbs with. */
  thingsFor(verbs: readonly string[]): string[] {
    const flagged = this.acts.can.filter(({ can }) => can.some((verb) => verbs.includes(verb)));
    return flagged.map(({ of }) => of);
  }
  /** The verbs the seat can do with a thing, likeliest first. */
  can(of: string): string[] {
    return this.#flags.get(of)?.can ?? [];
  }
  /** What a verb is called: its own short word, without its subject. */
  verbName(verb: string): string {
    return t(`${this.about?.family ?? "toy"}-act-${verb}`);
  }
  /** The rule a verb comes from. */
  ruleOf(verb: string): string | undefined {
    return this.#verbs.get(verb)?.rule;
  }
  /** The command of a flag on a thing, where nothing is left to choose. */
  commandOf(of: string, verb: string): Json | undefined {
    const declared = this.#verbs.get(verb);
    if (!declared || (declared.fields ?? []).length > 0) return undefined;
    return commandOn(declared.command as Json, of, this.#flags.get(of)?.in ?? "");
  }

  /** What the seat can do with a thing, or with everything in sight: asked for when it is needed. */
  async pull(of: string): Promise<AnyOffer[]> {
    if (this.looking) return [];
    const answered = await this.#connection.ask((ask) => ({
      offers: of === EVERYTHING ? { ask } : { ask, of },
    }));
    return "offered" in answered ? readOffers(answered.offered.offers as Offer<Json>[]) : [];
  }

  /**
   * What the seat can do with a thing while a part of the page shows it: asked for again whenever
   * the table changes. To be called where a component begins.
   */
  offersOf(of: () => string | undefined): {
    readonly list: AnyOffer[];
    /** Whether the server has answered; before that the list is empty. */
    readonly ready: boolean;
  } {
    let list = $state.raw<AnyOffer[]>([]);
    let ready = $state(false);
    $effect(() => {
      const thing = of();
      void this.parts;
      let current = true;
      if (thing === undefined) list = [];
      else
        void this.pull(thing).then((offers) => {
          if (!current) return;
          list = offers;
          ready = true;
        });
      return () => (current = false);
    });
    return {
      get list() {
        return list;
      },
      get ready() {
        return ready;
      },
    };
  }

  seatName(seat: string): string {
    return this.seats.find((one) => one.seat === seat)?.name ?? "";
  }

  /** Sends a command of the game; a refusal is shown. Answers whether it was accepted. */
  async play(command: Json): Promise<boolean> {
    return (await this.#do({ game: command })) !== null;
  }

  /** Sends a command of the table; a refusal is shown. */
  async ask(command: TableCommand): Promise<Answer | null> {
    return this.#do({ table: command });
  }

  async speak(voice: Voice, text: string): Promise<boolean> {
    return (await this.#showing(text, this.ask({ do: "say", voice, text }))) !== null;
  }

  /** Sends a typed line; the answer appears in the stream. */
  async type(line: string): Promise<boolean> {
    const answered = await this.#showing(
      line,
      this.#connection.send((id) => ({ text: { id, line } })),
    );
    if (!answered) return false;
    const { reply, refused } = answered as {
      reply?: { lines: Line[] };
      refused?: { refusal: Refusal };
    };
    if (reply && reply.lines.length > 0) this.#aside(line, reply.lines);
    if (refused) this.#aside(line, [], refused.refusal);
    return !refused;
  }

  /** What a command of the game would do, without doing it. */
  async quote(command: Json): Promise<{ quote: Quote } | { refusal: Refusal }> {
    const answered = await this.#connection.ask((ask) => ({ quote: { ask, command } }));
    if ("quoted" in answered) return { quote: answered.quoted.quote };
    if ("ask_refused" in answered) return { refusal: answered.ask_refused.refusal };
    return { quote: {} };
  }

  /** How a line being typed could go on; `from` counts characters, not code units. */
  async complete(line: string): Promise<{ from: number; words: Completion[] }> {
    const answered = await this.#connection.ask((ask) => ({ complete: { ask, line } }));
    return "completed" in answered ? answered.completed : { from: 0, words: [] };
  }

  /** The commands of the game a typed line would give, without giving them. */
  async understand(line: string): Promise<{ commands: Json[] } | { refusal: Refusal }> {
    const answered = await this.#connection.ask((ask) => ({ understand: { ask, line } }));
    if ("understood" in answered) return { commands: answered.understood.commands as Json[] };
    if ("ask_refused" in answered) return { refusal: answered.ask_refused.refusal };
    return { commands: [] };
  }

  typing(typing: boolean): void {
    this.#connection.typing(typing);
  }

  /** The host looks at the table as `seat` sees it, or with their own eyes again. */
  async lookAs(seat: string | null): Promise<void> {
    if (seat === null) {
      this.looking = null;
      return;
    }
    const answered = await this.#connection.ask((ask) => ({ look: { ask, eyes: { seat } } }));
    if ("looked" in answered) this.looking = { seat, parts: answered.looked.parts };
    if ("ask_refused" in answered) this.refusal = answered.ask_refused.refusal;
  }

  /** Loads the lines before the oldest one; answers whether there were any. */
  async earlier(): Promise<boolean> {
    const before = this.lines[0]?.n ?? 1;
    if (before <= 1) return false;
    const answered = await this.#connection.ask((ask) => ({ earlier: { ask, before } }));
    if (!("earlier" in answered)) return false;
    const older = answered.earlier.lines.filter((line) => line.n < (this.lines[0]?.n ?? 1));
    this.lines = [...older, ...this.lines];
    return older.length > 0;
  }

  retry(): void {
    this.#connection.retry();
  }
  drop(): void {
    this.#connection.drop();
  }
  end(): void {
    this.#connection.end();
  }

  async #do(command: Command): Promise<Answer | null> {
    const answered = await this.#connection.send((id) => ({ do: { id, command } }));
    if ("done" in answered) {
      this.refusal = null;
      return answered.done.answer ?? { answer: "done" };
    }
    if ("refused" in answered) this.refusal = answered.refused.refusal;
    return null;
  }

  async #showing<T>(text: string, answer: Promise<T>): Promise<T> {
    const key = ++this.#keys;
    this.sending = [...this.sending, { key, text }];
    try {
      return await answer;
    } finally {
      this.sending = this.sending.filter((one) => one.key !== key);
    }
  }

  #aside(to: string | null, lines: Line[], refusal?: Refusal): void {
    const after = this.lines[this.lines.length - 1]?.n ?? 0;
    const aside: Aside = { key: ++this.#keys, after, to, lines };
    if (refusal) aside.refusal = refusal;
    this.asides = [...this.asides, aside];
  }

  #welcome(welcome: Welcome): void {
    const { snapshot } = welcome;
    this.parts = snapshot.parts;
    this.lines = snapshot.continues ? joined(this.lines, snapshot.lines) : snapshot.lines;
    this.#list = snapshot.list;
    this.farewell = null;
    this.ready = true;
  }

  #heard(frame: Exclude<FromServer, { welcome: unknown }>): void {
    if ("frame" in frame) this.#take(frame.frame);
    if ("closing" in frame) this.farewell = frame.closing.reason;
  }

  #take(frame: Frame): void {
    if (frame.parts) this.parts = merged(this.parts, frame.parts);
    if (frame.lines) this.lines = joined(this.lines, frame.lines);
    if (this.looking) void this.lookAs(this.looking.seat);
  }
}

/** Offers as the page keeps them: with what they are known by. */
function readOffers(offers: Offer<Json>[]): AnyOffer[] {
  const seen = new Map<string, number>();
  // An offer without fields is sent without the list.
  return offers.map((offer): AnyOffer => {
    const fields = offer.fields ?? [];
    // A form being filled in stays the same one while others' doings change its presets.
    const fixed = JSON.stringify([offer.label.id, fixedOf(offer.command, fields)]);
    const nth = (seen.get(fixed) ?? 0) + 1;
    seen.set(fixed, nth);
    return {
      ...offer,
      fields,
      verb: offer.label.id.split("-act-")[1] ?? offer.label.id,
      key: `${fixed} ${nth}`,
    };
  });
}

/** Parts come whole; `null` takes one away. */
export function merged(parts: Parts, changed: Parts): Parts {
  const result: Record<string, unknown> = { ...parts };
  for (const [key, part] of Object.entries(changed)) {
    if (part === null) delete result[key];
    else result[key] = part;
  }
  return result;
}

/** Lines are numbered without gaps: what is already there is not shown twice. */
export function joined(
  have: readonly NumberedLine[],
  more: readonly NumberedLine[],
): readonly NumberedLine[] {
  const last = have[have.length - 1]?.n ?? 0;
  const fresh = more.filter((line) => line.n > last);
  return fresh.length > 0 ? [...have, ...fresh] : have;
}

const KEY = Symbol("table");

export function seatAt(table: Table): void {
  setContext(KEY, table);
}

export function table(): Table {
  return getContext<Table>(KEY);
}

export type { Answered };
