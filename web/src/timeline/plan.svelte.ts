/** The act someone is about to declare: what is picked so far, as a command. */
import type {
  TimelineAttribute,
  TimelineCharacterPart,
  TimelineCommand,
  TimelineDeed,
  TimelineDeedForm,
  TimelineEffort,
  TimelineResource,
} from "../wire";

export class Plan {
  /** Whose act it is, chosen at which instant. */
  who = $state.raw<{ id: string; at: number } | null>(null);
  deed = $state("strike");
  target = $state<string | null>(null);
  /** Nothing for the strongest one. */
  attribute = $state<TimelineAttribute | null>(null);
  resist = $state<TimelineAttribute>("willpower");
  resource = $state<TimelineResource>("hit-points");
  damageType = $state("");
  weapon = $state<string>("");
  skill = $state<string>("");
  shots = $state(1);
  /** The place or the distance of a move. */
  to = $state<number | null>(0);
  /** Whose strikes alone a guard opposes. */
  against = $state<string>("");
  /** What a skill turns into the other, where it leaves the choice. */
  from = $state<TimelineResource | "">("");
  /** What was asked for; otherwise about as much as a usual act takes. */
  effort = $state.raw<TimelineEffort | null>(null);
  note = $state("");

  /** The attribute picked, otherwise the strongest. */
  attributeOf(character: TimelineCharacterPart): TimelineAttribute {
    if (this.attribute) return this.attribute;
    const best = character.attributes.reduce((one, two) => (two.value > one.value ? two : one));
    return best.attribute;
  }

  /** The effort picked, otherwise a whole number that takes about 5 T. */
  effortOf(character: TimelineCharacterPart): TimelineEffort {
    if (this.effort) return this.effort;
    const attribute = this.attributeOf(character);
    const value = character.attributes.find((one) => one.attribute === attribute)?.value ?? 0;
    return { impact: 100 * Math.max(1, Math.round(value / 400)) };
  }

  /** The command, for a character whose picks these are; nothing until it says enough. */
  command(
    character: TimelineCharacterPart,
    form: TimelineDeedForm | undefined,
    first: string | undefined,
    others: string[],
  ): TimelineCommand | null {
    if (!form) return null;
    const asks = (one: string) => form.asks.includes(one);
    const aim = this.aimOf(character.id, first, others);
    const weapon = character.weapons.find((one) => one.weapon.id === this.weapon)?.weapon.id;
    const deed = this.#deed(character, aim);
    if (!deed) return null;
    return {
      do: "declare",
      character: character.id,
      deed,
      ...(asks("attribute") ? { attribute: this.attributeOf(character) } : {}),
      ...(asks("effort") ? { effort: this.effortOf(character) } : {}),
      ...(asks("weapon") && weapon ? { weapon } : {}),
      ...(this.note.trim() ? { note: this.note.trim() } : {}),
    };
  }

  /** Whom it is aimed at: the one picked while they stand, otherwise the first offered (T-34). */
  aimOf(who: string, first: string | undefined, others: string[]): string {
    const known = this.target !== null && (this.target === who || others.includes(this.target));
    return known ? this.target! : (first ?? who);
  }

  #deed(character: TimelineCharacterPart, target: string): TimelineDeed | null {
    const { resist, resource } = this;
    const type = this.damageType.trim() ? { damage_type: this.damageType.trim() } : {};
    switch (this.deed) {
      case "narrate":
      case "reload":
        return { deed: this.deed };
      case "strike":
        return { deed: "strike", target, resource, ...type };
      case "heal":
        return { deed: "heal", target, resource };
      case "control":
      case "weaken":
        return { deed: this.deed, target, resist };
      case "guard":
        return { deed: "guard", target, ...(this.against ? { against: this.against } : {}) };
      case "shield":
      case "interrupt":
      case "break-free":
        return { deed: this.deed, target };
      case "move":
        return { deed: "move", to: this.to ?? 0 };
      case "step":
        return { deed: "step", by: this.to ?? 0 };
      case "shoot":
        return { deed: "shoot", target, shots: Math.max(0, Math.floor(this.shots)), ...type };
      case "skill": {
        const known = character.skills;
        const skill = known.find(({ id }) => id === this.skill)?.id ?? known[0]?.id;
        const from = this.from ? { from: this.from } : {};
        return skill ? { deed: "skill", skill, target, ...from } : null;
      }
      default:
        return null;
    }
  }
}
