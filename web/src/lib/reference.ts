/** The rules explained: read from the same files as the server's, fetched when first asked for. */
import type { Language } from "./words.svelte";

export type Rule = { id: string; title: string; also: string[]; text: string; family: string };

const FILES = import.meta.glob<string>("../../../crates/words/reference/*/*.md", {
  query: "?raw",
  import: "default",
});

const read = new Map<Language, Promise<Rule[]>>();

/** Every rule of a family and of the table itself, in the order of the ids. */
export async function rulesOf(language: Language, family: string): Promise<Rule[]> {
  const all = read.get(language) ?? fetched(language);
  read.set(language, all);
  return (await all).filter((rule) => rule.family === family || rule.family === "table");
}

async function fetched(language: Language): Promise<Rule[]> {
  const files = Object.entries(FILES).filter(([path]) => path.includes(`/${language}/`));
  const texts = await Promise.all(
    files.map(async ([path, load]) => parse(await load(), /([\w-]+)\.md$/.exec(path)?.[1] ?? "")),
  );
  return texts.flat();
}

/** Reads `## M-11 Power`, an optional `<!-- also: … -->`, and the text up to the next heading. */
export function parse(text: string, family: string): Rule[] {
  return text
    .split("\n## ")
    .slice(1)
    .flatMap((section) => {
      const [, id, title, also, body] =
        /^(\S+) ([^\n]*)\n\s*(?:<!-- also:(.*?)-->)?\s*([\s\S]*)$/.exec(section) ?? [];
      if (!id) return [];
      const words = (also ?? "").split(/[,，、]/).map((word) => word.trim());
      return [
        { id, title: title!.trim(), also: words.filter(Boolean), text: body!.trim(), family },
      ];
    });
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
