import type { Voice } from "../wire";

/** What a line in the box is: something for the text language, or talk in a voice. */
export type Spoken = { line: string } | { voice: Voice };

/** A prefix and then a letter, perhaps after `@NAME`; `...` is talk, as the server has it (C-01). */
const COMMAND = /^\s*(?:[@＠].*?\s+)?[.。/／．]\p{L}/u;

/** How a line is said: `how` is what the box's list stands at. Commands are always commands. */
export function spoken(how: string, line: string): Spoken {
  if (COMMAND.test(line)) return { line };
  // The text language knows whom the seat speaks as (C-04); the page does not.
  if (how === "voice") return { line: `.say ${line}` };
  if (how === "narration") return { voice: { how: "narration" } };
  if (how.startsWith("to ")) return { voice: { how: "whisper", to: [how.slice(3)] } };
  return { voice: { how: "out-of-character" } };
}
