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
  return rules
    .map((rule) => ({ rule, rank: rank(rule) }))
    .filter(({ rank }) => rank < 3)
    .sort((one, two) => one.rank - two.rank)
    .map(({ rule }) => rule);
}
