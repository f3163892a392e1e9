/** The act someone is about to declare: what is picked so far, as a command. */
import type {
  TimelineAttribute,
  TimelineCharacterPart,
  TimelineCommand,
  TimelineDeed,
  TimelineEffort,
  TimelineResource,
} from "../wire";

/** In the order people look for them. */
export const DEEDS = [
  "strike",
  "guard",
  "shield",
  "interrupt",
  "control",
  "weaken",
  "heal",
  "break-free",
  "move",
  "shoot",
  "reload",
  "skill",
  "narrate",
] as const;
export type DeedName = (typeof DEEDS)[number];

/** What each deed asks for besides its name. */
type Wants = {
  target?: "other" | "self" | "maybe";
  effort?: boolean;
  resource?: boolean;
  resist?: boolean;
  weapon?: boolean;
};
export const WANTS: Record<DeedName, Wants> = {
  strike: { target: "other", effort: true, resource: true, weapon: true },
  guard: { target: "self", effort: true, weapon: true },
  shield: { target: "self", effort: true },
  interrupt: { target: "other", effort: true, weapon: true },
  control: { target: "other", effort: true, resist: true },
  weaken: { target: "other", effort: true, resist: true },
  heal: { target: "self", effort: true, resource: true },
  "break-free": { target: "self", effort: true },
  move: {},
  shoot: { target: "maybe", weapon: true },
  reload: { weapon: true },
  skill: { target: "maybe", effort: true },
  narrate: { effort: true },
};

export class Plan {
  /** Whose act it is, chosen at which instant. */
  who = $state.raw<{ id: string; at: number } | null>(null);
  deed = $state<DeedName>("strike");
  target = $state<string | null>(null);
  attribute = $state<TimelineAttribute>("strength");
  resist = $state<TimelineAttribute>("willpower");
  resource = $state<TimelineResource>("hit-points");
  damageType = $state("");
  weapon = $state<string>("");
  skill = $state<string>("");
  shots = $state(1);
  to = $state<number | null>(0);
  effort = $state.raw<TimelineEffort>({ time: 500 });
  note = $state("");

  /** The command, for a character whose picks these are; nothing until it says enough. */
  command(character: TimelineCharacterPart, others: string[]): TimelineCommand | null {
    const wants = WANTS[this.deed];
    const known = (id: string | null) =>
      id !== null && (others.includes(id) || id === character.id);
    const aim = known(this.target)
      ? this.target!
      : wants.target === "self"
        ? character.id
        : (others[0] ?? character.id);
    const weapon = character.weapons.find((one) => one.weapon.id === this.weapon)?.weapon.id;
    const deed = this.#deed(character, aim);
    if (!deed) return null;
    return {
      do: "declare",
      character: character.id,
      deed,
      // Walking uses an attribute too; shots and reloads use the weapon's own numbers.
      ...(wants.effort || this.deed === "move" ? { attribute: this.attribute } : {}),
      ...(wants.effort ? { effort: this.effort } : {}),
      ...(wants.weapon && weapon ? { weapon } : {}),
      ...(this.note.trim() ? { note: this.note.trim() } : {}),
    };
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
      case "move":
        return { deed: "move", to: this.to ?? 0 };
      case "shoot":
        return { deed: "shoot", target, shots: Math.max(0, Math.floor(this.shots)), ...type };
      case "skill": {
        const known = character.skills;
        const skill = known.find(({ id }) => id === this.skill)?.id ?? known[0]?.id;
        return skill ? { deed: "skill", skill, target } : null;
      }
      default:
        return { deed: this.deed, target };
    }
  }
}
