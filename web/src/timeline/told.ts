/** Lines of the story that tell of a check, a contest or a negotiation, as they can be shown. */
import type { Arg, Message, NumberedLine } from "../wire";
import { say } from "../lib/words.svelte";

const CONTEST = /^timeline-told-(contest|tie)$/;
const TRIAL = /^timeline-told-(check|negotiation)-(success|failure)$/;

export function isContest({ line }: NumberedLine): boolean {
  return CONTEST.test(line.message.id);
}
export function isTrial({ line }: NumberedLine): boolean {
  return TRIAL.test(line.message.id);
}

/** What a line says in one of its places, as text. */
export function saying(message: Message, place: string): string {
  const arg: Arg | undefined = message.args?.[place];
  return arg === undefined ? "" : say({ id: "plain", args: { text: arg } });
}
export function counting(message: Message, place: string): number {
  const arg = message.args?.[place];
  return typeof arg === "number" ? arg : Number(saying(message, place));
}
function messages(message: Message, place: string): Message[] {
  const arg = message.args?.[place];
  return Array.isArray(arg) ? arg : [];
}

/** A side of a contest. */
export type Side = {
  name: string;
  attribute: string;
  face: number;
  rate: number;
  /** Roll by rate, as the server has it; nothing when the rate is 0. */
  ratio: string;
  wins: boolean;
};

export function sidesOf(message: Message): Side[] {
  const tie = message.id.endsWith("tie");
  const winners = messages(message, tie ? "names" : "winner").map(say);
  return messages(message, "sides").map((side) => {
    const name = saying(side, "names");
    return {
      name,
      attribute: saying(side, "attribute"),
      face: counting(side, "face"),
      rate: counting(side, "rate"),
      ratio: saying(side, "ratio"),
      wins: winners.includes(name),
    };
  });
}
