/**
 * What a seat is doing at a mist table: which case is in front, what it is about to pick, buy or
 * stop. The numbers, odds and prices are the server's.
 */
import type {
  Message,
  MistBoon,
  MistCharacterPart,
  MistCommand,
  MistConsequencePart,
  MistCut,
  MistEffect,
  MistHolder,
  MistLinePart,
  MistOwedPart,
  MistRollPart,
  Sum,
} from "../wire";
import { filled, put, type Json } from "../lib/offers";
import type { AnyOffer, Table } from "../lib/table.svelte";
import { t, term } from "../lib/words.svelte";
import type { ChipMark } from "../look/parts/Chip.svelte";
import { percent } from "../look/parts/OddsBar.svelte";
import { nextPick, signed, type Pick } from "../look/pick";
import { sharing } from "../table/floor.svelte";
import { costOf, cutCost, holds, landing, tierFor, type Gain } from "./buying";
import { gameIn, origins } from "./game";

/** Something that is dealt with: a roll under way, a consequence coming down, one to be named. */
export type Case =
  | { kind: "roll"; id: string; roll: MistRollPart }
  | { kind: "consequence"; id: string; consequence: MistConsequencePart }
  | { kind: "owed"; id: string; owed: MistOwedPart };

/** How a thing counts in the roll in front, and what pressing it does. */
export type Counting = {
  pick: Pick | null;
  value: number | undefined;
  mark: ChipMark | undefined;
  cycle: Pick[];
  also: Pick[];
  line: MistLinePart | undefined;
  /** Whether this seat can change it. */
  free: boolean;
};

const MARKS: Partial<Record<MistLinePart["verdict"], ChipMark>> = {
  proposed: "proposed",
  questioned: "asked",
  struck: "struck",
};

const same = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two);

/** What a line adds to the power, read from the sum. */
function worth(line: MistLinePart, power: Sum): number | undefined {
  const burnt: Message = { id: "mist-from-burning", args: { tag: line.words } };
  const part = power.parts.find(
    ({ source }) => same(source, line.words) || (line.burn && same(source, burnt)),
  );
  return part?.value;
}

export class Play {
  readonly here: Table;
  /** The case somebody chose to look at. */
  chosen = $state<string | null>(null);
  /** The roll of somebody else that this seat helps with. */
  joined = $state<string | null>(null);
  /** What a hand is over, and how it would count. */
  hovered = $state.raw<{ id: string; pick: Pick } | null>(null);
  #bought = $state.raw<{ roll: string; effects: MistEffect[] }>({ roll: "", effects: [] });
  #cut = $state.raw<{ roll: string; cuts: MistCut[]; boon?: MistBoon }>({ roll: "", cuts: [] });
  #burns = $state.raw<{ roll: string; tags: string[] }>({ roll: "", tags: [] });
  /** Whose themes and statuses are looked back on. */
  recalling = $state<string | null>(null);
  /** The consequence the host is putting together. */
  hit = $state.raw<{
    owed: string;
    offer: AnyOffer;
    values: ReadonlyMap<string, Json>;
    /** Everyone it comes down on, where that is more than one. */
    on?: string[] | undefined;
  } | null>(null);

  constructor(here: Table) {
    this.here = here;
  }

  game = $derived.by(() => gameIn(this.here.shown));
  #origins = $derived.by(() =>
    this.game ? origins(this.game, this.roll?.actor) : new Map<string, never>(),
  );

  #weak = $derived.by(() => {
    const themes = this.game?.characters.flatMap((one) => one.themes) ?? [];
    return new Set(themes.flatMap(({ weaknesses }) => weaknesses.map(({ id }) => id)));
  });

  /** The seat's own character, while it is in play; a host alone plays whom nobody plays. */
  me = $derived.by((): MistCharacterPart | undefined => {
    const people = this.game?.characters.filter(({ left }) => !left) ?? [];
    const own = people.find(({ seat }) => seat === this.here.eyes);
    const alone =
      this.here.isHost &&
      !this.here.looking &&
      !this.here.seats.some(({ role }) => role === "player");
    return own ?? (alone ? people.find(({ seat }) => seat === undefined) : undefined);
  });

  character(id: string | undefined): MistCharacterPart | undefined {
    return this.game?.characters.find((one) => one.id === id);
  }
  /** The seat that plays a character; the host plays whom nobody plays. */
  plays(id: string | undefined): boolean {
    const seat = this.character(id)?.seat;
    return seat === undefined ? this.here.isHost : seat === this.here.eyes;
  }
  get hostName(): string {
    return this.here.seats.find(({ role }) => role === "host")?.name ?? "";
  }

  cases = $derived.by((): Case[] => {
    const game = this.game;
    if (!game) return [];
    return [
      ...game.consequences.map((it): Case => ({ kind: "consequence", id: it.id, consequence: it })),
      ...game.scene.owed.map((it): Case => ({ kind: "owed", id: it.id, owed: it })),
      ...game.rolls.map((it): Case => ({ kind: "roll", id: it.id, roll: it })),
    ];
  });

  /** What this seat may want to look at: what waits for later or for the host is not among it. */
  offered = $derived.by(() =>
    this.cases.filter((it) =>
      it.kind === "owed"
        ? this.here.isHost && !it.owed.waits
        : it.kind === "consequence"
          ? this.here.can(it.id).length > 0
          : true,
    ),
  );

  /** What is in front: what was chosen, what waits for this seat, what is its own, what there is. */
  focus = $derived.by((): Case | undefined => {
    const { cases, here } = this;
    const chosen = cases.find(({ id }) => id === this.chosen);
    if (chosen) return chosen;
    const waiting = cases.find(({ id }) => here.waitsAt(id));
    if (waiting) return waiting;
    const own = (it: Case) =>
      it.kind === "roll"
        ? this.plays(it.roll.actor)
        : it.kind === "consequence"
          ? this.plays(it.consequence.to) && here.can(it.id).includes("accept")
          : here.isHost && !it.owed.waits;
    // What waits for the suppression is nobody's concern before.
    const idle = (it: Case) => it.kind === "owed" && it.owed.waits;
    return cases.find(own) ?? cases.find((it) => !idle(it));
  });
  roll = $derived.by(() => (this.focus?.kind === "roll" ? this.focus.roll : undefined));

  /** Whether the roll in front is this seat's: its own character's, or the host's in its stead. */
  mine = $derived.by(() => this.roll !== undefined && this.plays(this.roll.actor));
  /** The roll whose dice have not fallen and in which tags count. */
  open = $derived.by(() => (this.roll && !this.roll.outcome ? this.roll : undefined));
  plunging = $derived.by(() => (this.open?.roll.kind === "plunge" ? this.open : undefined));
  writing = $derived.by(() => {
    const kind = this.open?.roll.kind;
    return kind === "deduce" || kind === "test" || kind === "question" ? this.open : undefined;
  });
  /** The roll whose tags this seat picks. */
  picking = $derived.by(() => {
    const roll = this.open;
    if (!roll || this.plunging || this.writing || this.here.looking) return undefined;
    if (this.here.you?.role === "spectator") return undefined;
    return this.mine || this.here.isHost || this.joined === roll.id ? roll : undefined;
  });
  reviewing = $derived.by(() => this.here.isHost && !this.mine && this.picking !== undefined);
  #can(verb: string): boolean {
    return this.roll !== undefined && this.here.can(this.roll.id).includes(verb);
  }
  spending = $derived.by(() =>
    this.roll?.outcome && this.#can("finish") && this.mine ? this.roll : undefined,
  );
  stopping = $derived.by(() =>
    this.roll?.outcome && this.#can("close") && this.mine ? this.roll : undefined,
  );
  burning = $derived.by(() =>
    (this.roll?.outcome?.burns ?? 0) > 0 && this.mine ? this.roll : undefined,
  );
  /** The consequence this seat must answer. */
  incoming = $derived.by(() => {
    const it = this.focus;
    if (it?.kind !== "consequence" || !this.plays(it.consequence.to)) return undefined;
    return this.here.can(it.id).includes("accept") ? it.consequence : undefined;
  });
  owed = $derived.by(() =>
    this.focus?.kind === "owed" && this.here.isHost && !this.here.looking
      ? this.focus.owed
      : undefined,
  );

  /** How a thing counts; nothing where it cannot. */
  counting(id: string): Counting | null {
    const roll = this.picking ?? (this.writing && !this.here.looking ? this.writing : undefined);
    if (!roll) return null;
    const line = roll.lines.find(({ source }) => source === id);
    const source = roll.sources.find(({ of }) => of.includes(id));
    if (!line && !source) return null;
    const flags = line ? this.here.can(line.id) : [];
    const burns = line
      ? line.burn || flags.includes("burn")
      : source?.burn !== undefined && !this.writing;
    const likely = this.#origins.get(id)?.against || this.#weak.has(id) ? "hinder" : "help";
    const cycle: Pick[] =
      likely === "hinder" ? ["hinder", "help"] : burns ? ["help", "burn"] : ["help"];
    if (this.writing && likely === "help") cycle.push("hinder");
    const also: Pick[] = burns ? ["hinder", "burn"] : ["hinder"];
    const struck = line?.verdict === "struck";
    return {
      pick: line ? (line.burn ? "burn" : line.polarity) : null,
      value: line && !struck ? worth(line, roll.power) : undefined,
      mark: line && MARKS[line.verdict],
      cycle: struck ? [] : cycle,
      also: struck ? [] : also,
      line,
      free: !line || flags.includes("withdraw") || flags.includes("burn") || flags.includes("keep"),
    };
  }

  /** Makes a thing count as picked: proposed, burnt, kept or taken back. */
  async pick(id: string, next: Pick | null): Promise<void> {
    const roll = this.picking ?? this.writing;
    if (!roll) return;
    this.hovered = null;
    const line = roll.lines.find(({ source }) => source === id);
    const polarity = next === "hinder" ? "hinder" : "help";
    if (line && next !== null && line.polarity === polarity && line.verdict !== "struck") {
      await this.play({ do: "choose-burn", roll: roll.id, line: line.id, burn: next === "burn" });
      return;
    }
    if (line && !(await this.play({ do: "withdraw", roll: roll.id, line: line.id }))) return;
    if (next === null || line?.verdict === "struck") return;
    const burn = next === "burn" ? { burn: true } : {};
    await this.play({ do: "propose", roll: roll.id, source: id, polarity, ...burn });
  }

  /** The power that something else would make, while a hand is over it. */
  would = $derived.by((): number | undefined => {
    const { hovered } = this;
    return hovered === null ? undefined : this.#power(hovered.id, hovered.pick);
  });
  #power(id: string, next: Pick | null): number | undefined {
    const roll = this.picking ?? this.writing;
    const line = roll?.lines.find(({ source }) => source === id);
    if (!line) {
      const source = roll?.sources.find(({ of }) => of.includes(id));
      return next === null ? undefined : source?.[next];
    }
    const kind = next === null ? "strike" : next === "burn" ? "burn-line" : "keep-line";
    return roll?.changes.find(({ change }) => same(change, { kind, line: line.id }))?.power;
  }
  /** What one more press would do: +1 → ✓ 83.3%. */
  tip(id: string): string | undefined {
    const counting = this.counting(id);
    const roll = this.picking ?? this.writing;
    if (!counting || !roll || !roll.chances) return undefined;
    const next = nextPick(counting.pick, "press", counting.cycle, counting.also);
    const power = this.#power(id, next);
    const odds = roll.odds.find((one) => one.power === power);
    const best = odds?.chances[odds.chances.length - 1];
    if (power === undefined || best === undefined) return undefined;
    return `${signed(power - roll.power.total)} → ✓ ${percent(best)}`;
  }
  /** The chances as they are, or as they would be. */
  chances(roll: MistRollPart): {
    now: { tone: "failure" | "mixed" | "full" | "style"; label: string; points: number }[];
    would: { tone: "failure" | "mixed" | "full" | "style"; label: string; points: number }[] | null;
  } {
    const now = (roll.chances?.outcomes ?? []).map(({ tone, label, basis_points }) => ({
      tone,
      label: term(label),
      points: basis_points,
    }));
    const odds = roll.odds.find(({ power }) => power === this.would);
    if (this.would === undefined || !odds) return { now, would: null };
    return { now, would: now.map((one, at) => ({ ...one, points: odds.chances[at] ?? 0 })) };
  }

  // --- Spending -------------------------------------------------------------------------------

  get effects(): MistEffect[] {
    return this.#bought.roll === this.spending?.id ? this.#bought.effects : [];
  }
  set effects(effects: MistEffect[]) {
    this.#bought = { roll: this.spending?.id ?? "", effects };
  }
  get spent(): number {
    const prices = this.game?.ruleset.effects;
    return prices ? this.effects.reduce((sum, effect) => sum + costOf(effect, prices), 0) : 0;
  }
  get left(): number {
    return (this.spending?.outcome?.budget ?? 0) - this.spent;
  }
  gain(on: MistHolder, name: string): Gain | undefined {
    return this.effects.find(
      (one): one is Gain => one.kind === "gain-status" && same(one.on, on) && one.name === name,
    );
  }
  /** The boxes that what is left of the power reaches. */
  reach(on: MistHolder, name: string, marks: readonly number[]): number[] {
    const { boxes } = this.game!.ruleset.status;
    const price = this.game!.ruleset.effects.status;
    const most = this.left + (this.gain(on, name)?.tier ?? 0) * price;
    const tiers = Array.from({ length: boxes }, (_, at) => at + 1);
    const paid = tiers.filter((tier) => tier * price <= most);
    return [...new Set(paid.map((tier) => landing(marks, tier, boxes)))];
  }
  /** Presses a box of a track: bought, or taken back. */
  buy(on: MistHolder, name: string, marks: readonly number[], box: number, onto?: string): void {
    const { boxes } = this.game!.ruleset.status;
    const before = this.gain(on, name);
    const rest = this.effects.filter((one) => one !== before);
    if (before && landing(marks, before.tier, boxes) === box) {
      this.effects = rest;
      return;
    }
    const tier = tierFor(marks, box, boxes);
    if (tier === undefined) return;
    const gain: Gain = { kind: "gain-status", on, name, tier };
    this.effects = [...rest, onto === undefined ? gain : { ...gain, onto }];
  }
  add(effect: MistEffect): void {
    this.effects = [...this.effects, effect];
  }
  drop(effect: MistEffect): void {
    this.effects = this.effects.filter((one) => one !== effect);
  }
  /** A story tag that is about to be removed; pressing it again keeps it. */
  removing(id: string): MistEffect | undefined {
    return this.effects.find((one) => one.kind === "remove-tag" && one.tag === id);
  }
  written(on: MistHolder): MistEffect[] {
    return this.effects.filter((one) => one.kind === "add-tag" && holds(one.on, on));
  }
  /** Names the consequence that was put together; for everyone, each has one of their own to answer. */
  async letGo({ offer, values, on }: NonNullable<Play["hit"]>): Promise<void> {
    const command = filled(offer.command, values);
    const [first, ...others] = on ?? [];
    const to = (id: string, from: Json): Json => put(from, "to", id);
    if (!(await this.here.play(first === undefined ? command : to(first, command)))) return;
    for (const other of others) {
      if (!(await this.here.play(to(other, put(command, "owed", null))))) return;
    }
  }
  async settle(): Promise<void> {
    const roll = this.spending;
    if (!roll) return;
    if (this.effects.length === 0) await this.play({ do: "finish", roll: roll.id });
    else if (await this.play({ do: "spend", roll: roll.id, effects: this.effects })) {
      this.#bought = { roll: "", effects: [] };
    }
  }

  // --- Stopping a consequence -----------------------------------------------------------------

  get cuts(): MistCut[] {
    return this.#cut.roll === this.stopping?.id ? this.#cut.cuts : [];
  }
  get boon(): MistBoon | undefined {
    return this.#cut.roll === this.stopping?.id ? this.#cut.boon : undefined;
  }
  get stopped(): number {
    const roll = this.stopping?.roll;
    const rules = this.game?.ruleset;
    const id = roll?.kind === "mitigate" ? roll.consequence : "";
    const harms = this.game?.consequences.find((one) => one.id === id)?.harms;
    if (!rules || !harms) return 0;
    const cost = (cut: MistCut) => cutCost(cut, harms, rules.mitigate, rules.effects);
    return this.cuts.reduce((sum, cut) => sum + cost(cut), 0);
  }
  cut(cuts: MistCut[], boon: MistBoon | undefined = this.boon): void {
    const roll = this.stopping?.id ?? "";
    this.#cut = boon === undefined ? { roll, cuts } : { roll, cuts, boon };
  }
  async close(): Promise<void> {
    const roll = this.stopping;
    if (!roll) return;
    const boon = this.boon;
    if (this.cuts.length === 0 && boon?.kind !== "status") {
      await this.play({ do: "finish", roll: roll.id });
      return;
    }
    const lessen = { do: "lessen", roll: roll.id, cuts: this.cuts } as const;
    if (await this.play(boon === undefined ? lessen : { ...lessen, boon })) this.cut([], undefined);
  }

  // --- Burning for a plunge -------------------------------------------------------------------

  get burns(): string[] {
    return this.#burns.roll === this.burning?.id ? this.#burns.tags : [];
  }
  burn(tag: string): void {
    const most = this.burning?.outcome?.burns ?? 0;
    const had = this.burns;
    const tags = had.includes(tag) ? had.filter((one) => one !== tag) : [...had, tag].slice(-most);
    this.#burns = { roll: this.burning?.id ?? "", tags };
  }

  play(command: MistCommand): Promise<boolean> {
    return this.here.play(command as unknown as Json);
  }
}

export const playing = sharing((here) => new Play(here));

/** What a status is called where its tier stands beside it. */
export function tiered(name: string, tier: number): string {
  return `${name}-${tier}`;
}

/** The words for what a chip is at, for those who do not see it. */
export function chipNames() {
  return {
    help: t("web-mist-help"),
    burn: t("web-mist-burning"),
    hinder: t("web-mist-hinder"),
    weakness: t("web-mist-weakness"),
    burnt: t("web-mist-burnt"),
    proposed: t("web-mist-verdict-proposed"),
    struck: t("web-mist-verdict-struck"),
    asked: t("web-mist-verdict-questioned"),
  };
}
