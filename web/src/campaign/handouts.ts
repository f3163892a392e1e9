/** Handouts in the story (B-43): what was put before this seat, and by whom. */
import { recall, remember } from "../lib/memory";
import { argument, t } from "../lib/words.svelte";
import type { NumberedLine } from "../wire";

/** What a handout's line says, taken apart. */
export type Shown = { who: string; heading: string; title: string; text: string };

export function shownBy({ line, by }: NumberedLine): Shown {
  const { message } = line;
  const words = (name: string) => argument(message, name) ?? "";
  const who = words("who") || (by ?? "");
  const names = message.args?.names;
  const listed = Array.isArray(names)
    ? names
        .map(({ args }) => (typeof args?.text === "string" ? args.text : ""))
        .join(t("list-separator"))
    : "";
  const heading =
    message.id === "table-handed-out"
      ? t("web-handout-all", { who })
      : listed
        ? t("web-handout-you", { who, names: listed })
        : t("web-handout-host", { who });
  return { who, heading, title: words("title"), text: words("text") };
}

/** The last handout that this device has not shown, once; what came before it is only in the story. */
export function unseen(
  table: string,
  lines: readonly NumberedLine[],
  own: string | undefined,
): NumberedLine | null {
  const last = lines.at(-1)?.n ?? 0;
  const key = `handouts ${table}`;
  const before = recall(key);
  if (Number(before ?? -1) >= last) return null;
  remember(key, String(last));
  if (before === null) return null;
  const shown = (line: NumberedLine) => line.n > Number(before) && line.line.handout !== undefined;
  const found = lines.findLast(shown);
  return found && found.by !== own ? found : null;
}
