/** A check, contest, negotiation or treatment being prepared: what is picked so far, as a command. */
import type {
  TimelineAttribute,
  TimelineCommand,
  TimelineOpponent,
  TimelineResource,
  TimelineTarget,
} from "../wire";
import type { Character, TimelineGame } from "./game";

export const KINDS = ["check", "contest", "negotiate", "treat"] as const;
export type Kind = (typeof KINDS)[number];
/** The table's target number, level × difficulty, level × 1d20, or the number itself. */
export type Way = "table" | "difficulty" | "random" | "value";

export class Trial {
  kind = $state<Kind>("check");
  /** Who tries; the first of one's own when nobody was picked. */
  actor = $state<string | null>(null);
  attribute = $state<TimelineAttribute | null>(null);
  way = $state<Way | null>(null);
  level = $state(10);
  difficulty = $state(8);
  /** In hundredths. */
  value = $state<number | null>(null);
  /** Who helps (T-13). */
  helpers = $state.raw<ReadonlySet<string>>(new Set());
  /** Who stands against one, each with an attribute (T-12). */
  rivals = $state.raw<ReadonlyMap<string, TimelineAttribute>>(new Map());
  /** The score of a speech, whole (T-14). */
  score = $state(0);
  /** Whom the speech is to, where it is not the one the table has set. */
  opponent = $state.raw<TimelineOpponent | null>(null);
  patient = $state<string | null>(null);
  resource = $state<TimelineResource>("hit-points");
  /** How much shall come back, in hundredths. */
  healing = $state<number | null>(1000);

  target(game: TimelineGame): TimelineTarget | undefined {
    switch (this.wayOf(game)) {
      case "table":
        return undefined;
      case "difficulty":
        return { difficulty: { level: this.level, difficulty: this.difficulty } };
      case "random":
        return { random: { level: this.level } };
      case "value":
        return { value: this.value ?? 0 };
    }
  }

  /** The table's own target number first, where there is one. */
  wayOf(game: TimelineGame): Way {
    return this.way ?? (game.table.target === undefined ? "difficulty" : "table");
  }

  /** The attribute picked, otherwise the strongest. */
  attributeOf(who: Character): TimelineAttribute {
    if (this.attribute) return this.attribute;
    const best = who.attributes.reduce((one, two) => (two.value > one.value ? two : one));
    return best.attribute;
  }

  /** Whether a target number has been given at all. */
  named(game: TimelineGame): boolean {
    const way = this.wayOf(game);
    if (way === "table") return game.table.target !== undefined;
    return way !== "value" || (this.value ?? 0) > 0;
  }

  command(game: TimelineGame, who: Character): TimelineCommand | null {
    const target = this.target(game);
    const against = target === undefined ? {} : { target };
    const attribute = this.attributeOf(who);
    const there = (id: string) => id !== who.id && game.characters.some((one) => one.id === id);
    switch (this.kind) {
      case "check": {
        if (!this.named(game)) return null;
        const helpers = [...this.helpers].filter(there);
        return helpers.length > 0
          ? { do: "cooperate", characters: [who.id, ...helpers], attribute, ...against }
          : { do: "check", character: who.id, attribute, ...against };
      }
      case "contest": {
        const rivals = [...this.rivals].filter(([id]) => there(id));
        if (rivals.length === 0 || !this.named(game)) return null;
        return { do: "contest", sides: [[who.id, attribute], ...rivals], ...against };
      }
      case "negotiate": {
        const { opponent } = this;
        if (!opponent && !game.table.opponent) return null;
        return {
          do: "negotiate",
          character: who.id,
          score: this.score * 100,
          ...(opponent ? { opponent } : {}),
        };
      }
      case "treat":
        return {
          do: "treat",
          character: who.id,
          patient: this.patient && there(this.patient) ? this.patient : who.id,
          resource: this.resource,
          amount: this.healing ?? 0,
        };
    }
  }
}
