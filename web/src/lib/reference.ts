/** The rules a table plays by, explained by its server with the numbers of its pack (P-15). */
import type { RuleText } from "../wire";

export type Rule = RuleText;

/** A piece of a rule's text: words, or a table. */
export type Piece = { words: string } | { head: string[]; rows: string[][] };

/** The text of a rule, its tables apart. */
export function laidOut(text: string): Piece[] {
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  return text.split(/\n\s*\n/).map((block) => {
    const lines = block.trim().split("\n");
    if (lines.length < 3 || !lines.every((line) => line.startsWith("|"))) return { words: block };
    return { head: cells(lines[0]!), rows: lines.slice(2).map(cells) };
  });
}

/** What was asked, where it stands in a text; a single letter stands everywhere and is not marked. */
export function marked(words: string, asked: string, least = 2): { text: string; hit: boolean }[] {
  const wanted = asked.trim().toLowerCase();
  if (wanted.length < least) return [{ text: words, hit: false }];
  const parts: { text: string; hit: boolean }[] = [];
  let from = 0;
  for (let at = words.toLowerCase().indexOf(wanted); at >= 0;) {
    if (at > from) parts.push({ text: words.slice(from, at), hit: false });
    from = at + wanted.length;
    parts.push({ text: words.slice(at, from), hit: true });
    at = words.toLowerCase().indexOf(wanted, from);
  }
  return [...parts, { text: words.slice(from), hit: false }];
}

/** The first sentence of a rule, for a line of a list. */
export function firstSentence(text: string): string {
  return /^[^。；;.|\n]*/.exec(text.trim())?.[0].trim() ?? "";
}

const plain = (id: string) => id.replace(/[^a-z0-9]/gi, "").toUpperCase();

/** The rules a word leads to: by id, then by title or another name, then by what they say. */
export function find(rules: readonly Rule[], word: string): Rule[] {
  const wanted = word.trim().toLowerCase();
  if (wanted === "") return [...rules];
  const byId = rules.filter(({ id }) => plain(id) === plain(wanted) && plain(wanted) !== "");
  if (byId.length > 0) return byId;
  const rank = ({ title, also, text }: Rule) => {
    const names = [title, ...also].map((name) => name.toLowerCase());
    if (names.includes(wanted)) return 0;
    if (names.some((name) => name.includes(wanted))) return 1;
    return text.toLowerCase().includes(wanted) ? 2 : 3;
  };
  const named = rules
    .map((rule) => ({ rule, rank: rank(rule) }))
    .filter(({ rank }) => rank < 3)
    .sort((one, two) => one.rank - two.rank)
    .map(({ rule }) => rule);
  return named.length > 0 ? named : answering(rules, wanted);
}

/** Pieces of what was asked: words of Latin letters, pairs of Chinese characters. */
function piecesOf(asked: string): string[] {
  const words = asked.match(/[a-z0-9]{3,}/g) ?? [];
  const runs = asked.match(/[\u3400-\u9fff]+/g) ?? [];
  const pairs = runs.flatMap((run) =>
    Array.from({ length: Math.max(run.length - 1, 0) }, (_, at) => run.slice(at, at + 2)),
  );
  return [...new Set([...words, ...pairs])];
}

/**
 * The rules that answer a whole question: what is rare among all rules says most, in a name more
 * than in a text. What hardly any of the question is in, is left out.
 */
function answering(rules: readonly Rule[], asked: string): Rule[] {
  const pieces = piecesOf(asked);
  const texts = rules.map(({ title, also, text }) => ({
    names: [title, ...also].join(" ").toLowerCase(),
    text: text.toLowerCase(),
  }));
  const worth = pieces.map((piece) => {
    const has = texts.filter(({ names, text }) => names.includes(piece) || text.includes(piece));
    return has.length === 0 ? 0 : Math.log(1 + rules.length / has.length);
  });
  const scored = rules.map((rule, at) => {
    const { names, text } = texts[at]!;
    const score = pieces.reduce(
      (sum, piece, nth) =>
        sum + worth[nth]! * ((names.includes(piece) ? 3 : 0) + (text.includes(piece) ? 1 : 0)),
      0,
    );
    return { rule, score };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score >= best / 3)
    .sort((one, two) => two.score - one.score)
    .map(({ rule }) => rule);
}
