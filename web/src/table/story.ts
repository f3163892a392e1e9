/** The lines of the table as a story: chapters, talk, one card per action, what was undone struck. */
import type { Arg, Message, NumberedLine } from "../wire";

/** What a line is to the story; the family knows its own lines, the room the table's. */
export type Told =
  /** Begins an action: its card carries these words. */
  | "begins"
  /** A step on the way to a roll, or of what follows from it: folded into the action's card. */
  | "step"
  /** A new scene: a chapter head. */
  | "chapter"
  /** Stands for itself. */
  | "line";

/** An action: the lines from its beginning to its end, on one card. */
export type Deed = {
  key: string;
  kind: "deed";
  lines: NumberedLine[];
  /** Whether its first line says what is attempted, and not only how it came out. */
  began: boolean;
};
export type Entry =
  | Deed
  | { key: string; kind: "chapter"; line: NumberedLine }
  | { key: string; kind: "line"; line: NumberedLine };

/** Families that say nothing of their lines are read by the names of their messages. */
const BEGINS = /^(mist-told-opened|fate-acts)/;
const STEP =
  /^mist-told-(line-\w+|approved|struck|questioned|withdrawn|opened|spent\w*|describe|quick|detailed|burnt|pushed|owed\w*|lessened|not-lessened|averted|feat|agreed|cancelled)$|^fate-(points-moved|let-stand-now|asked-to-defend|difficulty-set|defends|part-added|pointed|helped|invoked-\w+|rerolls-\w+|rolled\w*|resolved|chosen|cancelled|free-gained|stunt-used-now)$/;
const CHAPTER = /^(mist-told-scene|fate-scene-set|table-scene)$/;

/** Furniture of the scene: said small, where it is not a step of an action. */
const MINOR =
  /^fate-(zone-added|border-\w+|moved|npc-made|aspect-added[-\w]*|prepared\w*|renamed|notes-written|shown|hidden|stress-set)$/;

/** Whether a line is said small. */
export function isMinor(line: NumberedLine): boolean {
  if (line.kind !== "game") return line.kind === "table";
  return toldBy(line) === "step" || MINOR.test(line.line.message.id);
}

export function toldBy(line: NumberedLine): Told {
  const { id } = line.line.message;
  if (BEGINS.test(id)) return "begins";
  if (CHAPTER.test(id)) return "chapter";
  return STEP.test(id) || line.line.roll ? "step" : "line";
}

/** A line without words costs itself, not the story. */
function isWhole({ line }: NumberedLine): boolean {
  return (line as NumberedLine["line"] | null)?.message !== undefined;
}

function same(one: Arg | undefined, other: Message): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The numbers of the lines whose deeds were undone, read from what the table told of going back:
 * a command's lines were told at one time, and are undone together.
 */
export function undoneIn(lines: readonly NumberedLine[]): ReadonlySet<number> {
  /** The game's lines that stand, and what was taken from them, latest last. */
  const standing: NumberedLine[] = [];
  const away: NumberedLine[][] = [];
  const struck = new Set<number>();
  const strike = (from: number) => {
    const gone = standing.splice(from);
    for (const { n } of gone) struck.add(n);
    away.push(gone);
  };
  const restore = () => {
    const back = away.pop() ?? [];
    for (const { n } of back) struck.delete(n);
    standing.push(...back);
    return back;
  };
  for (const line of lines) {
    if (!isWhole(line)) continue;
    const { id, args } = line.line.message;
    const what = args?.what;
    const is = ({ line: { message } }: NumberedLine) => same(what, message);
    if (line.kind === "game") {
      standing.push(line);
      // What is done anew cannot be followed by what was undone before.
      away.length = 0;
    } else if (id === "table-undone" || id === "table-taken-back") {
      const at = standing.findLastIndex(is);
      if (at < 0) continue;
      const time = standing[at]!.at;
      let from = at;
      while (from > 0 && standing[from - 1]!.at === time) from -= 1;
      strike(from);
    } else if (id === "table-undone-something" || id === "table-taken-back-something") {
      away.push([]);
    } else if (id === "table-redone" || id === "table-redone-something") restore();
    else if (id === "table-rewound-to-start") strike(0);
    else if (id === "table-rewound") {
      const at = standing.findLastIndex(is);
      if (at >= 0) strike(at + 1);
      else if (away.some((gone) => gone.some(is))) while (!restore().some(is));
    }
  }
  return struck;
}

/** Chapters, cards and lines, oldest first. A card lies where its dice fell. */
export function folded(
  lines: readonly NumberedLine[],
  told: (line: NumberedLine) => Told,
  struck: ReadonlySet<number>,
): Entry[] {
  const entries: Entry[] = [];
  /** Cards that lines can still be put on, latest last. */
  let open: Deed[] = [];
  const rolled = ({ lines }: Deed) => lines.some(({ n, line }) => line.roll && !struck.has(n));
  const begin = (line: NumberedLine, began: boolean): Deed => {
    const deed: Deed = { key: `d${line.n}`, kind: "deed", lines: [line], began };
    entries.push(deed);
    return deed;
  };
  for (const line of lines) {
    if (!isWhole(line)) {
      entries.push({ key: `l${line.n}`, kind: "line", line });
      continue;
    }
    const { roll, message } = line.line;
    if (line.kind !== "game") {
      if (roll) begin(line, false);
      // A family without scenes of its own: the table tells where one begins (B-44).
      else if (toldBy(line) === "chapter") {
        open = [];
        entries.push({ key: `l${line.n}`, kind: "chapter", line });
      } else entries.push({ key: `l${line.n}`, kind: "line", line });
      continue;
    }
    const what = told(line);
    if (what === "chapter") {
      open = [];
      entries.push({ key: `l${line.n}`, kind: "chapter", line });
    } else if (what === "begins") open.push(begin(line, true));
    else if (what === "step") {
      const who = JSON.stringify(message.args?.who);
      const theirs = open.findLast(
        ({ lines: [first] }) => JSON.stringify(first!.line.message.args?.who) === who,
      );
      const deed = theirs ?? open.at(-1);
      if (deed && (!roll || deed.began || !rolled(deed))) {
        deed.lines.push(line);
        if (roll && entries.at(-1) !== deed) {
          entries.splice(entries.indexOf(deed), 1);
          entries.push(deed);
        }
      } else if (roll) open.push(begin(line, false));
      else entries.push({ key: `l${line.n}`, kind: "line", line });
    } else entries.push({ key: `l${line.n}`, kind: "line", line });
    // Nobody goes back to an old card.
    if (open.length > 8) open.shift();
  }
  return entries;
}

/** Lines of small print in a row, behind one: what was set up, who sat down. */
export type Run = { key: string; kind: "run"; lines: NumberedLine[] };
const LEAST = 4;

/** Where a session ends it can be looked back at, and where the next begins (B-52); by its number. */
export function sessionOf({ line: { message } }: NumberedLine): number | undefined {
  const number = message.args?.number;
  if (typeof number !== "number") return undefined;
  if (/^table-session-(ended|idle)$/.test(message.id)) return number;
  return message.id === "table-session-began" && number > 1 ? number - 1 : undefined;
}

/**
 * Gathers small print once something else has followed it: the latest lines stay in sight. Talk,
 * rolls, handouts, ways to what was and what has a tone are the story itself.
 */
export function gathered<E extends { key: string; kind: string }>(
  entries: readonly (E | Extract<Entry, { kind: "line" }>)[],
): (E | Extract<Entry, { kind: "line" }> | Run)[] {
  type Plain = Extract<Entry, { kind: "line" }>;
  const result: (E | Plain | Run)[] = [];
  let run: Plain[] = [];
  const end = (followed: boolean) => {
    if (followed && run.length >= LEAST) {
      const lines = run.map(({ line }) => line);
      result.push({ key: `r${lines[0]!.n}`, kind: "run", lines });
    } else result.push(...run);
    run = [];
  };
  for (const entry of entries) {
    const line = entry.kind === "line" ? (entry as Plain).line : undefined;
    const small =
      line &&
      line.kind !== "talk" &&
      isWhole(line) &&
      !line.line.roll &&
      !line.line.tone &&
      !line.line.handout &&
      sessionOf(line) === undefined;
    if (small) run.push(entry as Plain);
    else {
      end(true);
      result.push(entry);
    }
  }
  end(false);
  return result;
}
